import type { Span } from '../../text/document/index.ts';
import {
  afterSpace,
  isOrjson,
  pythonDumps,
  type PythonNode,
  readPythonJson,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, type Message, raisedBy } from '../kit/index.ts';
import { baseJsonWords, declaredCall, readBaseJson, toolPositions } from './kit/base-json.ts';
import { BaseStream, partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type SglangCode } from './detector.ts';
import { makeRoom } from './kit/call-lists.ts';
import { allContent } from './kit/content.ts';

const MARKER = '[TOOL_CALLS';
const ARRAY = '[TOOL_CALLS] [';
const ARGS = '[ARGS';

const words = {
  ...baseJsonWords,
  'array-form': {
    question: 'Does the text contain `[TOOL_CALLS] [`, with exactly one space?',
    yes: 'The detector reads the array, and nothing else: later calls stay in the content.',
    no: 'The detector reads names with `[ARGS]`.',
  },
  'array-open': 'No `]` closes this array: the rest of the reply is lost',
  'array-elsewhere': 'An equal array comes earlier in the text. The content continues after that one.',
  'array-refused': 'The detector drops the array. The text after it is content.',
  'no-args-marker': 'No `[ARGS` follows: the detector stops looking for calls',
  'no-compact-name': 'Nothing is between `[TOOL_CALLS]` and `[ARGS]`: the detector stops looking for calls',
  'no-compact-json': '`{` or `[` must follow here: the detector stops looking for calls',
  'compact-open': 'No bracket closes this one: the detector stops looking for calls',
  'not-orjson': '`orjson` or `json.loads` rejects this: the detector stops looking for calls',
  'text-between': 'The detector drops text between two calls: the client never receives it.',
  'rest-lost': 'The detector finds no call: the client never receives the rest of the reply.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const mistral = sglangRuntime({
  flag: 'mistral',
  file: 'mistral_detector.py',
  formats: ['mistral', 'mistral-v11'],
  reads: 'One array after [TOOL_CALLS] and a space, or [TOOL_CALLS] name [ARGS] and JSON, repeated.',
  words,
  openers: [MARKER],
  detect,
  stream: (tools) => new MistralStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  const marker = text.indexOf(MARKER);
  if (marker < 0) return allContent(text);
  const positions = toolPositions(tools);
  const before = strippedSpan(text, 0, marker);
  const opener = text.indexOf(ARRAY, marker);
  const found = opener < 0 ? null : { from: opener, to: opener + ARRAY.length };
  return steps.gate('array-form', found !== null, { from: marker, to: text.length }, found)
    ? detectArray(text, before, opener, positions, steps)
    : detectCompact(text, before, marker, positions, steps);
}

function detectArray(
  text: string,
  before: Span,
  opener: number,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): Detected {
  const from = opener + ARRAY.length - 1;
  const to = closingBracket(text, from);
  const span = { from: opener, to: to ?? text.length };
  steps.enter('block', ARRAY, span);
  steps.marker(ARRAY, 'open', opener, from + 1);
  if (to === null) {
    steps.reject('array-open', span, from);
    steps.leave(span, 'malformed');
    return { calls: [], content: [before], text: text.slice(before.from, before.to) };
  }
  const reading = readPythonJson(text, from, to);
  let calls: readonly DetectedCall[] = [];
  let markup: readonly Span[] = [];
  if (reading.ok) {
    const read = readBaseJson(reading.node, span, positions, steps);
    steps.leave(span, read.raises !== undefined ? 'malformed' : read.calls.length > 0 ? 'matched' : 'empty');
    if (read.raises !== undefined) return { calls: [], content: [], text, raises: read.raises };
    ({ calls, markup } = read);
  } else {
    const { error } = reading;
    steps.reject('json-syntax', span, error.at, error);
    const raises = raisedBy(error);
    if (raises === 'JSONDecodeError') steps.quirk('array-refused', span);
    steps.leave(span, 'malformed');
    if (raises !== 'JSONDecodeError') return { calls: [], content: [], text, raises: { raises, at: error.at } };
  }
  // The original searches for the array's text, and may find it before the array.
  const array = text.slice(from, to);
  const first = text.indexOf(array, text.indexOf(MARKER));
  if (first < from) steps.quirk('array-elsewhere', { from: first, to: first + array.length });
  const after = strippedSpan(text, first + array.length, text.length);
  return { calls, markup, ...joined(text, before, after) };
}

/** Content before and after the calls, with a space between. */
function joined(text: string, before: Span, after: Span): Pick<Detected, 'content' | 'text'> {
  const parts = [before, after].filter(({ from, to }) => from < to);
  return { content: parts, text: parts.map(({ from, to }) => text.slice(from, to)).join(' ') };
}

function detectCompact(
  text: string,
  before: Span,
  marker: number,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): Detected {
  const { to: end } = strippedSpan(text);
  const calls: DetectedCall[] = [];
  let at = marker;
  while (at < text.length) {
    const found = readCompact(text, at, text.length, steps);
    if (found === null) break;
    const { span, name, node } = found;
    if (at > marker && span.from > at) steps.quirk('text-between', { from: at, to: span.from });
    steps.enter('block', MARKER, span);
    steps.marker(text.slice(span.from, name.from), 'open', span.from, name.from);
    steps.read('name', name);
    steps.read('arguments', node);
    const call = declaredCall(
      {
        span,
        name: text.slice(name.from, name.to),
        nameSpan: name,
        value: node.value,
        argumentsSpan: node,
        key: 'arguments',
      },
      positions,
      steps,
    );
    steps.leave(span, call === null ? 'empty' : 'matched');
    if (call !== null) calls.push(call);
    at = Math.min(afterSpace(text, span.to), Math.max(span.to, end));
  }
  const rest = { from: at, to: Math.max(at, end) };
  if (calls.length > 0) return { calls, ...joined(text, before, rest) };
  if (rest.from < rest.to) steps.quirk('rest-lost', rest);
  return { calls, ...joined(text, before, { from: at, to: at }) };
}

interface Compact {
  readonly span: Span;
  readonly name: Span;
  readonly node: PythonNode;
}

/** The next `[TOOL_CALLS] name [ARGS] {…}`. Both closing brackets may be missing. */
function readCompact(text: string, from: number, to: number, steps: Steps | null): Compact | null {
  const marker = text.indexOf(MARKER, from);
  if (marker < 0) return null;
  const rest = { from: marker, to };
  const nameFrom = afterMarker(text, marker + MARKER.length);
  const args = text.indexOf(ARGS, nameFrom);
  if (args < 0) {
    steps?.reject('no-args-marker', rest, Math.min(nameFrom, to - 1));
    return null;
  }
  const name = strippedSpan(text, nameFrom, args);
  if (name.from === name.to) {
    steps?.reject('no-compact-name', rest, args);
    return null;
  }
  const valueFrom = afterMarker(text, args + ARGS.length);
  const first = text.charAt(valueFrom);
  if (first !== '{' && first !== '[') {
    steps?.reject('no-compact-json', rest, Math.min(valueFrom, to - 1));
    return null;
  }
  const valueTo = closingBracket(text, valueFrom);
  if (valueTo === null) {
    steps?.reject('compact-open', rest, valueFrom);
    return null;
  }
  const reading = readPythonJson(text, valueFrom, valueTo);
  if (!reading.ok) {
    steps?.reject('json-syntax', { from: valueFrom, to: valueTo }, reading.error.at, reading.error);
    return null;
  }
  if (!isOrjson(text, valueFrom, valueTo)) {
    steps?.reject('not-orjson', { from: valueFrom, to: valueTo });
    return null;
  }
  return { span: { from: marker, to: valueTo }, name, node: reading.node };
}

/** After a marker's own `]`, if it is there, and white space. */
function afterMarker(text: string, at: number): number {
  return afterSpace(text, text.charAt(at) === ']' ? at + 1 : at);
}

/** After the bracket that closes the one at `from`. Only brackets of its kind are counted, and none in strings. */
function closingBracket(text: string, from: number): number | null {
  const open = text.charAt(from);
  const close = open === '{' ? '}' : ']';
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

class MistralStream extends BaseStream {
  constructor(tools: readonly ToolDefinition[]) {
    super({ open: ARRAY, close: ']', separator: ', ' }, (text) => text.includes(MARKER), tools);
  }

  override push(delta: string, current: string): Message | null {
    this.kept = this.kept.plus(Excerpt.end(current, delta));
    const { kept } = this;
    const text = this.buffer;
    const marker = text.indexOf(MARKER);
    if (marker < 0) {
      if (partialEnd(text, MARKER) > 0) return null;
      this.kept = Excerpt.empty;
      return { content: kept.without(']') };
    }
    if (marker > 0) {
      this.kept = kept.slice(marker);
      return { content: kept.slice(0, marker) };
    }
    const found = readCompact(text, 0, text.length, null);
    if (found !== null) return this.#sendWhole(found);
    return text.includes(ARRAY) ? this.increment(Excerpt.empty) : null;
  }

  /** Name and arguments at once. Of a name that no tool has, all that is buffered becomes content. */
  #sendWhole({ span, name: { from, to }, node }: Compact): Message {
    const { kept } = this;
    const name = kept.text.slice(from, to);
    if (!this.positions.has(name)) {
      this.kept = Excerpt.empty;
      return { content: kept };
    }
    if (this.current === -1) {
      this.current = 0;
      this.previous.length = 0;
      this.streamed.length = 0;
    }
    const index = this.current;
    const argumentsText = pythonDumps(node.value) ?? '';
    makeRoom(this, index);
    this.previous[index] = { arguments: node.value };
    this.streamed[index] = argumentsText;
    this.kept = kept.slice(span.to);
    this.current += 1;
    this.nameSent = false;
    return { calls: [{ index, name, argumentsText }] };
  }
}
