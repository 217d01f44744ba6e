import type { Span } from '../../text/document/index.ts';
import {
  afterSpace,
  isDict,
  isList,
  PythonDict,
  pythonDumps,
  type PythonNode,
  type PythonValue,
  rawDecode,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { Excerpt, gapsIn, type Message, type MessageCall, type Raised, raisedBy } from '../kit/index.ts';
import { baseJsonWords, toolPositions } from './kit/base-json.ts';
import { partialEnd } from './kit/base-stream.ts';
import { sglangRuntime, type Detected, type DetectedCall, type DetectorStream, type SglangCode } from './detector.ts';
import { allContent } from './kit/content.ts';

const OPEN = '<|tools_prefix|>[';
const CLOSE = '<|tools_suffix|>';

const words = {
  ...baseJsonWords,
  'no-suffix': 'No `<|tools_suffix|>` follows the array',
  'rest-content': 'From here on, everything is content, including the marker.',
  'text-before-suffix':
    'The detector drops text between the array and `<|tools_suffix|>`: the client never receives it.',
  'item-skipped': 'This item is not an object, or it is empty: the detector skips it silently',
  'first-key-counts': 'The first key is the name of the call. The detector ignores the others.',
  'null-arguments': 'The arguments are null: the call is made with {}.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | SglangCode>;

export const apertus2509 = sglangRuntime({
  flag: 'apertus2509',
  file: 'apertus2509_detector.py',
  formats: ['apertus'],
  reads: 'Arrays of {"name of the tool": {arguments}} between <|tools_prefix|> and <|tools_suffix|>.',
  words,
  openers: [OPEN],
  detect,
  stream: (tools) => new ApertusStream(tools),
});

function detect(text: string, tools: readonly ToolDefinition[], steps: Steps): Detected {
  if (!text.includes(OPEN)) return allContent(text);
  const positions = toolPositions(tools);
  const calls: DetectedCall[] = [];
  const content: Span[] = [];
  const markup: Span[] = [];
  let at = 0;
  for (;;) {
    const opener = text.indexOf(OPEN, at);
    if (opener < 0) break;
    if (opener > at) content.push({ from: at, to: opener });
    const arrayFrom = opener + OPEN.length - 1;
    const reading = rawDecode(text, arrayFrom);
    const suffix = reading.ok ? text.indexOf(CLOSE, reading.end) : -1;
    const span = { from: opener, to: suffix < 0 ? text.length : suffix + CLOSE.length };
    steps.enter('block', OPEN, span);
    steps.marker(OPEN, 'open', opener, opener + OPEN.length);
    at = opener;
    if (!reading.ok) {
      const { error } = reading;
      const raises = raisedBy(error);
      steps.reject('json-syntax', span, error.at, error);
      steps.leave(span, 'malformed');
      if (raises !== 'JSONDecodeError') return { calls: [], content: [], text, raises: { raises, at: error.at } };
      break;
    }
    if (suffix < 0) {
      steps.reject('no-suffix', span, Math.min(reading.end, text.length - 1));
      steps.leave(span, 'malformed');
      break;
    }
    const before = calls.length;
    const items = reading.node.items ?? [];
    for (const item of items) {
      const call = readItem(item, calls.length, positions, steps);
      if (call !== null) calls.push(call);
    }
    const between = strippedSpan(text, reading.end, suffix);
    if (between.from < between.to) steps.quirk('text-before-suffix', between);
    steps.marker(CLOSE, 'close', suffix, span.to);
    steps.leave(span, calls.length > before ? 'matched' : 'empty');
    if (calls.length > before) markup.push(...gapsIn(span, [...items, { from: reading.end, to: suffix }]));
    at = span.to;
  }
  if (at < text.length) {
    if (text.startsWith(OPEN, at)) steps.quirk('rest-content', { from: at, to: text.length });
    content.push({ from: at, to: text.length });
  }
  const joined = content.map(({ from, to }) => text.slice(from, to)).join('');
  const kept = strippedSpan(joined);
  return { calls, content, markup, text: joined.slice(kept.from, kept.to) };
}

/** `{"name": arguments}`. */
function readItem(
  item: PythonNode,
  toolIndex: number,
  positions: ReadonlyMap<string, number>,
  steps: Steps,
): DetectedCall | null {
  const first = firstMember(item);
  if (first === null) {
    steps.reject('item-skipped', item, item.from);
    return null;
  }
  const { name, key, node } = first;
  if (!positions.has(name)) {
    steps.reject('undeclared-dropped', key, key.from);
    return null;
  }
  steps.read('name', key);
  if ((item.members?.size ?? 0) > 1) steps.quirk('first-key-counts', item);
  steps.read('arguments', node);
  if (node.value === null) steps.quirk('null-arguments', node);
  else if (!isDict(node.value)) steps.quirk('arguments-unchecked', node);
  return {
    span: { from: item.from, to: item.to },
    name,
    nameSpan: { from: key.from, to: key.to },
    argumentsText: argumentsOf(node.value),
    argumentsSpan: { from: node.from, to: node.to },
    toolIndex,
  };
}

function firstMember({ members }: PythonNode): { name: string; key: Span; node: PythonNode } | null {
  const [first] = members ?? [];
  return first === undefined ? null : { name: first[0], ...first[1] };
}

function argumentsOf(value: PythonValue): string {
  return pythonDumps(value ?? new PythonDict()) ?? '';
}

/** Waits for whole blocks. After one with calls the piece is done; a further block waits for the next. */
class ApertusStream implements DetectorStream {
  readonly previous: { arguments?: PythonValue }[] = [];
  readonly streamed: string[] = [];
  readonly #positions: ReadonlyMap<string, number>;
  #buffer = '';
  #inBlock = false;
  #current = -1;

  constructor(tools: readonly ToolDefinition[]) {
    this.#positions = toolPositions(tools);
  }

  push(delta: string, current: string): Message | Raised | null {
    this.#buffer += delta;
    const content: Excerpt[] = [];
    for (;;) {
      if (!this.#inBlock) {
        content.push(this.#outside(current));
        if (!this.#buffer.startsWith(OPEN)) break;
        this.#inBlock = true;
      }
      const reading = rawDecode(this.#buffer, OPEN.length - 1);
      if (!reading.ok) {
        const raises = raisedBy(reading.error);
        if (raises !== 'JSONDecodeError') return { raises };
        if (!this.#buffer.includes(CLOSE)) break;
        content.push(Excerpt.end(current, this.#buffer));
        this.#buffer = '';
        this.#inBlock = false;
        break;
      }
      const suffix = afterSpace(this.#buffer, reading.end);
      if (!this.#buffer.startsWith(CLOSE, suffix)) break;
      const calls = this.#callsOf(reading.node);
      this.#buffer = this.#buffer.slice(suffix + CLOSE.length);
      this.#inBlock = false;
      if (calls.length === 0) continue;
      content.push(this.#outside(current));
      return { content: Excerpt.join(content), calls };
    }
    return { content: Excerpt.join(content) };
  }

  /** Takes the text before the next marker, or before what may become one. */
  #outside(current: string): Excerpt {
    const opener = this.#buffer.indexOf(OPEN);
    const to = opener >= 0 ? opener : this.#buffer.length - partialEnd(this.#buffer, OPEN);
    const text = Excerpt.end(current, this.#buffer).slice(0, to);
    this.#buffer = this.#buffer.slice(to);
    return text;
  }

  #callsOf(array: PythonNode): MessageCall[] {
    const calls: MessageCall[] = [];
    if (this.#current === -1) this.#current = 0;
    for (const item of isList(array.value) ? (array.items ?? []) : []) {
      const first = firstMember(item);
      if (first === null || !this.#positions.has(first.name)) continue;
      const { name, node } = first;
      const index = this.#current;
      const argumentsText = argumentsOf(node.value);
      this.#current += 1;
      this.previous[index] = { arguments: node.value ?? new PythonDict() };
      this.streamed[index] = argumentsText;
      calls.push({ index, name, argumentsText });
    }
    return calls;
  }
}
