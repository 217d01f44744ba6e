import { slice, type Span } from '../../document/span.ts';
import { pythonDumps } from '../../json/dialects/python-dumps.ts';
import { isObject, type JsonObject, type JsonValue } from '../../json/node.ts';
import { literalEval } from '../../languages/python/literal.ts';
import { pythonFloat, pythonInt } from '../../languages/python/numbers.ts';
import { strippedSpan, stripPython } from '../../languages/python/text.ts';
import { PythonDict, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { EngineCall } from '../kit/engine-calls.ts';
import type { Message, MessageCall, Raised } from '../kit/engine-stream.ts';
import { loads } from '../kit/loads.ts';
import { KEY, KEY_END, pairsIn, VALUE, type Pair } from './kit/arg-tags.ts';
import { lengthOf, withoutFirst } from './kit/code-points.ts';
import { parametersOf, valueUnder } from './kit/declared.ts';
import { vllmRuntime, type Parsed, type ParserStream, type Release, type VllmCode } from './parser.ts';
import { through } from './kit/through.ts';
import type { Typed } from './kit/typing.ts';

const BLOCK = '<tool_calls>';
const BLOCK_END = '</tool_calls>';
const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const SEPARATOR = '<tool_sep>';

const words = {
  'contains-block': {
    question: `Does the text contain \`${BLOCK}\`?`,
    yes: 'The parser searches the whole text for calls, even before it.',
    no: 'The parser returns the whole reply as content.',
  },
  'call-unclosed': `No \`${CLOSE}\` follows: the call continues to the end of the reply.`,
  'tag-in-name': `The name continues to the next \`${SEPARATOR}\`, over other tags.`,
  'no-call': `No \`${OPEN}\` has a \`${SEPARATOR}\` after it.`,
  'pair-skipped': `This text is not an \`${KEY}\` with a value after it: the parser skips it silently.`,
  'type-list': 'The declared type is a list: Python raises TypeError, and the parser returns no call at all',
  'schema-raises':
    'The schema of this argument has an unexpected form: Python raises an exception, and the parser returns no call at all',
  'value-raises': 'Reading this value raises an exception, and the parser returns no call at all',
  'no-json':
    'The value is a Python literal that JSON cannot represent: `json.dumps` raises TypeError, and the parser returns no call at all',
  'text-dropped': 'The parser drops this text: the client never receives it.',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

function hyV3Of(release: Release) {
  return vllmRuntime({
    flag: 'hy_v3',
    release,
    file: 'vllm/tool_parsers/hy_v3_tool_parser.py',
    formats: ['hunyuan-hy3'],
    reads: 'Calls with a name, a separator and arguments after <tool_calls>; values are typed by the schema.',
    words,
    parse: (text, tools, steps) => parse(text, tools, release, steps),
    stream: (tools) => new HyStream(tools, release),
  });
}

export const hyV3 = hyV3Of('2026-08');
export const olderHyV3 = hyV3Of('2026-05');

function parse(text: string, tools: readonly ToolDefinition[], release: Release, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const at = text.indexOf(BLOCK);
  if (!steps.gate('contains-block', at >= 0, whole, at < 0 ? null : { from: at, to: at + BLOCK.length })) {
    return { called: false, calls: [], content: [whole], text };
  }
  const kept = { from: 0, to: at };
  const content = at === 0 ? null : slice(text, kept);
  const none: Parsed = { called: true, calls: [], content: [kept], text: content };
  const calls: EngineCall[] = [];
  for (const block of callsIn(text, whole)) {
    const call = readCall(text, block, tools, release, steps);
    if (call === null) return none;
    calls.push(call);
  }
  if (calls.length === 0) steps.quirk('no-call', whole);
  const dropped = strippedSpan(text, Math.max(at + BLOCK.length, calls.at(-1)?.span.to ?? 0), text.length);
  const isEnd = text.slice(dropped.from, dropped.to) === BLOCK_END;
  if (dropped.from < dropped.to && !isEnd && calls.length > 0) steps.quirk('text-dropped', dropped);
  const markup = [{ from: at, to: at + BLOCK.length }, ...(isEnd ? [dropped] : [])];
  return { called: true, calls, content: [kept], markup, text: content };
}

interface Block {
  readonly span: Span;
  readonly name: Span;
  readonly body: Span;
  readonly isClosed: boolean;
}

/** `<tool_call>(.*?)<tool_sep>(.*?)</tool_call>`, and after the last closer one that goes on to the end. */
function* callsIn(text: string, { from, to }: Span): Generator<Block> {
  const held = text.slice(0, to);
  let next = -1;
  for (let at = held.indexOf(OPEN, from); at >= 0; at = held.indexOf(OPEN, next)) {
    const separator = held.indexOf(SEPARATOR, at + OPEN.length);
    const closer = separator < 0 ? -1 : held.indexOf(CLOSE, separator + SEPARATOR.length);
    if (closer < 0) break;
    next = closer + CLOSE.length;
    yield blockAt(at, separator, closer, next, true);
  }
  const last = next >= 0 ? held.lastIndexOf(CLOSE) + CLOSE.length : from;
  const at = held.indexOf(OPEN, last);
  const separator = at < 0 ? -1 : held.indexOf(SEPARATOR, at + OPEN.length);
  if (separator >= 0) yield blockAt(at, separator, to, to, false);
}

function blockAt(from: number, separator: number, bodyTo: number, to: number, isClosed: boolean): Block {
  return {
    span: { from, to },
    name: { from: from + OPEN.length, to: separator },
    body: { from: separator + SEPARATOR.length, to: bodyTo },
    isClosed,
  };
}

/** Null where an exception makes vLLM answer with no call. */
function readCall(
  text: string,
  { span, name: head, body, isClosed }: Block,
  tools: readonly ToolDefinition[],
  release: Release,
  steps: Steps,
): EngineCall | null {
  steps.enter('block', OPEN, span);
  steps.marker(OPEN, 'open', span.from, span.from + OPEN.length);
  if (!isClosed) steps.quirk('call-unclosed', { from: span.from, to: body.from });
  const nameSpan = strippedSpan(text, head.from, head.to);
  const name = slice(text, nameSpan);
  steps.read('name', nameSpan);
  if (name.includes(OPEN) || name.includes(CLOSE)) steps.quirk('tag-in-name', nameSpan);
  const values = new PythonDict();
  let argumentsSpan: Span | null = null;
  let at = body.from;
  for (const pair of pairsIn(text, body)) {
    noteSkipped(text, { from: at, to: pair.span.from }, steps);
    at = pair.span.to;
    const value = readPair(text, pair, name, tools, release, steps);
    if (value === undefined) {
      steps.leave(span, 'malformed');
      return null;
    }
    values.set(slice(text, pair.key), value);
    argumentsSpan = through(argumentsSpan, pair.span);
  }
  noteSkipped(text, { from: at, to: body.to }, steps);
  const argumentsText = pythonDumps(values);
  if (argumentsText === null) {
    steps.reject('no-json', span);
    steps.leave(span, 'malformed');
    return null;
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  if (isClosed) steps.marker(CLOSE, 'close', body.to, span.to);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText, argumentsSpan };
}

function noteSkipped(text: string, { from, to }: Span, steps: Steps): void {
  const skipped = strippedSpan(text, from, to);
  if (skipped.from < skipped.to) steps.quirk('pair-skipped', skipped);
}

/** Undefined where an exception leaves the loop. */
function readPair(
  text: string,
  { key, value }: Pair,
  name: string,
  tools: readonly ToolDefinition[],
  release: Release,
  steps: Steps,
): PythonValue | undefined {
  steps.read('key', key);
  const types = typesOf(tools, name, slice(text, key), release);
  if ('raises' in types) {
    steps.reject(types.raises === 'TypeError' ? 'type-list' : 'schema-raises', key);
    return undefined;
  }
  const raw = slice(text, value);
  const typed = typedBy(raw, types.names);
  if ('raises' in typed) {
    steps.reject('value-raises', value);
    return undefined;
  }
  steps.read(typed.value === raw ? 'value' : 'coerced-value', value);
  return typed.value;
}

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['str', 'text', 'varchar', 'char', 'enum'],
    boolean: ['bool', 'binary'],
    integer: ['int'],
    number: ['float', 'double'],
    array: ['list'],
    object: ['dict', 'map'],
  }).flatMap(([type, names]) => names.map((name) => [name, type])),
);

/** `_normalize_type`: names of other languages, and what begins like a number. */
function canonical(type: string): string {
  const alias = aliases.get(type);
  if (alias !== undefined) return alias;
  const lower = type.toLowerCase();
  if (/^(?:u?int|long|short|unsigned)/.test(lower)) return 'integer';
  return /^(?:num|float)/.test(lower) ? 'number' : type;
}

interface Types {
  /** Without null; empty is possible. */
  readonly names: ReadonlySet<string>;
}

const noSchema: JsonObject = {};

/** `_get_types` of an argument. */
function typesOf(tools: readonly ToolDefinition[], name: string, key: string, release: Release): Types | Raised {
  const properties = valueUnder(parametersOf(tools, name), 'properties') ?? noSchema;
  if (!isObject(properties)) return { raises: 'AttributeError' };
  const declared = Object.hasOwn(properties, key) ? properties[key] : noSchema;
  if (!isObject(declared)) return { raises: 'TypeError' };
  const names = new Set<string>();
  for (const option of optionsOf(declared, release)) {
    if (!isObject(option)) return { raises: 'AttributeError' };
    const type = Object.hasOwn(option, 'type') ? option['type'] : 'string';
    if (typeof type === 'object' && type !== null) return { raises: 'TypeError' };
    if (typeof type !== 'string') return { raises: 'AttributeError' };
    names.add(canonical(type));
  }
  names.delete('null');
  return { names };
}

/** `_get_schema_options`: in August a list of types counts as as many schemas. */
function optionsOf(declared: JsonObject, release: Release): readonly JsonValue[] {
  const type = valueUnder(declared, 'type');
  if (type !== undefined) {
    return release === '2026-08' && Array.isArray(type) ? type.map((one) => ({ type: one })) : [declared];
  }
  const options = valueUnder(declared, 'anyOf') ?? valueUnder(declared, 'oneOf');
  if (options === undefined) return [{ type: 'string' }];
  return Array.isArray(options) ? options : [options];
}

/** `_parse_value`: the types in a fixed order. */
function typedBy(text: string, types: ReadonlySet<string>): Typed {
  const lower = text.toLowerCase();
  if (types.has('boolean') && (lower === 'true' || lower === 'false')) return { value: lower === 'true' };
  const whole = types.has('integer') ? pythonInt(text) : null;
  if (whole !== null) return { value: whole };
  const number = types.has('number') ? (/[.eE]/.test(text) ? pythonFloat(text) : pythonInt(text)) : null;
  if (number !== null) return { value: number };
  if ([...types].some((type) => !['string', 'boolean', 'integer', 'number'].includes(type))) {
    const json = loads(text);
    if (!('raises' in json) || json.raises === 'RecursionError') return json;
  }
  if (types.has('string')) return { value: text };
  const json = loads(text);
  if (!('raises' in json)) return json;
  const literal = literalEval(text);
  return { value: literal.ok ? literal.node.value : text };
}

/**
 * Keeps what follows the last thing that was read. Of the arguments it makes JSON without the last brace, and sends what
 * is longer than before.
 */
class HyStream implements ParserStream {
  readonly previous: { arguments: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  readonly #release: Release;
  #started = false;
  #buffer = '';
  #index = -1;
  #name: string | null = null;
  #values = new PythonDict();
  /** In code points. */
  #sent = 0;

  constructor(tools: readonly ToolDefinition[], release: Release) {
    this.#tools = tools;
    this.#release = release;
  }

  push(delta: string, current: string): Message | Raised | null {
    const block = delta.indexOf(BLOCK);
    this.#started ||= block >= 0;
    if (!this.#started) return { content: delta };
    this.#buffer += block < 0 ? delta : delta.slice(delta.lastIndexOf(BLOCK) + BLOCK.length);
    const before = delta.slice(0, Math.max(block, 0));
    if (this.#release === '2026-05' && before !== '') return { content: before };
    // August: text before a marker is lost while a call is open.
    const content = this.#name === null ? before : '';
    if (current.includes(CLOSE + BLOCK_END) && !this.#buffer.includes(CLOSE)) this.#buffer += CLOSE + BLOCK_END;
    const calls = this.#calls(content);
    if (calls !== null && 'raises' in calls) return calls;
    return content === '' && calls === null ? null : { content, calls: calls ?? [] };
  }

  /** What of calls is sent; null for nothing. `content` is what this delta sends beside. */
  #calls(content: string): readonly MessageCall[] | Raised | null {
    let name: string | undefined;
    if (this.#name === null) {
      const open = this.#buffer.indexOf(OPEN);
      if (open < 0) {
        // With content in the same delta the original returns before it empties the buffer.
        if (content === '') this.#buffer = '';
        return null;
      }
      const separator = this.#buffer.indexOf(SEPARATOR);
      if (separator < 0) {
        this.#buffer = this.#buffer.slice(open);
        return null;
      }
      name = stripPython(this.#buffer.slice(open + OPEN.length, Math.max(separator, open + OPEN.length)));
      this.#name = name;
      this.#buffer = this.#buffer.slice(separator + SEPARATOR.length);
      this.#index += 1;
      if (!this.#buffer.includes(CLOSE)) return [{ index: this.#index, name }];
    }
    const index = this.#index;
    const sent = this.#arguments(this.#name);
    if (typeof sent !== 'object') {
      const call = { index, ...(name === undefined ? {} : { name }), ...(sent === '' ? {} : { argumentsText: sent }) };
      return name === undefined && sent === '' ? null : [call];
    }
    if ('raises' in sent) return sent;
    const { argumentsText, more } = sent;
    const call = { index, ...(name === undefined ? {} : { name }), ...(argumentsText === '' ? {} : { argumentsText }) };
    const calls = name === undefined && argumentsText === '' ? more : [call, ...more];
    return calls.length === 0 ? null : calls;
  }

  /** The arguments that are new; an object where the call has ended. */
  #arguments(
    name: string,
  ): string | Raised | { readonly argumentsText: string; readonly more: readonly MessageCall[] } {
    const close = this.#buffer.indexOf(CLOSE);
    const body = close < 0 ? this.#buffer : this.#buffer.slice(0, close);
    const end = this.#readPairs(name, body);
    if (typeof end !== 'number') return end;
    const open = this.#openValue(name, body.slice(end));
    if (open !== null && typeof open !== 'string') return open;
    const parts: string[] = [];
    for (const [key, value] of this.#values.entries()) {
      const text = pythonDumps(value);
      if (text === null) return { raises: 'TypeError' };
      parts.push(`${pythonDumps(key) ?? ''}: ${text}`);
    }
    if (close < 0) return this.#unsent(`{${[...parts, ...(open === null ? [] : [open])].join(', ')}`);
    const all = `{${parts.join(', ')}}`;
    const argumentsText = this.#unsent(all);
    this.previous.push({ arguments: this.#values });
    this.streamed.push(all);
    this.#name = null;
    this.#values = new PythonDict();
    this.#sent = 0;
    this.#buffer = this.#buffer.slice(close + CLOSE.length);
    return { argumentsText, more: this.#release === '2026-08' ? this.#wholeCalls() : [] };
  }

  /** Reads the values that are closed, and says where the last one ends. */
  #readPairs(name: string, body: string): number | Raised {
    let end = 0;
    for (const { span, key: keySpan, value } of pairsIn(body, { from: 0, to: body.length })) {
      end = span.to;
      const key = stripPython(slice(body, keySpan));
      if (this.#values.has(key)) continue;
      const types = typesOf(this.#tools, name, key, this.#release);
      if ('raises' in types) return types;
      const typed = typedBy(slice(body, value), types.names);
      if ('raises' in typed) return typed;
      this.#values.set(key, typed.value);
    }
    return end;
  }

  /** A value whose closer is missing, where nothing but a string is declared; without its last quote. */
  #openValue(name: string, tail: string): string | Raised | null {
    const open = tail.indexOf(KEY);
    const keyEnd = open < 0 ? -1 : tail.indexOf(KEY_END, open + KEY.length);
    if (keyEnd < 0) return null;
    const key = stripPython(tail.slice(open + KEY.length, keyEnd));
    const types = typesOf(this.#tools, name, key, this.#release);
    if ('raises' in types) return types;
    const value = tail.indexOf(VALUE, keyEnd);
    if (value < 0 || types.names.size !== 1 || !types.names.has('string')) return null;
    return `${pythonDumps(key) ?? ''}: "${escaped(tail.slice(value + VALUE.length))}`;
  }

  #unsent(text: string): string {
    const length = lengthOf(text);
    if (length <= this.#sent) return '';
    const unsent = withoutFirst(text, this.#sent);
    this.#sent = length;
    return unsent;
  }

  /** August: calls that came as a whole with the end of another one. */
  #wholeCalls(): MessageCall[] {
    const calls: MessageCall[] = [];
    for (let open = this.#buffer.indexOf(OPEN); open >= 0; open = this.#buffer.indexOf(OPEN)) {
      const close = this.#buffer.indexOf(CLOSE, open);
      if (close < 0) break;
      const text = this.#buffer.slice(open, close + CLOSE.length);
      this.#buffer = this.#buffer.slice(close + CLOSE.length);
      for (const block of callsIn(text, { from: 0, to: text.length })) {
        const call = callOf(text, block, this.#tools, this.#release);
        if (call === null) continue;
        this.#index += 1;
        this.previous.push({ arguments: call.values });
        this.streamed.push(call.argumentsText);
        calls.push({ index: this.#index, name: call.name, argumentsText: call.argumentsText });
      }
    }
    return calls;
  }
}

/** One call as the whole reading has it; null where that raises. */
function callOf(
  text: string,
  { name: head, body }: Block,
  tools: readonly ToolDefinition[],
  release: Release,
): { readonly name: string; readonly values: PythonDict; readonly argumentsText: string } | null {
  const name = stripPython(slice(text, head));
  const values = new PythonDict();
  for (const { key: keySpan, value } of pairsIn(text, body)) {
    const key = slice(text, keySpan);
    const types = typesOf(tools, name, key, release);
    const typed = 'raises' in types ? types : typedBy(slice(text, value), types.names);
    if ('raises' in typed) return null;
    values.set(key, typed.value);
  }
  const argumentsText = pythonDumps(values);
  return argumentsText === null ? null : { name, values, argumentsText };
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
