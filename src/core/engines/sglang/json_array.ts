import { isDict, isList, isOrjson, pythonDumps, type PythonNode, readPythonJson } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { gapsIn, pythonJsonWords } from '../kit/index.ts';
import { BaseStream } from './kit/base-stream.ts';
import {
  july,
  sglangRuntime,
  type Detected,
  type DetectedCall,
  type SglangCode,
  type SglangDetector,
  type SglangRuntime,
} from './detector.ts';
import { orjsonNode } from './kit/orjson-values.ts';
import { allContent } from './kit/content.ts';

const words = {
  json_array: 'The array that `tool_choice` requires',
  ...pythonJsonWords,
  'declares-tools': {
    question: 'Does the request declare tools?',
    yes: 'The server reads the whole reply as an array of calls.',
    no: 'The server returns the whole reply as content.',
  },
  'json-syntax': '`orjson.loads` rejects this',
  'not-orjson': '`json.loads` accepts this, but `orjson` rejects it: it contains `NaN` or half of a surrogate pair',
  'not-an-array': 'This is not an array: the server finds no calls in it',
  'item-not-a-call': 'This item is not an object with `name` and `parameters`',
  'name-not-str': 'The name is not a string: the server rejects the call',
  'all-content': 'The server gives up: it returns the whole reply as content, without any call.',
  'name-unchecked': 'No declared tool has this name. The server does not check that here.',
} as const;

type Code = keyof typeof words;

const detector: SglangDetector<Code> = {
  flag: 'json_array',
  source: july,
  file: 'json_array_parser.py',
  formats: [],
  reads:
    'An array of {"name", "parameters"}, which the server requires if `tool_choice` is `required` or names a tool.',
  words,
  gate(text) {
    const from = text.search(/[[{]/);
    return from < 0 ? null : { from, to: from + 1 };
  },
  detect: () => ({ calls: [], content: [], text: '', raises: { raises: 'NotImplementedError', at: 0 } }),
  serveWhole,
  stream: (tools) =>
    new BaseStream(
      { open: '[', close: ']', separator: ',' },
      (text) => text.includes('[') || text.includes('{'),
      tools,
    ),
};

/** A detector without a name of its own. */
export const json_array: SglangRuntime = {
  ...sglangRuntime(detector),
  flag: 'tool_choice: required',
  label: 'SGLang tool_choice: required',
};

/** For whole replies the server reads the array itself. */
function serveWhole(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | SglangCode>): Detected {
  const whole = { from: 0, to: text.length };
  if (!steps.gate('declares-tools', tools.length > 0, whole)) return allContent(text);
  const calls = readArray(text, tools, steps);
  if (calls === null) {
    steps.quirk('all-content', whole);
    return allContent(text);
  }
  // Brackets and commas.
  const markup = gapsIn(
    whole,
    calls.map(({ span }) => span),
  );
  return { calls, content: [], markup, text: '' };
}

/** The calls of the array; null where the server shows the reply as it is. */
function readArray(
  reply: string,
  tools: readonly ToolDefinition[],
  steps: Recorder<Code | SglangCode>,
): DetectedCall[] | null {
  const whole = { from: 0, to: reply.length };
  const reading = readPythonJson(reply);
  if (!reading.ok) {
    steps.reject('json-syntax', whole, reading.error.at, reading.error);
    return null;
  }
  if (!isOrjson(reply, 0, reply.length)) {
    steps.reject('not-orjson', whole);
    return null;
  }
  const node = orjsonNode(reading.node);
  if (!isList(node.value)) {
    steps.reject('not-an-array', node);
    return null;
  }
  const names = new Set(tools.map(({ name }) => name));
  const calls: DetectedCall[] = [];
  for (const item of node.items ?? []) {
    const call = readItem(item, calls.length, names, steps);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

function readItem(
  item: PythonNode,
  toolIndex: number,
  names: ReadonlySet<string>,
  steps: Recorder<Code | SglangCode>,
): DetectedCall | null {
  const name = item.members?.get('name')?.node;
  const parameters = item.members?.get('parameters')?.node;
  if (!isDict(item.value) || name === undefined || parameters === undefined) {
    steps.reject('item-not-a-call', item);
    return null;
  }
  if (typeof name.value !== 'string') {
    steps.reject('name-not-str', name);
    return null;
  }
  steps.read('name', name);
  if (!names.has(name.value)) steps.quirk('name-unchecked', name);
  steps.read('arguments', parameters);
  return {
    span: { from: item.from, to: item.to },
    name: name.value,
    nameSpan: { from: name.from, to: name.to },
    argumentsText: pythonDumps(parameters.value) ?? '',
    argumentsSpan: { from: parameters.from, to: parameters.to },
    toolIndex,
  };
}
