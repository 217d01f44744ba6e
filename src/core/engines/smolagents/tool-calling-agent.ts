import {
  decodeErrorText,
  isDict,
  pythonDumps,
  pythonRepr,
  pythonStr,
  type PythonValue,
  readPythonJson,
} from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, type Exception, raisedBy, type Reading, textAgentRuntime } from '../kit/index.ts';

/** The call with values as the agent gets them. */
export interface SmolagentsReading extends Reading {
  readonly given: { readonly name: PythonValue; readonly arguments: PythonValue } | null;
}

export const source = { version: '1.27.0.dev0', commit: 'e3a5b899' } as const;

/** What is between the first opening and the last closing brace has to be one JSON object. */
export const toolCallingAgent = textAgentRuntime<SmolagentsReading>({
  name: 'ToolCallingAgent',
  slug: 'tool-calling-agent',
  project: 'smolagents',
  flag: 'ToolCallingAgent',
  label: 'smolagents ToolCallingAgent',
  source: { ...source, file: 'src/smolagents/utils.py' },
  formats: ['raw-json'],
  reads: 'One JSON object from the first { to the last } of the text, if the server returned no calls.',
  served: 'error',
  words: {
    'finds-call': {
      question: 'Does the text have a JSON object with a name from its first `{` to its last `}`?',
      yes: 'It is the call, and all other text is dropped.',
      no: 'The agent sends an error back to the model.',
    },
    'raises-ValueError': 'The agent sends this error back to the model, which may try again.',
    'raises-RecursionError': 'The agent sends this error back to the model: the JSON is nested too deeply.',
    'no-braces': 'The text has no `}`',
    'no-name': 'The object has no key `name`',
    'no-arguments': 'The object has no key `arguments`: the tool gets none',
  },
  parse: (text, _tools, steps) => readBlob(text, steps),
});

function readBlob(text: string, steps: Recorder<string>): SmolagentsReading {
  const refused = (code: string, error: Exception, at = 0): SmolagentsReading => {
    steps.reject(code, { from: at, to: text.length }, at);
    return { calls: [], content: [], text: null, given: null, raises: { ...error, at } };
  };
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (last < 0) return refused('no-braces', valueError('The model output does not contain any JSON blob.'));
  // Python counts an index of -1 from the end.
  const from = first < 0 ? text.length - 1 : first;
  const blob = text.slice(from, Math.max(from, last + 1));
  const reading = readPythonJson(blob, 0, blob.length, { controlCharacters: true });
  if (!reading.ok) {
    const { error } = reading;
    const raises = raisedBy(error);
    const given =
      raises === 'JSONDecodeError'
        ? valueError(messageOf(text, blob, error.at, decodeErrorText(blob, error)))
        : { raises, message: error.message };
    return refused('json-syntax', given, Math.min(from, text.length));
  }
  const { value, members } = reading.node;
  const name = isDict(value) ? value.get('name') : undefined;
  if (!isDict(value) || name === undefined) {
    const keys = isDict(value) ? pythonRepr(value.keys()) : '[]';
    return refused('no-name', valueError(`Tool call needs to have a key 'name'. Got keys: ${keys} instead`), from);
  }
  const raw = value.get('arguments') ?? null;
  // Once by the reader, and once where its answer is made a call.
  const given = parsedIfJson(parsedIfJson(raw));
  const span = { from, to: last + 1 };
  if (!value.has('arguments')) steps.quirk('no-arguments', span);
  const placed = (key: string): { from: number; to: number } | null => {
    const node = members?.get(key)?.node;
    return node === undefined ? null : { from: from + node.from, to: from + node.to };
  };
  const call: EngineCall = {
    span,
    name: pythonStr(name),
    nameSpan: placed('name') ?? span,
    argumentsText: typeof given === 'string' ? given : (pythonDumps(given) ?? 'null'),
    argumentsSpan: placed('arguments'),
  };
  return { calls: [call], content: [], text: null, given: { name, arguments: given } };
}

function valueError(message: string): Exception {
  return { raises: 'ValueError', message };
}

function messageOf(text: string, blob: string, at: number, why: string): string {
  const characters = Array.from(text);
  const place = Array.from(blob.slice(0, at)).length;
  const slice = (from: number, to: number): string =>
    characters.slice(from < 0 ? Math.max(0, characters.length + from) : from, Math.max(0, to)).join('');
  if (slice(place - 1, place + 2) === '},\n')
    return 'JSON is invalid: you probably tried to provide multiple tool calls in one action. PROVIDE ONLY ONE TOOL CALL.';
  const part = place - 4 < 0 && characters.length + place - 4 > place + 5 ? '' : slice(place - 4, place + 5);
  const blobText = `JSON blob was: ${text}, decoding failed on that specific part of the blob:\n'${part}'.`;
  return `The JSON blob you used is invalid due to the following error: ${why}.\n${blobText}`;
}

function parsedIfJson(value: PythonValue): PythonValue {
  const reading = typeof value === 'string' ? readPythonJson(value) : null;
  return reading?.ok === true ? reading.node.value : value;
}
