import type { Span } from '../../../text/document/index.ts';
import { isDict, pythonDumps, type PythonNode, type PythonValue } from '../../../text/languages/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type EngineCall, gapsIn } from '../../kit/index.ts';
import type { ParserStream } from '../parser.ts';

// JSON lists of calls, as `hunyuan_a13b` and `xlam` read them.

export const listWords = {
  'not-a-list': 'The JSON is not a list, so the parser finds no call in it',
  'entry-skipped': 'This entry is not an object with `name` and `arguments`: the parser skips it',
  'name-not-str': 'The name is not a string: creating the call raises ValidationError, which the parser catches',
  'arguments-not-str':
    'The arguments are neither an object nor a string: creating the call raises ValidationError, which the parser catches',
  'arguments-string': 'The arguments are a string, and the parser passes it on without parsing it.',
} as const;

/**
 * The calls of a list; null where one makes the server's own classes raise.
 *
 * @param ascii whether arguments have escapes for what is not ASCII
 */
export function listedCalls(
  list: PythonNode,
  ascii: boolean,
  steps: Recorder<keyof typeof listWords>,
): EngineCall[] | null {
  const calls: EngineCall[] = [];
  for (const entry of list.items ?? []) {
    const name = entry.members?.get('name')?.node;
    const given = entry.members?.get('arguments')?.node;
    if (name === undefined || given === undefined) {
      steps.reject('entry-skipped', entry);
      continue;
    }
    const argumentsText = isDict(given.value) ? pythonDumps(given.value, { ascii }) : given.value;
    if (typeof name.value !== 'string' || typeof argumentsText !== 'string') {
      if (typeof name.value !== 'string') steps.reject('name-not-str', name);
      else steps.reject('arguments-not-str', given);
      return null;
    }
    steps.read('name', name);
    if (typeof given.value === 'string') steps.quirk('arguments-string', given);
    else steps.read('arguments', given);
    calls.push({
      span: { from: entry.from, to: entry.to },
      name: name.value,
      nameSpan: { from: name.from, to: name.to },
      argumentsText,
      argumentsSpan: { from: given.from, to: given.to },
    });
  }
  return calls;
}

/** Brackets, commas and white space of a list: what of it lies outside of its items. */
export function listMarkup({ from, to, items = [] }: PythonNode): Span[] {
  return gapsIn({ from, to }, items);
}

/** A list that `json.loads` read, as the server's repair looks at it. */
export function repairedFrom(list: readonly PythonValue[]): ParserStream['previous'] {
  return list.map((entry) => {
    if (!isDict(entry)) return null;
    const given = entry.get('arguments');
    return given === undefined ? {} : { arguments: given };
  });
}
