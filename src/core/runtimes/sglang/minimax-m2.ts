import type { Span } from '../../document/span.ts';
import { isObject, type JsonValue, own } from '../../json/node.ts';
import { pythonDumps } from '../../json/dialects/python-dumps.ts';
import { readPythonJson } from '../../json/dialects/python.ts';
import { pythonInt } from '../../languages/python/numbers.ts';
import { stripPython, strippedSpan } from '../../languages/python/text.ts';
import { PythonDict, pythonEquals, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { Message, MessageCall, Raised } from '../kit/engine-stream.ts';
import { raisedBy } from '../kit/raised.ts';
import { typeOf } from '../kit/type-names.ts';
import { baseJsonWords, declaredCall, toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { declaredProperties, wholeOrFloat } from './kit/schema.ts';
import { blankGaps, firstMarker, spanOf } from './kit/sections.ts';

const OPEN = '<minimax:tool_call>';
const CLOSE = '</minimax:tool_call>';
const INVOKE = '<invoke name="';
const INVOKE_END = '</invoke>';
const PARAMETER = '<parameter name="';
const PARAMETER_END = '</parameter>';

const words = {
  ...baseJsonWords,
  'section-open': `No \`${CLOSE}\` follows: everything from this marker on is content.`,
  'invoke-open': `No \`${INVOKE_END}\` follows: the call continues to the end of the section.`,
  'invoke-nameless': 'No `">` ends the name: the detector skips this call',
  'parameter-open': `No \`${PARAMETER_END}\` follows: the value continues to the end of the call.`,
  'parameter-nameless': 'No `">` ends the name: the detector skips this parameter',
  'same-parameter': 'This parameter name is repeated: the last value counts.',
  'text-in-section': 'This text is in the section but in no call. The detector drops it: the client never receives it.',
  'becomes-null': 'This text becomes null, whatever type the schema declares.',
  'null-declared': 'The schema allows null: the detector turns every value into null.',
  'number-infinite': 'Python cannot convert an infinite number to an integer and raises OverflowError',
  'json-value-refused': 'Reading the value as JSON raises an exception that nothing catches',
} as const;

type Code = keyof typeof words;
type Declared = ReturnType<typeof declaredProperties>;
type Steps = Recorder<Code | SglangCode>;

export const minimaxM2 = sglangRuntime<Code>({
  flag: 'minimax-m2',
  file: 'minimax_m2.py',
  formats: ['minimax-m2'],
  reads: 'Invoke tags between <minimax:tool_call> and its closing tag; the values are typed by the schema.',
  words,
  gate: (text) => firstMarker(text, OPEN),
  detect,
  stream: (tools) => new MinimaxStream(tools),
});

// Values

/** What a value is made of, or the exception that comes of it. */
type Typed = { readonly value: PythonValue; readonly why?: 'becomes-null' | 'null-declared' } | Raised;

/** Every type that the schema of a parameter names: by itself, by its choices, and by the values of `enum`. */
function typesOf(schema: JsonValue | undefined): ReadonlySet<string> {
  const types = new Set<string>();
  const pending: (JsonValue | undefined)[] = [schema];
  for (let at = 0; at < pending.length; at += 1) {
    const one = pending[at];
    let isNamed = false;
    if (isObject(one)) {
      const type = own(one, 'type');
      const values = own(one, 'enum');
      for (const name of Array.isArray(type) ? type : [type]) {
        if (typeof name !== 'string') continue;
        types.add(name.toLowerCase());
        isNamed = true;
      }
      if (Array.isArray(values)) {
        for (const value of values) types.add(typeOf(value));
        isNamed ||= values.length > 0;
      }
      for (const field of ['anyOf', 'oneOf', 'allOf']) {
        const choices = own(one, field);
        if (!Array.isArray(choices)) continue;
        // A loop, because thousands of choices would not fit into the arguments of a call.
        for (const choice of choices) pending.push(choice);
        isNamed ||= choices.length > 0;
      }
    }
    if (!isNamed) types.add('string');
  }
  return types;
}

const NULLS = new Set(['null', 'none', 'nil']);
const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** Tries the declared types in an order of its own; text comes last. */
function typed(text: string, types: ReadonlySet<string>): Typed {
  const has = (...names: string[]): boolean => names.some((name) => types.has(name));
  if (NULLS.has(text.toLowerCase())) return { value: null, why: 'becomes-null' };
  if (has('null')) return { value: null, why: 'null-declared' };
  if (has('integer', 'int')) {
    const value = pythonInt(text);
    if (value !== null) return { value };
  }
  if (has('number', 'float')) {
    const value = wholeOrFloat(text);
    if (value === undefined) return { raises: 'OverflowError' };
    if (value !== null) return { value };
  }
  if (has('boolean', 'bool')) {
    const word = stripPython(text.toLowerCase());
    if (TRUE.has(word)) return { value: true };
    if (FALSE.has(word)) return { value: false };
  }
  if (has('string', 'str', 'text') && !has('object', 'array')) return { value: text };
  // What none of the types took is read as JSON as well.
  const reading = readPythonJson(text);
  if (reading.ok) return { value: reading.node.value };
  const raises = raisedBy(reading.error);
  return raises === 'JSONDecodeError' ? { value: text } : { raises };
}

// The whole text

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const positions = toolPositions(tools);
  const declared = declaredProperties(tools);
  const calls: DetectedCall[] = [];
  const content: Span[] = [];
  const markup: Span[] = [];
  let at = 0;
  for (let from = text.indexOf(OPEN); from >= 0; from = text.indexOf(OPEN, at)) {
    const closer = text.indexOf(CLOSE, from);
    if (closer < 0) {
      steps.quirk('section-open', { from, to: text.length });
      break;
    }
    if (from > at) content.push({ from: at, to: from });
    at = closer + CLOSE.length;
    const section = { from, to: at };
    const read = readSection(text, section, declared, steps);
    if ('raises' in read) return { calls: [], content: [], text: '', raises: read };
    const found = read.invokes.flatMap((invoke) => {
      const call = declaredCall({ ...invoke, key: 'arguments' }, positions, steps);
      return call === null ? [] : [call];
    });
    steps.leave(section, found.length > 0 ? 'matched' : 'empty');
    if (found.length > 0) {
      markup.push({ from, to: from + OPEN.length }, { from: closer, to: at });
      markup.push(
        ...blankGaps(
          text,
          { from: from + OPEN.length, to: closer },
          read.invokes.map(({ span }) => span),
        ),
      );
    }
    for (const call of found) calls.push(call);
  }
  if (at < text.length) content.push({ from: at, to: text.length });
  return { calls, content, markup, text: content.map((span) => text.slice(span.from, span.to)).join('') };
}

interface Invoke {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonDict;
  readonly argumentsSpan: Span | null;
}

/** Enters the section, and leaves it only for an exception. */
function readSection(
  text: string,
  section: Span,
  declared: Declared,
  steps: Steps,
): { readonly invokes: readonly Invoke[] } | (Raised & { readonly at: number }) {
  steps.enter('block', OPEN, section);
  steps.marker(OPEN, 'open', section.from, section.from + OPEN.length);
  const invokes: Invoke[] = [];
  const block = text.slice(section.from, section.to);
  let at = OPEN.length;
  for (let from = block.indexOf(INVOKE); from >= 0; from = block.indexOf(INVOKE, at)) {
    const closer = block.indexOf(INVOKE_END, from + INVOKE.length);
    // Without its closing tag a call holds the closing tag of the section.
    const body = block.slice(from + INVOKE.length, closer < 0 ? block.length : closer);
    const end = closer < 0 ? block.length : closer + INVOKE_END.length;
    const span = {
      from: section.from + from,
      to: closer < 0 ? section.to - CLOSE.length : section.from + end,
    };
    gap(text, section.from + at, span.from, steps);
    at = end;
    if (closer < 0) steps.quirk('invoke-open', { from: span.from, to: span.from + INVOKE.length });
    const read = readInvoke(text, span, body, declared, steps);
    if (read !== null && 'raises' in read) {
      steps.leave(section, 'malformed');
      return read;
    }
    if (read !== null) invokes.push(read);
  }
  gap(text, section.from + at, section.to - CLOSE.length, steps);
  steps.marker(CLOSE, 'close', section.to - CLOSE.length, section.to);
  return { invokes };
}

function gap(text: string, from: number, to: number, steps: Steps): void {
  const dropped = strippedSpan(text, from, Math.max(from, to));
  if (dropped.from < dropped.to) steps.quirk('text-in-section', dropped);
}

/** @param body what follows the quote before the name */
function readInvoke(
  text: string,
  span: Span,
  body: string,
  declared: Declared,
  steps: Steps,
): Invoke | null | (Raised & { readonly at: number }) {
  steps.enter('block', INVOKE, span);
  const from = span.from + INVOKE.length;
  const nameTo = body.indexOf('">');
  if (nameTo < 0) {
    steps.reject('invoke-nameless', span, span.from);
    steps.leave(span, 'malformed');
    return null;
  }
  const nameSpan = strippedSpan(text, from, from + nameTo);
  const name = text.slice(nameSpan.from, nameSpan.to);
  steps.read('name', nameSpan);
  const properties = declared.get(name) ?? null;
  const value = new PythonDict();
  const parameters: Span[] = [];
  for (const { key, keySpan, valueSpan, to } of parametersOf(text, from + nameTo + 2, body.slice(nameTo + 2), steps)) {
    const raw = text.slice(valueSpan.from, valueSpan.to);
    const item = typed(raw, typesOf(properties === null ? undefined : own(properties, key)));
    steps.read('key', keySpan);
    if ('raises' in item) {
      const code = item.raises === 'OverflowError' ? 'number-infinite' : 'json-value-refused';
      steps.reject(code, valueSpan, valueSpan.from);
      steps.leave(span, 'malformed');
      return { raises: item.raises, at: valueSpan.from };
    }
    if (value.has(key)) steps.quirk('same-parameter', keySpan);
    if (item.why !== undefined) steps.quirk(item.why, valueSpan);
    else steps.read(item.value === raw ? 'value' : 'coerced-value', valueSpan);
    value.set(key, item.value);
    parameters.push({ from: keySpan.from - PARAMETER.length, to: Math.min(to, span.to) });
  }
  const argumentsSpan = spanOf(parameters);
  if (argumentsSpan === null) steps.read('no-arguments', span);
  steps.leave(span, 'matched');
  return { span, name, nameSpan, value, argumentsSpan };
}

/** The parameters of a call, whose text begins at `offset`. */
function* parametersOf(
  text: string,
  offset: number,
  body: string,
  steps: Steps,
): Generator<{ key: string; keySpan: Span; valueSpan: Span; to: number }> {
  for (let from = body.indexOf(PARAMETER); from >= 0;) {
    const start = from + PARAMETER.length;
    const closer = body.indexOf(PARAMETER_END, start);
    // `$` also matches before a line feed at the end, but line feeds are taken off anyway.
    const inner = body.slice(start, closer < 0 ? body.length : closer);
    const to = closer < 0 ? body.length : closer + PARAMETER_END.length;
    const tag = { from: offset + from, to: offset + start };
    if (closer < 0) steps.quirk('parameter-open', tag);
    const keyTo = inner.indexOf('">');
    if (keyTo < 0) {
      steps.reject('parameter-nameless', tag, tag.from);
    } else {
      const keySpan = strippedSpan(text, offset + start, offset + start + keyTo);
      const valueSpan = withoutLineFeeds(text, offset + start + keyTo + 2, offset + start + inner.length);
      yield { key: text.slice(keySpan.from, keySpan.to), keySpan, valueSpan, to: offset + to };
    }
    from = body.indexOf(PARAMETER, to);
  }
}

function withoutLineFeeds(text: string, from: number, to: number): Span {
  let first = from;
  let last = to;
  while (first < last && text.charAt(first) === '\n') first += 1;
  while (last > first && text.charAt(last - 1) === '\n') last -= 1;
  return { from: first, to: last };
}

// The stream

/** Nothing is held back, so a marker must come in one piece. Parameters are sent as they close. */
class MinimaxStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #declared: Declared;
  readonly #positions: ReadonlyMap<string, number>;
  #buffer = '';
  #inSection = false;
  /** The name that was sent, while its call is open. */
  #name: string | null = null;
  #parameters = new PythonDict();
  #current = -1;

  constructor(tools: readonly ToolDefinition[]) {
    this.#declared = declaredProperties(tools);
    this.#positions = toolPositions(tools);
  }

  push(delta: string): Message | Raised | null {
    this.#buffer += delta;
    let content = '';
    const calls: MessageCall[] = [];
    for (;;) {
      if (!this.#inSection) {
        const opener = this.#buffer.indexOf(OPEN);
        if (opener < 0) {
          content += this.#buffer;
          this.#buffer = '';
          return { content, calls };
        }
        content += this.#buffer.slice(0, opener);
        this.#buffer = this.#buffer.slice(opener + OPEN.length);
        this.#open(true);
      }
      if (this.#name === null) {
        const tag = nameTag(this.#buffer, INVOKE);
        if (tag === null) return { content, calls };
        const name = stripPython(tag.name);
        if (!this.#positions.has(name)) {
          // The call becomes content, and what was sent of others stays.
          this.#open(false);
          content += this.#buffer;
          this.#buffer = '';
          return { content, calls };
        }
        this.#name = name;
        if (this.#current === -1) this.#current = 0;
        while (this.previous.length <= this.#current) this.previous.push({});
        while (this.streamed.length <= this.#current) this.streamed.push('');
        this.previous[this.#current] = { arguments: new PythonDict() };
        calls.push({ index: this.#current, name, argumentsText: '' });
        this.#buffer = this.#buffer.slice(tag.to);
      }
      const raised = this.#sendParameters(calls);
      if (raised !== null) return raised;
      const closer = this.#buffer.indexOf(INVOKE_END);
      if (closer < 0) return { content, calls };
      // Braces in the values count as well.
      const sent = this.streamed[this.#current] ?? '';
      if (count(sent, '{') > count(sent, '}')) this.#send('}', calls);
      this.#buffer = this.#buffer.slice(closer + INVOKE_END.length);
      this.#open(true);
      this.#current += 1;
    }
  }

  #open(inSection: boolean): void {
    this.#inSection = inSection;
    this.#name = null;
    this.#parameters = new PythonDict();
  }

  #send(argumentsText: string, calls: MessageCall[]): void {
    const index = this.#current;
    calls.push({ index, argumentsText });
    this.streamed[index] = (this.streamed[index] ?? '') + argumentsText;
  }

  /** All closed parameters of the buffer are read again; of those only the new names are sent. */
  #sendParameters(calls: MessageCall[]): Raised | null {
    const text = this.#buffer;
    const properties = this.#declared.get(this.#name ?? '') ?? null;
    const parameters = new PythonDict();
    for (let tag = nameTag(text, PARAMETER); tag !== null;) {
      const closer = text.indexOf(PARAMETER_END, tag.to);
      if (closer < 0) break;
      const key = stripPython(tag.name);
      const types = typesOf(properties === null ? undefined : own(properties, key));
      const item = typed(text.slice(tag.to, closer), types);
      if ('raises' in item) return item;
      parameters.set(key, item.value);
      tag = nameTag(text, PARAMETER, closer + PARAMETER_END.length);
    }
    if (pythonEquals(parameters, this.#parameters)) return null;
    const isFirst = this.#parameters.size === 0;
    const items: string[] = [];
    for (const [key, value] of parameters.entries()) {
      // The original goes through a set here, so the order of several is not fixed.
      if (!isFirst && this.#parameters.has(key)) continue;
      items.push(`${pythonDumps(key) ?? ''}: ${pythonDumps(value) ?? ''}`);
    }
    if (isFirst) {
      const argumentsText = `{${items.join(', ')}`;
      calls.push({ index: this.#current, argumentsText });
      this.streamed[this.#current] = argumentsText;
    } else if (items.length > 0) {
      this.#send(`, ${items.join(', ')}`, calls);
    }
    this.#parameters = parameters;
    this.previous[this.#current] = { arguments: parameters };
    return null;
  }
}

/** The next tag of which the name has at least one character and no `>`. */
function nameTag(text: string, open: string, start = 0): { readonly name: string; readonly to: number } | null {
  for (let from = text.indexOf(open, start); from >= 0; from = text.indexOf(open, from + 1)) {
    const nameFrom = from + open.length;
    const to = text.indexOf('>', nameFrom);
    if (to < 0) return null;
    if (to >= nameFrom + 2 && text.charAt(to - 1) === '"') return { name: text.slice(nameFrom, to - 1), to: to + 1 };
  }
  return null;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
