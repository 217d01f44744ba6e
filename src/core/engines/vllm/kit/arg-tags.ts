import { slice, type Span } from '../../../text/document/index.ts';
import {
  afterRegexSpace,
  PythonDict,
  pythonDumps,
  type PythonValue,
  strippedSpan,
} from '../../../text/languages/index.ts';
import { isObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type EngineCall, loads } from '../../kit/index.ts';
import { commonWords } from './common-words.ts';
import { parametersOf, valueUnder } from './declared.ts';
import type { Parsed, VllmCode } from '../parser.ts';
import { through } from './through.ts';
import { literalOrText, type Typed } from './typing.ts';

// `<arg_key>` and `<arg_value>` in `<tool_call>`: `glm45` and `glm47` of 2026-05, and `poolside_v1`.

export const OPEN = '<tool_call>';
export const CLOSE = '</tool_call>';
export const KEY = '<arg_key>';
export const KEY_END = '</arg_key>';
export const VALUE = '<arg_value>';
export const VALUE_END = '</arg_value>';

export interface Pair {
  readonly span: Span;
  readonly key: Span;
  readonly value: Span;
}

/** `<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>`: a key goes on to the first closer with a value after it. */
export function* pairsIn(text: string, { from: start, to: end }: Span): Generator<Pair> {
  const held = text.slice(start, end);
  for (let at = held.indexOf(KEY); at >= 0;) {
    const keyFrom = at + KEY.length;
    let keyTo = held.indexOf(KEY_END, keyFrom);
    let valueTag = -1;
    while (keyTo >= 0) {
      valueTag = afterRegexSpace(held, keyTo + KEY_END.length);
      if (held.startsWith(VALUE, valueTag)) break;
      keyTo = held.indexOf(KEY_END, keyTo + 1);
    }
    const valueFrom = valueTag + VALUE.length;
    const valueTo = keyTo < 0 ? -1 : held.indexOf(VALUE_END, valueFrom);
    if (valueTo < 0) return;
    const to = valueTo + VALUE_END.length;
    yield {
      span: { from: start + at, to: start + to },
      key: { from: start + keyFrom, to: start + keyTo },
      value: { from: start + valueFrom, to: start + valueTo },
    };
    at = held.indexOf(KEY, to);
  }
}

/** `_is_string_type`; null where Python raises AttributeError, for a schema that is not an object. */
export function isDeclaredString(tools: readonly ToolDefinition[], name: string, key: string): boolean | null {
  const parameters = parametersOf(tools, name);
  if (parameters === undefined) return false;
  const properties = valueUnder(parameters, 'properties') ?? {};
  if (!isObject(properties)) return null;
  const declared = valueUnder(properties, key) ?? {};
  return isObject(declared) ? valueUnder(declared, 'type') === 'string' : null;
}

/** `_deserialize`: JSON, else a Python literal, else the text. Only JSONDecodeError, ValueError and SyntaxError are caught. */
export function deserialized(text: string): Typed {
  const json = loads(text);
  return 'raises' in json && json.raises === 'JSONDecodeError' ? literalOrText(text, true) : json;
}

export const argTagsWords = {
  'has-closed-block': {
    question: `Is there a \`${OPEN}\` with a \`${CLOSE}\` after it?`,
    yes: 'The parser reads every such block on its own.',
    no: 'The parser returns the whole reply as content.',
  },
  'no-name-line': 'This block contains no newline, so its name does not end: the parser skips the block',
  'no-name-pattern': 'A block needs a name, then optional arguments, then the closing tag: the parser skips this one',
  'empty-name': 'The first line is empty: the parser makes the call with an empty name.',
  'tag-in-name': `The name contains \`${OPEN}\`: the block begins with the first one.`,
  'pair-skipped': `This text is not an \`${KEY}\` with a value after it: the parser skips it silently.`,
  'string-kept': 'Declared as string, so the text stays as it is',
  'string-stripped': 'Declared as string, without the white space around it',
  'literal-value': 'Not declared as string, but JSON or a Python literal, so the parser converts it',
  'value-raises': commonWords['value-raises'],
  'no-json': commonWords['no-json'],
  'no-mapping': 'The schema of this argument is not an object: Python raises AttributeError',
  'text-dropped': commonWords['text-dropped'],
} as const;

type ArgTagsCode = keyof typeof argTagsWords;

type ArgTagsSteps = Recorder<ArgTagsCode | VllmCode>;

/** Where in a block the name is, and where its arguments are. */
export interface Head {
  readonly name: Span;
  readonly rest: Span;
}

export interface ArgTags {
  /** Whether a text that is declared as string loses the space around it. */
  readonly strips: boolean;
  /** Null where the block is skipped. `block` has its tags. */
  headOf(text: string, block: Span): Head | null;
  readonly skipped: ArgTagsCode;
}

/** `extract_tool_calls`. */
export function parseArgTags(
  text: string,
  tools: readonly ToolDefinition[],
  tags: ArgTags,
  steps: ArgTagsSteps,
): Parsed {
  const whole = { from: 0, to: text.length };
  const allContent: Parsed = { called: false, calls: [], content: [whole], text };
  const first = text.indexOf(OPEN);
  const isClosed = first >= 0 && text.includes(CLOSE, first);
  steps.gate('has-closed-block', isClosed, whole, isClosed ? { from: first, to: first + OPEN.length } : null);
  const calls: EngineCall[] = [];
  let to = first;
  for (let from = first; from >= 0; from = text.indexOf(OPEN, to)) {
    const closer = text.indexOf(CLOSE, from);
    if (closer < 0) break;
    to = closer + CLOSE.length;
    const call = readBlock(text, { from, to }, tools, tags, steps);
    if (call === 'raised') {
      steps.quirk('all-content', whole);
      return allContent;
    }
    if (call !== null) calls.push(call);
  }
  if (calls.length === 0) return allContent;
  const dropped = strippedSpan(text, to, text.length);
  if (dropped.from < dropped.to) steps.quirk('text-dropped', dropped);
  const kept = { from: 0, to: first };
  const blank = strippedSpan(text, 0, first);
  if (blank.from === blank.to) return { called: true, calls, content: [], markup: [kept], text: null };
  return { called: true, calls, content: [kept], text: slice(text, kept) };
}

function readBlock(
  text: string,
  span: Span,
  tools: readonly ToolDefinition[],
  tags: ArgTags,
  steps: ArgTagsSteps,
): EngineCall | null | 'raised' {
  steps.enter('block', OPEN, span);
  steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
  const head = tags.headOf(text, span);
  if (head === null) {
    steps.reject(tags.skipped, span, span.to - CLOSE.length);
    steps.leave(span, 'malformed');
    return null;
  }
  const nameSpan = strippedSpan(text, head.name.from, head.name.to);
  const name = slice(text, nameSpan);
  if (name === '') steps.quirk('empty-name', head.name);
  else steps.read('name', nameSpan);
  if (name.includes(OPEN)) steps.quirk('tag-in-name', nameSpan);
  const values = new PythonDict();
  let argumentsSpan: Span | null = null;
  let at = head.rest.from;
  for (const pair of pairsIn(text, head.rest)) {
    noteSkipped(text, { from: at, to: pair.span.from }, steps);
    at = pair.span.to;
    const value = readPair(text, pair, name, tools, tags, steps);
    if (value === undefined) {
      steps.leave(span, 'malformed');
      return 'raised';
    }
    values.set(slice(text, strippedSpan(text, pair.key.from, pair.key.to)), value);
    argumentsSpan = through(argumentsSpan, pair.span);
  }
  noteSkipped(text, { from: at, to: head.rest.to }, steps);
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) {
    steps.reject('no-json', span);
    steps.leave(span, 'malformed');
    return 'raised';
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  steps.marker(CLOSE, 'close', span.to - CLOSE.length, span.to);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText, argumentsSpan };
}

/** Undefined where an exception leaves the loop. */
function readPair(
  text: string,
  { key, value }: Pair,
  name: string,
  tools: readonly ToolDefinition[],
  tags: ArgTags,
  steps: ArgTagsSteps,
): PythonValue | undefined {
  const keySpan = strippedSpan(text, key.from, key.to);
  steps.read('key', keySpan);
  const isString = isDeclaredString(tools, name, slice(text, keySpan));
  if (isString === null) {
    steps.reject('no-mapping', key);
    return undefined;
  }
  const stripped = strippedSpan(text, value.from, value.to);
  if (isString) {
    const kept = tags.strips ? stripped : value;
    steps.read(tags.strips ? 'string-stripped' : 'string-kept', kept);
    return slice(text, kept);
  }
  const raw = slice(text, stripped);
  const typed = deserialized(raw);
  if ('raises' in typed) {
    steps.reject('value-raises', value);
    return undefined;
  }
  steps.read(typed.value === raw ? 'value' : 'literal-value', stripped);
  return typed.value;
}

export function noteSkipped(text: string, { from, to }: Span, steps: Recorder<'pair-skipped'>): void {
  const skipped = strippedSpan(text, from, to);
  if (skipped.from < skipped.to) steps.quirk('pair-skipped', skipped);
}
