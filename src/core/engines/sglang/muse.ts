import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { atemWords, Excerpt, type EngineCall, type MessageCall, readAtem } from '../kit/index.ts';
import { type DetectorStream, sglangRuntime } from './detector.ts';
import { contentOf } from './kit/content.ts';

const ends = /<\|eom\|>|<\|eot\|>/g;
/** The header of a channel, after white space. */
const header = /^\s*(?=<\|start\|>)<\|start\|>\s*assistant\s+to=([^<]*)<\|message\|>/;
const START = '<|start|>';
/** At the very start of a reply, the prompt has written the beginning of the header. */
const firstHeader = /^\s*to=([^<]*)<\|message\|>/;

/** The declared tool that a name means. */
function declared(tools: readonly ToolDefinition[]): (name: string) => string | null {
  const names = tools.map(({ name }) => name);
  return (name) => {
    if (names.includes(name)) return name;
    const [first = '', ...rest] = name.split('.');
    if (rest.length === 1 && rest[0] === first && names.includes(first)) return first;
    const last = name.slice(name.lastIndexOf('.') + 1);
    const alike = names.filter((one) => one.slice(one.lastIndexOf('.') + 1) === last);
    return alike.length === 1 && last !== '' ? (alike[0] ?? null) : null;
  };
}

interface Segment {
  readonly calls: readonly EngineCall[];
  readonly content: readonly Span[];
  readonly markup: readonly Span[];
}

/** A text up to the end of a message. */
function readSegment(
  text: string,
  { from, to }: Span,
  isFirst: boolean,
  tools: readonly ToolDefinition[],
  steps: Parameters<typeof readAtem>[3],
): Segment {
  const part = text.slice(from, to);
  const match = header.exec(part) ?? (isFirst ? firstHeader.exec(part) : null);
  if (match === null) return { calls: [], content: [{ from, to }], markup: [] };
  const [all, name = ''] = match;
  const body = { from: from + all.length, to };
  const start = { from, to: from + Math.max(0, all.indexOf(START)) };
  const markup = [{ from: start.to, to: body.from }];
  if (name === 'user' || name === 'self') return { calls: [], content: [start, body], markup };
  const calls = readAtem(text, body, declared(tools), steps);
  return { calls, content: [start], markup: [...markup, ...(calls.length > 0 ? [body] : [])] };
}

export const muse = sglangRuntime({
  flag: 'muse',
  file: 'muse_detector.py',
  formats: ['muse-glimmer'],
  reads: 'Closed invokes in channels of tools; a name counts by its last part, where one declared tool has it.',
  words: atemWords,
  openers: ['<atem:function_calls>', '<atem:invoke'],
  detect(text, tools, steps) {
    const calls: EngineCall[] = [];
    const content: Span[] = [];
    const markup: Span[] = [];
    let from = 0;
    for (const end of [...text.matchAll(ends), null]) {
      const to = end?.index ?? text.length;
      const segment = readSegment(text, { from, to }, from === 0, tools, steps);
      calls.push(...segment.calls);
      content.push(...segment.content);
      markup.push(...segment.markup);
      if (end !== null) markup.push({ from: to, to: to + end[0].length });
      from = to + (end?.[0].length ?? 0);
    }
    const indexed = calls.map((call, toolIndex) => ({ ...call, toolIndex }));
    return { calls: indexed, ...contentOf(text, content), markup };
  },
  stream: (tools) => new MuseStream(tools),
});

/** Message by message; text that cannot become a header goes out as it comes. */
class MuseStream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  #held = Excerpt.empty;
  /** The message is text, and its beginning has gone out. */
  #isText = false;
  #index = 0;
  #isFirst = true;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): { content: Excerpt; calls: MessageCall[] } {
    let text = this.#held.plus(Excerpt.end(current, delta));
    let content = Excerpt.empty;
    const calls: MessageCall[] = [];
    for (;;) {
      ends.lastIndex = 0;
      const end = ends.exec(text.text);
      if (end === null) break;
      content = content.plus(this.#message(text.slice(0, end.index), calls));
      text = text.slice(end.index + end[0].length);
      this.#isText = false;
    }
    const begun = text.text.trimStart();
    const mayOpen = begun === '' || begun.startsWith(START) || START.startsWith(begun);
    if (!this.#isText && (mayOpen || (this.#isFirst && /^t(?:o(?:=.*)?)?$/s.test(begun)))) {
      this.#held = text;
      return { content, calls };
    }
    this.#isText = true;
    const length = /<(?:\|(?:e(?:o(?:[mt]\|?)?)?)?)?$/.exec(text.text)?.[0].length ?? 0;
    this.#held = text.slice(text.length - length);
    return { content: content.plus(text.slice(0, text.length - length)), calls };
  }

  finish(): { content: Excerpt; calls: MessageCall[] } {
    const calls: MessageCall[] = [];
    const content = this.#message(this.#held, calls);
    this.#held = Excerpt.empty;
    return { content, calls };
  }

  #message(part: Excerpt, calls: MessageCall[]): Excerpt {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (this.#isText) return part;
    const segment = readSegment(part.text, { from: 0, to: part.length }, isFirst, this.#tools, null);
    for (const { name, argumentsText } of segment.calls) calls.push({ index: this.#index++, name, argumentsText });
    return part.parts(segment.content);
  }
}
