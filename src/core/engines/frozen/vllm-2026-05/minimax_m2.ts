import { slice, type Span } from '../../../text/document/index.ts';
import {
  isDict,
  PythonDict,
  pythonDumps,
  pythonInt,
  type PythonValue,
  strippedSpan,
  stripPython,
} from '../../../text/languages/index.ts';
import type { JsonObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type EngineCall, Excerpt, loads, type Message, type MessageCall, type Raised } from '../../kit/index.ts';
import { closedBlockWords, parseClosedBlocks } from './kit/closed-blocks.ts';
import { propertiesOf, valueUnder } from '../../vllm/kit/declared.ts';
import { canonicalTypes, typesIn } from '../../vllm/kit/schema-types.ts';
import { vllmRuntime, type ParserStream, type VllmCode } from '../../vllm/parser.ts';
import { through } from '../../vllm/kit/through.ts';
import { wholeOrFloat, type Typed } from '../../vllm/kit/typing.ts';

const OPEN = '<minimax:tool_call>';
const CLOSE = '</minimax:tool_call>';
const INVOKE = '<invoke name=';
const INVOKE_END = '</invoke>';
const PARAMETER = '<parameter name=';
const PARAMETER_END = '</parameter>';

const words = {
  ...closedBlockWords(OPEN, CLOSE, INVOKE),
  'invoke-unclosed': `No \`${INVOKE_END}\` follows: the parser drops the call`,
  'parameter-unclosed': `No \`${PARAMETER_END}\` follows: the parser drops the parameter`,
  'invoke-without-name': 'No name comes before the `>`: the parser drops the call',
  'parameter-without-name': 'This parameter has no name with a `>` after it: the parser drops it silently',
  'json-anyway': 'The text fits none of the declared types, but it is JSON: the parser uses the JSON value.',
  'infinite-number':
    'The number is infinite: Python raises OverflowError, and the parser catches it only around the whole reply',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const minimaxM2 = vllmRuntime({
  flag: 'minimax_m2',
  release: '2026-05',
  file: 'vllm/tool_parsers/minimax_m2_tool_parser.py',
  formats: ['minimax-m2'],
  reads: 'Invokes with parameters in closed <minimax:tool_call> blocks; values are typed by the schema.',
  words,
  parse: (text, tools, steps) =>
    parseClosedBlocks(text, OPEN, CLOSE, steps, (body) => callsIn(text, body, tools, steps)),
  stream: (tools) => new MinimaxStream(tools),
});

/** Null where a value raises. */
function callsIn(text: string, body: Span, tools: readonly ToolDefinition[], steps: Steps): EngineCall[] | null {
  const calls: EngineCall[] = [];
  for (const invoke of invokesIn(text, body, steps)) {
    const call = readInvoke(text, invoke, tools, steps);
    if (call === 'raised') return null;
    if (call !== null) calls.push(call);
  }
  return calls;
}

interface Part {
  readonly span: Span;
  readonly body: Span;
}

/** `<open>(.*?)<close>`. */
function* partsIn(text: string, { from: start, to: end }: Span, open: string, close: string): Generator<Part> {
  const held = text.slice(start, end);
  for (let at = held.indexOf(open); at >= 0;) {
    const from = at + open.length;
    const to = held.indexOf(close, from);
    const spanTo = to < 0 ? held.length : to + close.length;
    yield {
      span: { from: start + at, to: start + spanTo },
      body: { from: start + from, to: to < 0 ? -1 : start + to },
    };
    if (to < 0) return;
    at = held.indexOf(open, spanTo);
  }
}

function* invokesIn(text: string, range: Span, steps: Steps): Generator<Part> {
  for (const invoke of partsIn(text, range, INVOKE, INVOKE_END)) {
    if (invoke.body.to < 0) steps.reject('invoke-unclosed', invoke.span, invoke.span.to);
    else yield invoke;
  }
}

/** A call; null where it is dropped. */
function readInvoke(
  text: string,
  { span, body }: Part,
  tools: readonly ToolDefinition[],
  steps: Steps,
): EngineCall | null | 'raised' {
  steps.enter('block', INVOKE, span);
  const inside = slice(text, body);
  const nameTo = inside.indexOf('>') < 0 ? inside.length : inside.indexOf('>');
  if (nameTo === 0) {
    steps.reject('invoke-without-name', span, body.from);
    steps.leave(span, 'malformed');
    return null;
  }
  const nameSpan = unquoted(text, { from: body.from, to: body.from + nameTo });
  const name = slice(text, nameSpan);
  steps.read('name', nameSpan);
  const declared = propertiesOf(tools, name);
  const values = new PythonDict();
  let argumentsSpan: Span | null = null;
  for (const parameter of partsIn(text, body, PARAMETER, PARAMETER_END)) {
    const read = readParameter(text, parameter, declared, steps);
    if (read === 'raised') {
      steps.leave(span, 'malformed');
      return 'raised';
    }
    if (read === null) continue;
    values.set(read.key, read.value);
    argumentsSpan = through(argumentsSpan, parameter.span);
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, argumentsText: pythonDumps(values) ?? '', argumentsSpan };
}

function readParameter(
  text: string,
  { span, body }: Part,
  declared: JsonObject,
  steps: Steps,
): { readonly key: string; readonly value: PythonValue } | null | 'raised' {
  if (body.to < 0) {
    steps.reject('parameter-unclosed', span, span.to);
    return null;
  }
  const keyTo = slice(text, body).indexOf('>');
  if (keyTo <= 0) {
    steps.reject('parameter-without-name', span, body.from);
    return null;
  }
  const keySpan = unquoted(text, { from: body.from, to: body.from + keyTo });
  const key = slice(text, keySpan);
  steps.read('key', keySpan);
  const value = strippedSpan(text, body.from + keyTo + 1, body.to);
  const raw = slice(text, value);
  const types = canonicalTypes(typesIn(valueUnder(declared, key)));
  const typed = typedByTypes(raw, types);
  if ('raises' in typed) {
    steps.reject(typed.raises === 'OverflowError' ? 'infinite-number' : 'value-raises', value);
    return 'raised';
  }
  steps.read(typed.value === raw ? 'value' : 'coerced-value', value);
  if (!fits(typed.value, types)) steps.quirk('json-anyway', value);
  return { key, value: typed.value };
}

/** Whether a value has one of the types. Text that nothing else was made of may have any. */
function fits(value: PythonValue, types: ReadonlySet<string>): boolean {
  if (value === null) return types.has('null');
  if (typeof value === 'boolean') return types.has('boolean');
  if (typeof value === 'bigint') return types.has('integer') || types.has('number');
  if (typeof value === 'number') return types.has('number');
  if (typeof value === 'string') return true;
  return types.has(isDict(value) ? 'object' : 'array');
}

/** `_extract_name`: without space, and without quotes that are at both ends. */
function unquoted(text: string, range: Span): Span {
  const { from, to } = strippedSpan(text, range.from, range.to);
  const quote = text.charAt(from);
  if (from === to || (quote !== '"' && quote !== "'") || text.charAt(to - 1) !== quote) return { from, to };
  return { from: from + 1, to: Math.max(from + 1, to - 1) };
}

/** `coerce_to_schema_type`: the types in a fixed order, and JSON where none fits. */
function typedByTypes(text: string, types: ReadonlySet<string>): Typed {
  if (types.has('null') && text.toLowerCase() === 'null') return { value: null };
  if (types.has('integer')) {
    const value = pythonInt(text);
    if (value !== null) return { value };
  }
  if (types.has('number')) {
    const typed = wholeOrFloat(text);
    if ('raises' in typed || typeof typed.value !== 'string') return typed;
  }
  if (types.has('boolean')) {
    const lower = stripPython(text.toLowerCase());
    if (lower === 'true' || lower === '1') return { value: true };
    if (lower === 'false' || lower === '0') return { value: false };
  }
  if (types.has('string') && !types.has('object') && !types.has('array')) return { value: text };
  const json = loads(text);
  return 'raises' in json && json.raises !== 'RecursionError' ? { value: text } : json;
}

/** Sends a call when its invoke is closed, inside of a block or not; an opener begins the count again. */
class MinimaxStream implements ParserStream {
  readonly previous: { arguments: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #index = 0;
  /** Where the last invoke that was looked at ends. */
  #at = 0;
  #started = false;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | Raised | null {
    const open = delta.indexOf(OPEN);
    if (open >= 0) {
      this.#index = 0;
      this.#at = 0;
      this.previous.length = 0;
      this.streamed.length = 0;
      this.#started = true;
    }
    if (!this.#started) return delta === '' ? null : { content: Excerpt.end(current, delta) };
    const calls: MessageCall[] = [];
    for (const { span, body } of partsIn(current, { from: this.#at, to: current.length }, INVOKE, INVOKE_END)) {
      if (body.to < 0) break;
      const call = invokeOf(slice(current, body), this.#tools);
      if (call !== null && 'raises' in call) return call;
      const index = this.#index;
      this.#index += 1;
      this.#at = span.to;
      if (call === null) continue;
      const argumentsText = pythonDumps(call.values) ?? '';
      this.previous.push({ arguments: call.values });
      this.streamed.push(argumentsText);
      calls.push({ index, name: call.name, argumentsText });
    }
    const content = Excerpt.end(current, delta).slice(0, Math.max(open, 0));
    return calls.length === 0 && content.text === '' ? null : { content, calls };
  }
}

/** `_parse_single_invoke`. */
function invokeOf(
  inside: string,
  tools: readonly ToolDefinition[],
): { readonly name: string; readonly values: PythonDict } | Raised | null {
  const end = inside.indexOf('>');
  if (end === 0 || inside === '') return null;
  const name = slice(inside, unquoted(inside, { from: 0, to: end < 0 ? inside.length : end }));
  const declared = propertiesOf(tools, name);
  const values = new PythonDict();
  for (const { body } of partsIn(inside, { from: 0, to: inside.length }, PARAMETER, PARAMETER_END)) {
    const keyTo = body.to < 0 ? -1 : slice(inside, body).indexOf('>');
    if (keyTo <= 0) continue;
    const key = slice(inside, unquoted(inside, { from: body.from, to: body.from + keyTo }));
    const raw = slice(inside, strippedSpan(inside, body.from + keyTo + 1, body.to));
    const typed = typedByTypes(raw, canonicalTypes(typesIn(valueUnder(declared, key))));
    if ('raises' in typed) return typed;
    values.set(key, typed.value);
  }
  return { name, values };
}
