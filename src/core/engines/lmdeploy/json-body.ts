import {
  decodeErrorText,
  isDict,
  type PythonDict,
  pythonDumps,
  type PythonValue,
  readPartialJson,
  readPythonJson,
  strippedSpan,
} from '../../text/languages/index.ts';
import { type Exception, pythonJsonWords, uncaught } from '../kit/index.ts';
import type { Body, BodyStream, Sent } from './body.ts';

/** A JSON object with a name, and `arguments`, `parameters` or neither. */
export const jsonBody: Body = {
  words: {
    ...pythonJsonWords,
    'no-name': 'The JSON is no object with a name that is text and not empty',
  },
  read(body) {
    const reading = readPythonJson(body);
    if (!reading.ok) return uncaught(reading.error) ?? { why: 'json-syntax' };
    const { value, members } = reading.node;
    const name = isDict(value) ? value.get('name') : undefined;
    if (!isDict(value) || typeof name !== 'string' || name === '') return { why: 'no-name' };
    const given = argumentsOf(value);
    const node = members?.get('arguments') ?? members?.get('parameters');
    const nameNode = members?.get('name')?.node;
    const call = {
      name,
      argumentsText: given === undefined ? '{}' : (pythonDumps(given) ?? ''),
      ...(nameNode === undefined ? {} : { nameSpan: nameNode }),
      ...(node === undefined ? {} : { argumentsSpan: node.node }),
    };
    return { calls: [call] };
  },
  stream: () => new JsonStream(),
  isWhole(body) {
    const { from, to } = strippedSpan(body);
    if (body.charAt(to - 1) !== '}') return false;
    const reading = readPythonJson(body, from, to);
    return reading.ok || (uncaught(reading.error) ?? false);
  },
  isSound: (body) => 'calls' in jsonBody.read(body, []),
};

function argumentsOf(value: PythonDict): PythonValue | undefined {
  return value.get('arguments') ?? (value.has('arguments') ? null : value.get('parameters'));
}

/** The name is sent when it is whole, arguments when the closer has come. `{}`, `[]` and `null` are never sent. */
class JsonStream implements BodyStream {
  #isNamed = false;

  piece(body: string): readonly Sent[] | Exception {
    if (this.#isNamed) return [];
    const value = this.#read(body, false);
    return 'raises' in value ? value : this.#named(value.object);
  }

  close(body: string): readonly Sent[] | Exception {
    const value = this.#read(body, true);
    if ('raises' in value) return value;
    const given = value.object === null ? undefined : argumentsOf(value.object);
    const text = given === undefined || given === null ? '{}' : (pythonDumps(given) ?? '{}');
    return [...this.#named(value.object), ...(text === '{}' || text === '[]' ? [] : [{ argumentsText: text }])];
  }

  #named(object: PythonDict | null): readonly Sent[] {
    const name = object?.get('name');
    if (this.#isNamed || typeof name !== 'string' || name === '') return [];
    this.#isNamed = true;
    return [{ name }];
  }

  /** With the partial-JSON reader, whose own errors are ignored; those of `json.loads` and its assertions are not. */
  #read(body: string, isOver: boolean): { readonly object: PythonDict | null } | Exception {
    const { from, to } = strippedSpan(body);
    if (from === to) return { object: null };
    const reading = readPartialJson(body, from, to, { strings: isOver });
    if (reading.ok) return { object: isDict(reading.node.value) ? reading.node.value : null };
    const { why, at, message = '' } = reading;
    if (why === 'malformed') return { object: null };
    if (why === 'partial') return { raises: 'PartialJSON', message: '' };
    if (why === 'assertion') return { raises: 'AssertionError', message: '' };
    if (why === 'pop-from-empty-list') return { raises: 'IndexError', message: 'pop from empty list' };
    if (why === 'too-deep') return { raises: 'RecursionError', message };
    if (why === 'too-many-digits') return { raises: 'ValueError', message };
    return { raises: 'JSONDecodeError', message: decodeErrorText(body, { message, at }, from) };
  }
}
