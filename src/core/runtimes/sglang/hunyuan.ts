import type { Span } from '../../document/span.ts';
import { pythonDumps } from '../../json/dialects/python-dumps.ts';
import { isObject, type JsonValue, own } from '../../json/node.ts';
import { pythonFloat, pythonInt } from '../../languages/python/numbers.ts';
import { afterSpace, stripPython, strippedSpan } from '../../languages/python/text.ts';
import { PythonDict, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { Message, MessageCall, Raised } from '../kit/engine-stream.ts';
import { isValueError, loads } from '../kit/loads.ts';
import { argPairs, argPairWords, KEY, KEY_END, readArgPairs, VALUE, VALUE_END } from './kit/arg-pairs.ts';
import { toolPositions } from './kit/base-json.ts';
import { blockWords, noteBlock } from './kit/block-notes.ts';
import { afterCharacters, characterCount, partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { blankGaps, firstMarker, isBlank } from './kit/sections.ts';
import { tagWords } from './kit/tool-call-tags.ts';
import { get, toolNamed, type Typed } from './kit/typed-values.ts';

const SECTION = '<tool_calls>';
const SECTION_END = '</tool_calls>';
const OPEN = '<tool_call>';
const SEPARATOR = '<tool_sep>';
const CLOSE = '</tool_call>';

const words = {
  ...argPairWords,
  ...blockWords,
  'text-dropped': tagWords['text-dropped'],
  'call-unreadable': 'A block needs `<tool_sep>` and then `</tool_call>`: the detector skips this one',
  'all-content': 'The detector catches the exception and returns the whole reply as content, without any call.',
  'text-ignored': 'The detector ignores text between the arguments.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const hunyuan = sglangRuntime({
  flag: 'hunyuan',
  file: 'hunyuan_detector.py',
  formats: ['hunyuan-hy3'],
  reads: 'A name, <tool_sep>, then <arg_key> and <arg_value> pairs, in every <tool_call> of a reply with <tool_calls>.',
  words,
  gate: (text) => firstMarker(text, SECTION),
  detect,
  stream: (tools) => new HunyuanStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(SECTION);
  if (first < 0) return { calls: [], content: [whole], text };
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const blocks: Span[] = [];
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const separator = text.indexOf(SEPARATOR, from + OPEN.length);
    const closer = separator < 0 ? -1 : text.indexOf(CLOSE, separator + SEPARATOR.length);
    if (closer < 0) {
      steps.reject('call-unreadable', { from, to: from + OPEN.length });
      break;
    }
    const block = { span: { from, to: closer + CLOSE.length }, separator, closer };
    blocks.push(block.span);
    steps.enter('block', OPEN, block.span);
    steps.marker(OPEN, 'open', from, from + OPEN.length);
    noteBlock(text, { from: from + OPEN.length, to: closer }, steps);
    const call = readBlock(text, block, tools, positions, steps);
    if (call !== null && 'raises' in call) {
      steps.leave(block.span, 'malformed');
      steps.quirk('all-content', whole);
      return { calls: [], content: [whole], text };
    }
    if (call !== null) calls.push(call);
    steps.marker(CLOSE, 'close', closer, block.span.to);
    steps.leave(block.span, call === null ? 'empty' : 'matched');
    from = text.indexOf(OPEN, block.span.to);
  }
  const held = inOrder([...blocks, ...sectionMarkers(text, blocks)]).filter(({ from }) => from >= first);
  noteDropped(text, held, first, steps);
  const before = strippedSpan(text, 0, first);
  const markup =
    calls.length === 0
      ? []
      : [...sectionMarkers(text, blocks), ...blankGaps(text, { from: first, to: text.length }, held)];
  return { calls, content: [before], markup, text: text.slice(before.from, before.to) };
}

interface Block {
  readonly span: Span;
  readonly separator: number;
  readonly closer: number;
}

function readBlock(
  text: string,
  { span, separator, closer }: Block,
  tools: readonly ToolDefinition[],
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | Raised | null {
  const nameSpan = strippedSpan(text, span.from + OPEN.length, separator);
  const name = text.slice(nameSpan.from, nameSpan.to);
  const toolIndex = positions.get(name);
  if (toolIndex === undefined) {
    steps.reject('undeclared-dropped', nameSpan.from < nameSpan.to ? nameSpan : span);
    return null;
  }
  steps.read('name', nameSpan);
  const area = { from: separator + SEPARATOR.length, to: closer };
  const values = readArgPairs(text, area, {}, (value, key) => valueOf(value, schemaOf(tools, name, key)), steps);
  if ('raises' in values) return values;
  if (values.size === 0) {
    steps.read('no-arguments', span);
    const rest = afterSpace(text, area.from, area.to);
    if (rest < area.to) steps.quirk('text-ignored', { from: rest, to: area.to });
  }
  const argumentsSpan = values.size === 0 ? null : area;
  return { span, name, nameSpan, argumentsText: pythonDumps(values) ?? '', argumentsSpan, toolIndex };
}

/** The markers of sections that lie outside of calls. */
function sectionMarkers(text: string, blocks: readonly Span[]): Span[] {
  const markers: Span[] = [];
  for (const marker of [SECTION, SECTION_END]) {
    let next = 0;
    for (let from = text.indexOf(marker); from >= 0; from = text.indexOf(marker, from + marker.length)) {
      while ((blocks[next]?.to ?? text.length) <= from) next += 1;
      if (from < (blocks[next]?.from ?? text.length)) markers.push({ from, to: from + marker.length });
    }
  }
  return inOrder(markers);
}

function inOrder(spans: readonly Span[]): Span[] {
  return spans.toSorted((one, other) => one.from - other.from);
}

function noteDropped(text: string, held: readonly Span[], first: number, steps: Steps): void {
  let at = first;
  for (const { from, to } of [...held, { from: text.length, to: text.length }]) {
    if (from > at && !isBlank(text, at, from)) steps.quirk('text-dropped', strippedSpan(text, at, from));
    at = Math.max(at, to);
  }
}

/** `_get_arg_schema`; undefined where it raises. */
function schemaOf(tools: readonly ToolDefinition[], name: string, key: string): JsonValue | undefined {
  const schema = toolNamed(tools, name)?.schema;
  if (schema === undefined) return {};
  const properties = get(schema, 'properties', {});
  return isObject(properties) ? get(properties, key, {}) : undefined;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['varchar', 'string'],
  ['char', 'string'],
  ['enum', 'string'],
  ['bool', 'boolean'],
  ['binary', 'boolean'],
  ['int', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['list', 'array'],
  ['dict', 'object'],
  ['map', 'object'],
]);

function normalized(type: string): string {
  const alias = ALIASES.get(type);
  if (alias !== undefined) return alias;
  const lower = type.toLowerCase();
  if (['int', 'uint', 'long', 'short', 'unsigned'].some((begin) => lower.startsWith(begin))) return 'integer';
  return lower.startsWith('num') || lower.startsWith('float') ? 'number' : type;
}

/** `_get_types`: all types of a schema but null; null where that raises, as for a `type` that is a list. */
function typesOf(schema: JsonValue | undefined): ReadonlySet<string> | null {
  if (!isObject(schema)) {
    const isEmpty = typeof schema === 'string' || Array.isArray(schema);
    return isEmpty && !['type', 'anyOf', 'oneOf'].some((key) => schema.includes(key)) ? new Set(['string']) : null;
  }
  const choices = Object.hasOwn(schema, 'type') ? [schema] : (own(schema, 'anyOf') ?? own(schema, 'oneOf') ?? [{}]);
  if (!Array.isArray(choices) || own(schema, 'anyOf') === null) return null;
  const types = new Set<string>();
  for (const choice of choices) {
    const type = isObject(choice) ? get(choice, 'type', 'string') : null;
    if (typeof type !== 'string') return null;
    types.add(normalized(type));
  }
  types.delete('null');
  return types;
}

/** `_parse_value`: boolean, integer, number, JSON and string are tried in this order, as far as the schema names them. */
function valueOf(text: string, schema: JsonValue | undefined): Typed {
  const types = typesOf(schema);
  if (types === null) return { raises: 'TypeError' };
  const word = text.toLowerCase();
  if (types.has('boolean') && (word === 'true' || word === 'false')) return { value: word === 'true' };
  const integer = types.has('integer') ? pythonInt(text) : null;
  if (integer !== null) return { value: integer };
  const number = types.has('number') ? (/[.e]/i.test(text) ? pythonFloat(text) : pythonInt(text)) : null;
  if (number !== null) return { value: number };
  const isString = types.has('string');
  if (!isString || [...types].some((type) => !['string', 'boolean', 'integer', 'number'].includes(type))) {
    const json = loads(text);
    if (!('raises' in json) || !isValueError(json.raises)) return json;
  }
  return isString ? { value: text } : { value: text, note: 'kept-text' };
}

/** Sends arguments as they come; undeclared tools are called too. An exception is caught, and what the piece made is lost. */
class HunyuanStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #buffer = '';
  #isInside = false;
  #index = -1;
  /** Of the call that is open. */
  #name: string | null = null;
  #values = new PythonDict();
  /** So many characters of its arguments are sent. */
  #sent = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string): Message | null {
    this.#buffer += delta;
    if (this.#isInside) return this.#read('');
    const text = this.#buffer;
    const opener = text.indexOf(SECTION);
    if (opener < 0) {
      const to = text.length - partialEnd(text, SECTION);
      this.#buffer = text.slice(to);
      return { content: text.slice(0, to) };
    }
    this.#buffer = text.slice(opener + SECTION.length);
    this.#isInside = true;
    return this.#read(text.slice(0, opener));
  }

  #read(content: string): Message | null {
    const calls: MessageCall[] = [];
    for (;;) {
      if (this.#name === null && !this.#begin(calls)) break;
      const sent = this.#sendArguments();
      if (sent === null) return null;
      if (sent !== '') calls.push({ index: this.#index, argumentsText: sent });
      if (this.#name !== null) break;
    }
    return { content, calls };
  }

  /** The beginning of the next call; false where it is not there yet. */
  #begin(calls: MessageCall[]): boolean {
    const opener = this.#buffer.indexOf(OPEN);
    if (opener < 0) {
      const end = this.#buffer.indexOf(SECTION_END);
      if (end >= 0) {
        this.#buffer = this.#buffer.slice(end + SECTION_END.length);
        this.#isInside = false;
      }
      return false;
    }
    const separator = this.#buffer.indexOf(SEPARATOR, opener);
    if (separator < 0) {
      this.#buffer = this.#buffer.slice(opener);
      return false;
    }
    this.#name = stripPython(this.#buffer.slice(opener + OPEN.length, separator));
    this.#index += 1;
    this.streamed.push('');
    calls.push({ index: this.#index, name: this.#name });
    this.#buffer = this.#buffer.slice(separator + SEPARATOR.length);
    return true;
  }

  /** What is new of the arguments; null for an exception. */
  #sendArguments(): string | null {
    const name = this.#name ?? '';
    const closer = this.#buffer.indexOf(CLOSE);
    const isWhole = closer >= 0;
    const text = isWhole ? this.#buffer.slice(0, closer) : this.#buffer;
    let readTo = 0;
    for (const { span, key, value } of argPairs(text, { from: 0, to: text.length })) {
      const keyText = stripPython(text.slice(key.from, key.to));
      if (!this.#values.has(keyText)) {
        const typed = valueOf(text.slice(value.from, value.to), schemaOf(this.#tools, name, keyText));
        if ('raises' in typed) return null;
        this.#values.set(keyText, typed.value);
      }
      readTo = span.to;
    }
    const open = this.#openString(name, text.slice(readTo));
    if (open === undefined) return null;
    if (isWhole) return this.#close(closer);
    if (this.#values.size === 0 && open === null) return '';
    const whole = (pythonDumps(this.#values) ?? '').slice(1, -1);
    const json = `{${[whole, open ?? ''].filter((part) => part !== '').join(', ')}`;
    const length = characterCount(json);
    if (length <= this.#sent) return '';
    const more = afterCharacters(json, this.#sent);
    this.#sent = length;
    this.#note(more);
    return more;
  }

  /** A string that is not closed yet, as far as it is there; null for none, undefined for an exception. */
  #openString(name: string, tail: string): string | null | undefined {
    const keyFrom = tail.indexOf(KEY);
    const keyTo = keyFrom < 0 ? -1 : tail.indexOf(KEY_END, keyFrom + KEY.length);
    const valueFrom = keyTo < 0 ? -1 : tail.indexOf(VALUE, keyTo);
    if (valueFrom < 0) return null;
    const key = stripPython(tail.slice(keyFrom + KEY.length, keyTo));
    const types = typesOf(schemaOf(this.#tools, name, key));
    if (types === null) return undefined;
    if (types.size !== 1 || !types.has('string')) return null;
    const value = tail.slice(valueFrom + VALUE.length);
    const safe = value.slice(0, value.length - partialEnd(value, VALUE_END));
    return `${pythonDumps(key) ?? ''}: "${escaped(safe)}`;
  }

  #close(closer: number): string {
    const json = pythonDumps(this.#values) ?? '';
    const more = afterCharacters(json, this.#sent);
    this.previous[this.#index] = { arguments: this.#values };
    this.#buffer = this.#buffer.slice(closer + CLOSE.length);
    this.#name = null;
    this.#values = new PythonDict();
    this.#sent = 0;
    this.#note(more);
    return more;
  }

  #note(argumentsText: string): void {
    this.streamed[this.#index] = (this.streamed[this.#index] ?? '') + argumentsText;
  }
}

/** These alone are escaped before the value is whole. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
