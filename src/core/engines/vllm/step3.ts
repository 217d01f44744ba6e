import { slice, type Span } from '../../text/document/index.ts';
import {
  PythonDict,
  pythonDumps,
  pythonFloat,
  pythonInt,
  type PythonValue,
  strippedSpan,
  stripPython,
} from '../../text/languages/index.ts';
import { isObject, type JsonObject, type JsonValue } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, type Message, type Raised } from '../kit/index.ts';
import { parametersOf, valueUnder } from './kit/declared.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from './parser.ts';
import { through } from './kit/through.ts';

const BLOCK = '<｜tool_calls_begin｜>';
const BLOCK_END = '<｜tool_calls_end｜>';
const CALL = '<｜tool_call_begin｜>';
const CALL_END = '<｜tool_call_end｜>';
const SEPARATOR = '<｜tool_sep｜>';
const INVOKE = '<steptml:invoke name="';
const PARAMETER = '<steptml:parameter name="';
const PARAMETER_END = '</steptml:parameter>';

const words = {
  'contains-block': {
    question: `Does the text contain \`${BLOCK}\`?`,
    yes: `The parser reads what is between it and \`${BLOCK_END}\`.`,
    no: 'The parser returns the whole reply as content.',
  },
  'contains-end': {
    question: `Is there a \`${BLOCK_END}\` after it?`,
    yes: `The block is split at every \`${CALL}\`.`,
    no: 'The parser returns the whole reply as content.',
  },
  'no-call-end': `This part contains no \`${CALL_END}\`: the parser skips it`,
  'no-separator': `This call contains no \`${SEPARATOR}\`: the parser skips it`,
  'other-type': `The text before \`${SEPARATOR}\` is not \`function\`: the parser skips the call`,
  'no-invoke': `This call contains no \`${INVOKE}NAME">\`: the parser skips it`,
  'parameter-not-read': `A parameter needs a name in double quotes, text without \`<\`, and a closing tag: the parser drops this one silently`,
  'no-mapping': 'The schema of this argument is not an object: Python raises AttributeError, and nothing catches it',
  'content-joined': 'The parser joins the text before and after the block to one content.',
  'no-call': 'The block contains no call that the parser can read.',
} as const;

/** An exception, and where. */
type RaisedAt = Raised & { readonly at: number };

type Steps = Recorder<keyof typeof words | VllmCode>;

export const step3 = vllmRuntime({
  flag: 'step3',
  file: 'vllm/tool_parsers/step3_tool_parser.py',
  formats: ['step3'],
  reads: 'Invokes with parameters in one closed block of calls; values are trimmed and typed by the schema.',
  words,
  parse,
  stream: (tools) => new Step3Stream(tools),
});

function parse(text: string, tools: readonly ToolDefinition[], steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const allContent: Parsed = { called: false, calls: [], content: [whole], text };
  const from = text.indexOf(BLOCK);
  if (!steps.gate('contains-block', from >= 0, whole, from < 0 ? null : { from, to: from + BLOCK.length })) {
    return allContent;
  }
  const bodyFrom = from + BLOCK.length;
  const end = text.indexOf(BLOCK_END, bodyFrom);
  const after = { from: bodyFrom, to: text.length };
  if (!steps.gate('contains-end', end >= 0, after, end < 0 ? null : { from: end, to: end + BLOCK_END.length })) {
    return allContent;
  }
  const block = { from, to: end + BLOCK_END.length };
  steps.enter('block', BLOCK, block);
  steps.marker(BLOCK, 'open', from, bodyFrom);
  const calls: EngineCall[] = [];
  const held = text.slice(0, end);
  for (let part = bodyFrom, opener = -1; part >= 0;) {
    const next = held.indexOf(CALL, part);
    const span = { from: opener < 0 ? part : opener, to: next < 0 ? end : next };
    const call = readPart(text, span, part, tools, steps);
    if (call !== null && 'raises' in call) {
      steps.leave(block, 'malformed');
      return { ...allContent, raises: call };
    }
    if (call !== null) calls.push(call);
    opener = next;
    part = next < 0 ? -1 : next + CALL.length;
  }
  steps.marker(BLOCK_END, 'close', end, block.to);
  steps.leave(block, calls.length > 0 ? 'matched' : 'empty');
  if (calls.length === 0) {
    steps.quirk('no-call', block);
    return allContent;
  }
  const markup = [
    { from, to: bodyFrom },
    { from: end, to: block.to },
  ];
  const content = stripPython(text.slice(0, from) + text.slice(block.to));
  const kept = contentSpans(text, block);
  if (kept.length > 1) steps.quirk('content-joined', block);
  return { called: true, calls, content: kept, markup, text: content === '' ? null : content };
}

/** What is left of the text before and after the block when the space around both together is gone. */
function contentSpans(text: string, block: Span): Span[] {
  const before = strippedSpan(text, 0, block.from);
  const after = strippedSpan(text, block.to, text.length);
  const hasBefore = before.from < before.to;
  const hasAfter = after.from < after.to;
  const spans: Span[] = [];
  if (hasBefore) spans.push({ from: before.from, to: hasAfter ? block.from : before.to });
  if (hasAfter) spans.push({ from: hasBefore ? block.to : after.from, to: after.to });
  return spans;
}

/** One part of the split block: a call, or null where it is skipped. `from` is after the marker that begins it. */
function readPart(
  text: string,
  span: Span,
  from: number,
  tools: readonly ToolDefinition[],
  steps: Steps,
): EngineCall | RaisedAt | null {
  const held = text.slice(0, span.to);
  const closer = held.indexOf(CALL_END, from);
  if (closer < 0) {
    const rest = strippedSpan(text, span.from, span.to);
    if (rest.from < rest.to) steps.reject('no-call-end', rest, rest.to);
    return null;
  }
  const whole = { from: span.from, to: closer + CALL_END.length };
  steps.enter('block', CALL, whole);
  const call = readCall(text, whole, { from, to: closer }, tools, steps);
  steps.leave(whole, call === null || 'raises' in call ? 'malformed' : 'matched');
  return call;
}

function readCall(
  text: string,
  span: Span,
  body: Span,
  tools: readonly ToolDefinition[],
  steps: Steps,
): EngineCall | RaisedAt | null {
  const separator = text.slice(0, body.to).indexOf(SEPARATOR, body.from);
  if (separator < 0) {
    steps.reject('no-separator', span, body.to);
    return null;
  }
  const type = strippedSpan(text, body.from, separator);
  if (slice(text, type) !== 'function') {
    steps.reject('other-type', { from: body.from, to: separator }, type.from);
    return null;
  }
  const range = { from: separator + SEPARATOR.length, to: body.to };
  const nameSpan = nameIn(text, range);
  if (nameSpan === null) {
    steps.reject('no-invoke', range);
    return null;
  }
  const name = slice(text, nameSpan);
  steps.read('name', nameSpan);
  const values = new Map<string, Span>();
  let argumentsSpan: Span | null = null;
  for (const parameter of parametersIn(text, range, steps)) {
    steps.read('key', parameter.key);
    values.set(slice(text, parameter.key), strippedSpan(text, parameter.value.from, parameter.value.to));
    argumentsSpan = through(argumentsSpan, parameter.span);
  }
  const properties = declaredBy(tools, name);
  const dict = new PythonDict();
  for (const [key, value] of values) {
    const raw = slice(text, value);
    const cast = properties === null ? raw : castAs(raw, key, properties);
    if (cast === undefined) {
      steps.reject('no-mapping', value);
      return { raises: 'AttributeError', at: value.from };
    }
    steps.read(cast === raw ? 'value' : 'coerced-value', value);
    dict.set(key, cast);
  }
  if (argumentsSpan === null) steps.read('no-arguments', span);
  return { span, name, nameSpan, argumentsText: pythonDumps(dict) ?? '', argumentsSpan };
}

/** `<steptml:invoke name="([^"]+)">`: the first that fits. */
function nameIn(text: string, { from, to }: Span): Span | null {
  const held = text.slice(0, to);
  for (let at = held.indexOf(INVOKE, from); at >= 0; at = held.indexOf(INVOKE, at + 1)) {
    const name = quotedAt(held, at + INVOKE.length);
    if (name !== null) return name;
  }
  return null;
}

/** `[^"]+">`. */
function quotedAt(text: string, from: number): Span | null {
  const to = text.indexOf('"', from);
  return to > from && text.charAt(to + 1) === '>' ? { from, to } : null;
}

interface Parameter {
  readonly span: Span;
  readonly key: Span;
  readonly value: Span;
}

/** `<steptml:parameter name="([^"]+)">([^<]*)</steptml:parameter>`. */
function* parametersIn(text: string, { from, to }: Span, steps?: Steps): Generator<Parameter> {
  const held = text.slice(0, to);
  for (let at = held.indexOf(PARAMETER, from); at >= 0;) {
    const key = quotedAt(held, at + PARAMETER.length);
    const valueTo = key === null ? -1 : held.indexOf('<', key.to + 2);
    if (key !== null && valueTo >= 0 && held.startsWith(PARAMETER_END, valueTo)) {
      const end = valueTo + PARAMETER_END.length;
      yield { span: { from: at, to: end }, key, value: { from: key.to + 2, to: valueTo } };
      at = held.indexOf(PARAMETER, end);
    } else {
      steps?.reject('parameter-not-read', { from: at, to: at + PARAMETER.length }, valueTo < 0 ? at : valueTo);
      at = held.indexOf(PARAMETER, at + 1);
    }
  }
}

/** `properties` of a tool; null where there is no such tool. */
function declaredBy(tools: readonly ToolDefinition[], name: string): JsonValue | null {
  const parameters = parametersOf(tools, name);
  return parameters === undefined ? null : (valueUnder(parameters, 'properties') ?? {});
}

/** `_cast_arguments` of one value; undefined where Python raises AttributeError. */
function castAs(text: string, key: string, properties: JsonValue): PythonValue | undefined {
  const declared = isObject(properties) ? (valueUnder(properties, key) ?? noSchema(properties, key)) : undefined;
  if (!isObject(declared)) return undefined;
  switch (valueUnder(declared, 'type')) {
    case 'integer':
      return pythonInt(text) ?? text;
    case 'number':
      return pythonFloat(text) ?? text;
    case 'boolean': {
      const lower = text.toLowerCase();
      return lower === 'true' ? true : lower === 'false' ? false : text;
    }
    case 'null':
      return text.toLowerCase() === 'null' ? null : text;
    default:
      return text;
  }
}

/** `{}` where the key is not there; null, which is not a dict, where it is there. */
function noSchema(properties: JsonObject, key: string): JsonValue {
  return Object.hasOwn(properties, key) ? null : {};
}

/** Goes forward with a cursor, and sends one thing with every delta: text, a name, or all arguments. */
class Step3Stream implements ParserStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  #at = 0;
  #state: 'before' | 'inside' | 'after' = 'before';
  #index = -1;
  #isFinished = true;
  #nameSent = false;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(_delta: string, current: string): Message | Raised | null {
    while (this.#at < current.length) {
      if (this.#state === 'after') return this.#contentTo(current.length, current);
      if (this.#state === 'before') {
        const opener = current.indexOf(BLOCK, this.#at);
        if (opener < 0) {
          const isBeginning = BLOCK.startsWith(stripPython(current.slice(this.#at)));
          return isBeginning ? null : this.#contentTo(current.length, current);
        }
        if (opener > this.#at) return this.#contentTo(opener, current);
        this.#at += BLOCK.length;
        this.#state = 'inside';
        continue;
      }
      this.#at = strippedSpan(current, this.#at, current.length).from;
      const rest = current.slice(this.#at);
      if (rest.startsWith(BLOCK_END)) {
        this.#at += BLOCK_END.length;
        this.#state = 'after';
      } else if (this.#isFinished && rest.startsWith(CALL)) {
        this.#at += CALL.length;
        this.#index += 1;
        this.#nameSent = false;
        this.#isFinished = false;
        this.previous.push({});
      } else {
        return this.#isFinished ? null : this.#call(rest);
      }
    }
    return null;
  }

  #contentTo(to: number, current: string): Message {
    const content = Excerpt.part(current, this.#at, to);
    this.#at = to;
    return { content };
  }

  #call(rest: string): Message | Raised | null {
    const end = rest.indexOf(CALL_END);
    const body = end < 0 ? rest : rest.slice(0, end);
    if (end < 0 && CALL_END.startsWith(body)) return null;
    const range = { from: 0, to: body.length };
    const nameSpan = nameIn(body, range);
    if (nameSpan === null) return null;
    const name = slice(body, nameSpan);
    if (!this.#nameSent) {
      this.#nameSent = true;
      return { calls: [{ index: this.#index, name }] };
    }
    if (end < 0) return null;
    this.#at += end + CALL_END.length;
    this.#isFinished = true;
    const properties = declaredBy(this.#tools, name);
    const values = new PythonDict();
    for (const { key: keySpan, value } of parametersIn(body, range)) {
      const key = slice(body, keySpan);
      const raw = stripPython(slice(body, value));
      const cast = properties === null ? raw : castAs(raw, key, properties);
      if (cast === undefined) return { raises: 'AttributeError' };
      values.set(key, cast);
    }
    return values.size === 0 ? null : { calls: [{ index: this.#index, argumentsText: pythonDumps(values) ?? '' }] };
  }
}
