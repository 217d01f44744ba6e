import { isDict, isList, type PythonNode, readPythonJson, strippedSpan } from '../../text/languages/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { dumped, hermesAgentParser } from './parser.ts';
import { RawValues } from './raw-values.ts';

const TOKEN = '[TOOL_CALLS]';

/** The first part decides: `name{…}` for each part, or the list of the first part alone. */
export const mistral = hermesAgentParser({
  flag: 'mistral',
  formats: ['mistral', 'mistral-v11'],
  reads: 'name{…} after each [TOOL_CALLS], or the JSON list after the first one; a broken list is read item by item.',
  words: { 'picked-out': 'The list is no JSON: the parser picks the objects with a name out of it' },
  find(text, _tools, steps) {
    const first = text.indexOf(TOKEN);
    if (first < 0) return null;
    const parts: { from: number; to: number }[] = [];
    for (let at = first; at >= 0;) {
      const next = text.indexOf(TOKEN, at + TOKEN.length);
      parts.push(strippedSpan(text, at + TOKEN.length, next < 0 ? text.length : next));
      at = next;
    }
    const [head] = parts as [{ from: number; to: number }];
    const isList = '[{'.includes(text.charAt(head.from)) && head.from < head.to;
    if (!isList) return { calls: parts.flatMap((part) => named(text, part)), contentTo: first };
    const reading = readPythonJson(text, head.from, head.to);
    if (reading.ok) {
      const calls = listed(reading.node);
      if (calls !== null) return { calls, contentTo: first };
      steps.quirk('gives-up', head);
      return null;
    }
    steps.reject('json-syntax', head, reading.error.at, reading.error);
    steps.quirk('picked-out', head);
    return { calls: picked(text.slice(0, head.to), head.from), contentTo: first };
  },
});

/** `name{…}`: arguments are written anew where they are JSON, and kept as they are otherwise. */
function named(text: string, part: { from: number; to: number }): EngineCall[] {
  // In the part alone: of many parts, each would look through all that follows.
  const offset = text.slice(part.from, part.to).indexOf('{');
  if (offset < 0) return [];
  const open = part.from + offset;
  const nameSpan = strippedSpan(text, part.from, open);
  const reading = readPythonJson(text, open, part.to);
  const argumentsSpan = { from: open, to: part.to };
  const argumentsText = reading.ok ? dumped(reading.node.value) : text.slice(open, part.to);
  return [{ span: part, name: text.slice(nameSpan.from, nameSpan.to), nameSpan, argumentsText, argumentsSpan }];
}

/** Null where an item is no object with a name, which is an exception. */
function listed(node: PythonNode): EngineCall[] | null {
  const calls: EngineCall[] = [];
  for (const item of isList(node.value) ? (node.items ?? []) : [node]) {
    const call = callOf(item);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

function callOf(node: PythonNode): EngineCall | null {
  const { value, members } = node;
  const name = isDict(value) ? value.get('name') : undefined;
  if (!isDict(value) || typeof name !== 'string') return null;
  const given = value.get('arguments') ?? (value.has('arguments') ? null : undefined);
  // Any other type is a ValidationError.
  if (given !== undefined && typeof given !== 'string' && !isDict(given)) return null;
  return {
    span: { from: node.from, to: node.to },
    name,
    nameSpan: members?.get('name')?.node ?? node,
    argumentsText: given === undefined ? '{}' : typeof given === 'string' ? given : dumped(given),
    argumentsSpan: members?.get('arguments')?.node ?? null,
  };
}

function picked(text: string, from: number): EngineCall[] {
  const calls: EngineCall[] = [];
  const values = new RawValues(text);
  for (let at = from; at < text.length;) {
    const read = values.at(at);
    const call = read === null ? null : callOf(read.node);
    if (call !== null) calls.push(call);
    at = read === null ? at + 1 : Math.max(read.end, at + 1);
  }
  return calls;
}
