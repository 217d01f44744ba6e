import type { Span } from '../../document/span.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../json/node.ts';
import { pythonDumps } from '../../json/dialects/python-dumps.ts';
import { pythonInt } from '../../languages/python/numbers.ts';
import { stripPython, strippedSpan } from '../../languages/python/text.ts';
import { isDict, isList, PythonDict, type PythonValue } from '../../languages/python/value.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import type { Message, MessageCall, Raised } from '../kit/engine-stream.ts';
import { baseJsonWords, declaredCall, toolPositions } from './kit/base-json.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { declaredSchemas, wholeOrFloat } from './kit/schema.ts';
import { blankGaps } from './kit/sections.ts';

/** Before every tag. */
const PREFIX = ']<]minimax[>[';
const OPEN = `${PREFIX}<tool_call>`;
const CLOSE = `${PREFIX}</tool_call>`;
const INVOKE = `${PREFIX}<invoke name="`;
const INVOKE_END = `${PREFIX}</invoke>`;
const TAG = `${PREFIX}<`;

const words = {
  ...baseJsonWords,
  'blanks-removed': `Blanks between \`${PREFIX}\` and a tag are ignored. They are not in the content either.`,
  'section-open': `No \`${CLOSE}\` follows: everything from this marker on is content.`,
  'invoke-open': `No \`${INVOKE_END}\` follows in the section: the detector drops this call`,
  'invoke-nameless': 'No `">` ends the name: the detector skips this call',
  'all-content': 'The detector catches the exception and returns the whole reply as content, without any call.',
  'closer-unopened': 'This tag closes a tag that is not open: Python raises ValueError',
  'closer-other': 'This tag does not close the tag that was opened last: Python raises ValueError',
  'tag-cut': 'No `>` ends this tag: Python raises ValueError',
  'tag-in-text': 'A value that already has text contains tags: Python raises TypeError',
  'tag-unclosed': 'This tag is not closed before the call ends: the detector drops its value.',
  'text-ignored': 'The detector drops text between the tags: the client never receives it.',
  'text-in-section': 'This text is in the section but in no call. The detector drops it: the client never receives it.',
  'repeated-tag': 'This tag name is repeated: the values become a list.',
  'text-for-container':
    'The schema declares an object or an array, but this is text: it stays a string, even if it is JSON.',
  'number-infinite': 'Python cannot convert an infinite number to an integer and raises OverflowError',
  'too-deep': 'The values are nested too deeply for `json.dumps`: the detector drops the call and only logs it',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const minimaxM3 = sglangRuntime<Code>({
  flag: 'minimax-m3',
  file: 'minimax_m3.py',
  formats: ['minimax-m3'],
  reads: `Nested tags, each after ${PREFIX}, in <tool_call> sections; the texts are typed by the schema.`,
  words,
  gate(text) {
    const { text: plain, place } = withoutBlanks(text);
    const from = plain.indexOf(OPEN);
    return from < 0 ? null : place({ from, to: from + OPEN.length });
  },
  detect,
  stream: (tools) => new MinimaxStream(tools),
});

const BLANKS = /(\]<\]minimax\[>\[)[ \t\r\n]+(?=<)/g;

/** The text without blanks between the prefix and a tag, and where its parts are in the text that came. */
function withoutBlanks(text: string): { readonly text: string; readonly place: (span: Span) => Span } {
  const cuts: { readonly at: number; readonly by: number }[] = [];
  let by = 0;
  for (const match of text.matchAll(BLANKS)) {
    const at = match.index + PREFIX.length - by;
    by += match[0].length - PREFIX.length;
    cuts.push({ at, by });
  }
  if (cuts.length === 0) return { text, place: (span) => span };
  const place = (at: number): number => {
    let low = 0;
    let high = cuts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cuts[middle] as { at: number }).at <= at) low = middle + 1;
      else high = middle;
    }
    return at + (cuts[low - 1]?.by ?? 0);
  };
  return {
    text: text.replace(BLANKS, '$1'),
    place: ({ from, to }) => ({ from: place(from), to: from < to ? place(to - 1) + 1 : place(to) }),
  };
}

// Values

function typesOf(schema: JsonValue | undefined): ReadonlySet<string> {
  const type = isObject(schema) ? own(schema, 'type') : undefined;
  const types = Array.isArray(type) ? type : [type];
  return new Set(types.flatMap((one) => (typeof one === 'string' ? [one.toLowerCase()] : [])));
}

function hasType(schema: JsonValue | undefined, ...names: string[]): boolean {
  const types = typesOf(schema);
  return names.some((name) => types.has(name));
}

const isText = (schema: JsonValue | undefined): boolean => hasType(schema, 'string', 'str');
const isContainer = (schema: JsonValue | undefined): boolean => hasType(schema, 'object', 'array');
const isScalar = (schema: JsonValue | undefined): boolean =>
  hasType(schema, 'string', 'str', 'integer', 'int', 'number', 'float', 'boolean', 'bool', 'null') &&
  !isContainer(schema);

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** The text of a tag by its schema; undefined where Python raises OverflowError. */
function leaf(text: string, schema: JsonValue | undefined): PythonValue | undefined {
  const types = typesOf(schema);
  const has = (...names: string[]): boolean => names.some((name) => types.has(name));
  if (has('null')) {
    if (text === '' || text === 'null' || text === 'Null' || text === 'NULL') return null;
  } else if (has('string', 'str')) {
    return text;
  }
  if (has('integer', 'int')) {
    const value = pythonInt(text);
    if (value !== null) return value;
  }
  if (has('number', 'float')) {
    const value = wholeOrFloat(text);
    if (value !== null) return value;
  }
  if (has('boolean', 'bool')) {
    const word = stripPython(text.toLowerCase());
    if (TRUE.has(word)) return true;
    if (FALSE.has(word)) return false;
  }
  return text;
}

/** The schema of a tag inside of another. */
function childSchema(parent: JsonObject | null, tag: string, value: PythonValue): JsonObject | null {
  if (parent === null) return null;
  if (tag === 'item' && hasType(parent, 'array')) return itemSchema(parent, isList(value) ? value.length : 0);
  const properties = own(parent, 'properties');
  if (isObject(properties) && Object.hasOwn(properties, tag)) return objectOrNull(own(properties, tag));
  return objectOrNull(own(parent, 'additionalProperties'));
}

function itemSchema(array: JsonObject, index: number): JsonObject | null {
  const prefix = own(array, 'prefixItems');
  if (Array.isArray(prefix) && index < prefix.length) return objectOrNull(prefix[index]);
  for (const key of ['additionalItems', 'items']) {
    const schema = own(array, key);
    if (isObject(schema)) return schema;
  }
  return Array.isArray(prefix) ? objectOrNull(prefix.at(-1)) : null;
}

function objectOrNull(schema: JsonValue | undefined): JsonObject | null {
  return isObject(schema) ? schema : null;
}

interface Frame {
  readonly tag: string;
  readonly at: Span;
  readonly schema: JsonObject | null;
  value: PythonValue;
  /** How deeply the value nests. */
  depth: number;
}

/** What happens while tags are read, in the offsets of the body. */
type Note = (kind: 'reject' | 'quirk' | 'read', code: Code | 'key' | 'value' | 'coerced-value', span: Span) => void;

type Body = { readonly value: PythonValue; readonly depth: number } | (Raised & { readonly span: Span });

/** Nested tags as a value. What follows a closing tag, and what stands before the first tag, is passed over. */
function readTags(body: string, schema: JsonObject | null, note?: Note): Body {
  const chunks = chunksOf(body);
  const first = chunks[0];
  const isArray = hasType(schema, 'array') && first !== undefined && body.startsWith('<item>', first.from);
  const root: Frame = { tag: '', at: { from: 0, to: 0 }, schema, value: isArray ? [] : new PythonDict(), depth: 1 };
  const stack: Frame[] = [root];
  for (const chunk of chunks) {
    const { from, to } = chunk;
    if (body.startsWith('</', from)) {
      const end = body.indexOf('>', from + 2);
      const isEnded = end >= 0 && end < to;
      const tag = stripPython(body.slice(from + 2, isEnded ? end : to));
      const frame = stack.at(-1) as Frame;
      const parent = stack.at(-2);
      if (parent === undefined || frame.tag !== tag) {
        note?.('reject', parent === undefined ? 'closer-unopened' : 'closer-other', chunk);
        return { raises: 'ValueError', span: chunk };
      }
      stack.pop();
      if (isEnded && end + 1 < to) note?.('quirk', 'text-ignored', { from: end + 1, to });
      if (!assign(parent, frame, note)) {
        note?.('reject', 'tag-in-text', frame.at);
        return { raises: 'TypeError', span: frame.at };
      }
    } else if (body.charAt(from) === '<') {
      const end = body.indexOf('>', from);
      if (end < 0 || end >= to) {
        note?.('reject', 'tag-cut', chunk);
        return { raises: 'ValueError', span: chunk };
      }
      const tag = stripPython(body.slice(from + 1, end));
      const parent = stack.at(-1) as Frame;
      const child = childSchema(parent.schema, tag, parent.value);
      const text = body.slice(end + 1, to);
      note?.('read', 'key', strippedSpan(body, from + 1, end));
      const at = { from, to: end + 1 };
      if (text === '' && !isScalar(child)) {
        const value = hasType(child, 'array') ? [] : new PythonDict();
        stack.push({ tag, at, schema: child, value, depth: 1 });
        continue;
      }
      const span = { from: end + 1, to };
      const value = leaf(text, child);
      if (value === undefined) {
        note?.('reject', 'number-infinite', span);
        return { raises: 'OverflowError', span };
      }
      note?.('read', value === text ? 'value' : 'coerced-value', span);
      if (isContainer(child)) note?.('quirk', 'text-for-container', span);
      stack.push({ tag, at, schema: child, value, depth: 0 });
    } else {
      note?.('quirk', 'text-ignored', chunk);
    }
  }
  for (const frame of stack.slice(1)) note?.('quirk', 'tag-unclosed', frame.at);
  return root;
}

/** Puts a value into the one around it; false where that is no container. */
function assign(parent: Frame, { tag, at, value, depth }: Frame, note?: Note): boolean {
  const into = parent.value;
  let added = depth + 1;
  if (isList(into)) {
    (into as PythonValue[]).push(value);
  } else if (isDict(into)) {
    const existing = into.get(tag);
    if (existing === undefined) {
      into.set(tag, value);
    } else {
      note?.('quirk', 'repeated-tag', at);
      if (isList(existing)) (existing as PythonValue[]).push(value);
      else into.set(tag, [existing, value]);
      added += 1;
    }
  } else {
    return false;
  }
  parent.depth = Math.max(parent.depth, added);
  return true;
}

/** What is between the prefixes, without space around it and without what is blank. */
function chunksOf(body: string): Span[] {
  const chunks: Span[] = [];
  for (let from = 0; from <= body.length;) {
    const next = body.indexOf(PREFIX, from);
    const to = next < 0 ? body.length : next;
    const chunk = strippedSpan(body, from, to);
    if (chunk.from < chunk.to) chunks.push(chunk);
    from = to + PREFIX.length;
  }
  return chunks;
}

/** `json.dumps` gives up below so many levels, by the limit that its reader has. */
const DEEPEST = 994;

// The whole text

function detect(original: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const whole = { from: 0, to: original.length };
  const { text, place } = withoutBlanks(original);
  if (text !== original) steps.quirk('blanks-removed', whole);
  const positions = toolPositions(tools);
  const schemas = declaredSchemas(tools);
  const calls: DetectedCall[] = [];
  const outside: Span[] = [];
  const markup: Span[] = [];
  let at = 0;
  for (let from = text.indexOf(OPEN); from >= 0; from = text.indexOf(OPEN, at)) {
    const closer = text.indexOf(CLOSE, from);
    if (closer < 0) {
      steps.quirk('section-open', place({ from, to: text.length }));
      break;
    }
    outside.push({ from: at, to: from });
    at = closer + CLOSE.length;
    const section = { from, to: at };
    steps.enter('block', OPEN, place(section));
    const opener = place({ from, to: from + OPEN.length });
    steps.marker(OPEN, 'open', opener.from, opener.to);
    const { invokes, isRefused } = readSection(text, { from: from + OPEN.length, to: closer }, schemas, place, steps);
    const ending = place({ from: closer, to: at });
    if (isRefused !== true) steps.marker(CLOSE, 'close', ending.from, ending.to);
    const found: DetectedCall[] = [];
    for (const invoke of isRefused ? [] : invokes) {
      const call = declaredCall({ ...invoke, key: 'arguments' }, positions, steps);
      // The count begins again in each section.
      if (call !== null) found.push({ ...call, toolIndex: found.length });
    }
    steps.leave(place(section), isRefused ? 'malformed' : found.length > 0 ? 'matched' : 'empty');
    if (isRefused) {
      steps.quirk('all-content', whole);
      return { calls: [], content: [whole], text: original };
    }
    if (found.length > 0) {
      markup.push(opener, ending);
      markup.push(
        ...blankGaps(
          original,
          { from: opener.to, to: ending.from },
          invokes.map(({ span }) => span),
        ),
      );
    }
    for (const call of found) calls.push(call);
  }
  outside.push({ from: at, to: text.length });
  const content = outside.filter(({ from, to }) => from < to);
  return {
    calls,
    content: content.map(place),
    markup,
    text: content.map(({ from, to }) => text.slice(from, to)).join(''),
  };
}

interface Invoke {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: PythonValue;
  readonly argumentsSpan: Span | null;
}

/** The calls of a section; an exception that they raise is `isRefused`. */
function readSection(
  text: string,
  { from: start, to: end }: Span,
  schemas: ReturnType<typeof declaredSchemas>,
  place: (span: Span) => Span,
  steps: Steps,
): { readonly invokes: readonly Invoke[]; readonly isRefused?: true } {
  const invokes: Invoke[] = [];
  const block = text.slice(start, end);
  let at = 0;
  const gap = (to: number): void => {
    const dropped = strippedSpan(block, at, Math.max(at, to));
    if (dropped.from < dropped.to) {
      steps.quirk('text-in-section', place({ from: start + dropped.from, to: start + dropped.to }));
    }
  };
  for (let from = block.indexOf(INVOKE); from >= 0; from = block.indexOf(INVOKE, at)) {
    const closer = block.indexOf(INVOKE_END, from);
    gap(from);
    if (closer < 0) {
      const lost = place({ from: start + from, to: end });
      steps.reject('invoke-open', lost, lost.from);
      return { invokes };
    }
    at = closer + INVOKE_END.length;
    const span = place({ from: start + from, to: start + at });
    const inner = block.slice(from + INVOKE.length, closer);
    const offset = start + from + INVOKE.length;
    const placed = (one: Span): Span => place({ from: offset + one.from, to: offset + one.to });
    const nameTo = inner.indexOf('">');
    steps.enter('block', INVOKE, span);
    if (nameTo < 0) {
      steps.reject('invoke-nameless', span, span.from);
      steps.leave(span, 'malformed');
      continue;
    }
    const name = inner.slice(0, nameTo);
    const nameSpan = placed({ from: 0, to: nameTo });
    steps.read('name', nameSpan);
    const bodyFrom = nameTo + 2;
    const read = readTags(inner.slice(bodyFrom), schemas.get(name) ?? null, (kind, code, where) => {
      const span = placed({ from: bodyFrom + where.from, to: bodyFrom + where.to });
      if (kind === 'reject') steps.reject(code as Code, span, span.from);
      else if (kind === 'quirk') steps.quirk(code as Code, span);
      else steps.read(code, span);
    });
    if ('raises' in read) {
      steps.leave(span, 'malformed');
      return { invokes, isRefused: true };
    }
    if (read.depth > DEEPEST) {
      steps.reject('too-deep', span, span.from);
      steps.leave(span, 'malformed');
      continue;
    }
    const body = strippedSpan(inner, bodyFrom, inner.length);
    if (body.from === body.to) steps.read('no-arguments', span);
    steps.leave(span, 'matched');
    invokes.push({ span, name, nameSpan, value: read.value, argumentsSpan: body.from < body.to ? placed(body) : null });
  }
  gap(block.length);
  return { invokes };
}

// The stream

interface OpenParameter {
  readonly tag: string;
  readonly schema: JsonObject | null;
  readonly isNested: boolean;
  /** A string: its quote was sent. */
  isQuoted: boolean;
  text: string[];
}

/** Names are not looked up. Strings are sent as they come, all else when its tag closes. */
class MinimaxStream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #schemas: ReturnType<typeof declaredSchemas>;
  #buffer = '';
  #inSection = false;
  #call: { readonly schema: JsonObject | null; isEmpty: boolean } | null = null;
  #parameter: OpenParameter | null = null;
  #current = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#schemas = declaredSchemas(tools);
  }

  push(delta: string): Message | Raised | null {
    this.#buffer = (this.#buffer + delta).replace(BLANKS, '$1');
    const content: string[] = [];
    const calls: MessageCall[] = [];
    for (;;) {
      const more = !this.#inSection
        ? this.#openSection(content)
        : this.#call === null
          ? this.#closeSection() || this.#openCall(calls)
          : this.#parameter === null
            ? this.#closeCall(calls) || this.#openParameter(this.#call, calls)
            : this.#readParameter(this.#parameter, calls);
      if (typeof more !== 'boolean') return more;
      if (!more) return { content: content.join(''), calls };
    }
  }

  /** Takes what is before `at` and `marker` out of the buffer. */
  #skip(to: number): void {
    this.#buffer = this.#buffer.slice(to);
  }

  #send(argumentsText: string, calls: MessageCall[]): void {
    calls.push({ index: this.#current, argumentsText });
  }

  #openSection(content: string[]): boolean {
    const opener = this.#buffer.indexOf(OPEN);
    const to = opener < 0 ? readyLength(this.#buffer, OPEN) : opener;
    content.push(this.#buffer.slice(0, to));
    this.#skip(opener < 0 ? to : opener + OPEN.length);
    this.#inSection = opener >= 0;
    return this.#inSection;
  }

  #closeSection(): boolean {
    const closer = this.#buffer.indexOf(CLOSE);
    const invoke = this.#buffer.indexOf(INVOKE);
    if (closer < 0 || (invoke >= 0 && invoke < closer)) return false;
    this.#skip(closer + CLOSE.length);
    this.#inSection = false;
    return true;
  }

  #openCall(calls: MessageCall[]): boolean {
    const from = this.#buffer.indexOf(INVOKE);
    const to = from < 0 ? -1 : this.#buffer.indexOf('">', from + INVOKE.length);
    if (to < 0) return false;
    const name = this.#buffer.slice(from + INVOKE.length, to);
    this.#skip(to + 2);
    this.#call = { schema: this.#schemas.get(name) ?? null, isEmpty: true };
    calls.push({ index: this.#current, name, argumentsText: '{' });
    return true;
  }

  #closeCall(calls: MessageCall[]): boolean {
    const closer = this.#buffer.indexOf(INVOKE_END);
    const tag = this.#buffer.indexOf(TAG);
    if (closer < 0 || tag < closer) return false;
    this.#skip(closer + INVOKE_END.length);
    this.#send('}', calls);
    this.#current += 1;
    this.#call = null;
    return true;
  }

  #openParameter(call: { readonly schema: JsonObject | null; isEmpty: boolean }, calls: MessageCall[]): boolean {
    const from = this.#buffer.indexOf(TAG);
    const end = from < 0 ? -1 : this.#buffer.indexOf('>', from + TAG.length);
    if (end < 0) return false;
    const tag = stripPython(this.#buffer.slice(from + TAG.length, end));
    this.#skip(end + 1);
    const schema = childSchema(call.schema, tag, null);
    const isNested = isContainer(schema) || this.#buffer.startsWith(TAG);
    this.#parameter = { tag, schema, isNested, isQuoted: false, text: [] };
    this.#send(`${call.isEmpty ? '' : ', '}${pythonDumps(tag) ?? ''}: `, calls);
    call.isEmpty = false;
    return true;
  }

  #readParameter(parameter: OpenParameter, calls: MessageCall[]): boolean | Raised {
    const close = `${PREFIX}</${parameter.tag}>`;
    const closer = this.#buffer.indexOf(close);
    const to = closer < 0 ? readyLength(this.#buffer, close) : closer;
    const text = this.#buffer.slice(0, to);
    const isString = !parameter.isNested && isText(parameter.schema);
    if (!isString) {
      parameter.text.push(text);
    } else if (text !== '') {
      this.#send(`${parameter.isQuoted ? '' : '"'}${(pythonDumps(text) ?? '').slice(1, -1)}`, calls);
      parameter.isQuoted = true;
    }
    if (closer < 0) {
      this.#skip(to);
      return false;
    }
    if (isString) {
      this.#send(parameter.isQuoted ? '"' : '""', calls);
    } else {
      const value = this.#valueOf(parameter);
      if ('raises' in value) return value;
      this.#send(pythonDumps(value.value) ?? '', calls);
    }
    this.#skip(closer + close.length);
    this.#parameter = null;
    return true;
  }

  #valueOf({ isNested, schema, text }: OpenParameter): { readonly value: PythonValue } | Raised {
    const all = text.join('');
    if (!isNested) {
      const value = leaf(all, schema);
      return value === undefined ? { raises: 'OverflowError' } : { value };
    }
    const read = readTags(all, schema);
    if (!('raises' in read) && read.depth > DEEPEST) return { raises: 'RecursionError' };
    return read;
  }
}

/** So much of the text can be no beginning of `marker`. */
function readyLength(text: string, marker: string): number {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length -= 1) {
    if (marker.startsWith(text.slice(text.length - length))) return text.length - length;
  }
  const prefix = text.lastIndexOf(PREFIX);
  if (prefix < 0) return text.length;
  const rest = text.slice(prefix + PREFIX.length);
  return /^[ \t\r\n]+$/.test(rest) ? prefix : text.length;
}
