import {
  isDict,
  isList,
  type PythonNode,
  type PythonValue,
  readPythonJson,
  strippedSpan,
} from '../../text/languages/index.ts';
import { type EngineCall, uncaught } from '../kit/index.ts';
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
    if (!isList) {
      const calls: EngineCall[] = [];
      for (const part of parts) {
        const call = named(text, part);
        if (call === 'gives-up') {
          steps.quirk('gives-up', part);
          return null;
        }
        if (call !== null) calls.push(call);
      }
      return { calls, contentTo: first };
    }
    const reading = readPythonJson(text, head.from, head.to);
    if (!reading.ok) steps.reject('json-syntax', head, reading.error.at, reading.error);
    const isSyntax = !reading.ok && uncaught(reading.error) === null;
    if (isSyntax) steps.quirk('picked-out', head);
    const calls = reading.ok ? listed(reading.node) : isSyntax ? picked(text.slice(0, head.to), head.from) : null;
    if (calls !== null) return { calls, contentTo: first };
    steps.quirk('gives-up', head);
    return null;
  },
});

/** `name{…}`: arguments are written anew where they are JSON, and kept as they are otherwise. */
function named(text: string, part: { from: number; to: number }): EngineCall | 'gives-up' | null {
  // In the part alone: of many parts, each would look through all that follows.
  const offset = text.slice(part.from, part.to).indexOf('{');
  if (offset < 0) return null;
  const open = part.from + offset;
  const nameSpan = strippedSpan(text, part.from, open);
  const reading = readPythonJson(text, open, part.to);
  if (!reading.ok && uncaught(reading.error) !== null) return 'gives-up';
  const argumentsSpan = { from: open, to: part.to };
  const argumentsText = reading.ok ? dumped(reading.node.value) : text.slice(open, part.to);
  return { span: part, name: text.slice(nameSpan.from, nameSpan.to), nameSpan, argumentsText, argumentsSpan };
}

/** Null for an exception. */
function listed(node: PythonNode): EngineCall[] | null {
  const calls: EngineCall[] = [];
  for (const item of isList(node.value) ? (node.items ?? []) : [node]) {
    const { value } = item;
    // `"name" not in item` asks for a part of a text and for an item of a list.
    const isNameless = isDict(value) ? !value.has('name') : canHold(value) && !value.includes('name');
    if (isNameless) continue;
    const call = callOf(item);
    if (call === null) return null;
    calls.push(call);
  }
  return calls;
}

const canHold = (value: PythonValue): value is string | PythonValue[] => typeof value === 'string' || isList(value);

/** Null for an exception: an item that is no object, or with a name or arguments that are a ValidationError. */
function callOf(node: PythonNode): EngineCall | null {
  const { value, members } = node;
  const name = isDict(value) ? value.get('name') : undefined;
  if (!isDict(value) || typeof name !== 'string') return null;
  const given = value.get('arguments') ?? (value.has('arguments') ? null : undefined);
  if (given !== undefined && typeof given !== 'string' && !isDict(given)) return null;
  return {
    span: { from: node.from, to: node.to },
    name,
    nameSpan: members?.get('name')?.node ?? node,
    argumentsText: given === undefined ? '{}' : typeof given === 'string' ? given : dumped(given),
    argumentsSpan: members?.get('arguments')?.node ?? null,
  };
}

/** The objects with a name, wherever they begin; null for an exception. */
function picked(text: string, from: number): EngineCall[] | null {
  const calls: EngineCall[] = [];
  const values = new RawValues(text);
  for (let at = from; at < text.length;) {
    const read = values.at(at);
    if (read !== null && 'raises' in read) return null;
    if (read !== null && isDict(read.node.value) && read.node.value.has('name')) {
      const call = callOf(read.node);
      if (call === null) return null;
      calls.push(call);
    }
    at = read?.end ?? at + 1;
  }
  return calls;
}
