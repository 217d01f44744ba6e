import { lstrip, rstrip } from '../../../text/languages/index.ts';
import { type EngineCall, Excerpt, type Message } from '../../kit/index.ts';
import { places } from './markers.ts';
import type { Parsed, ParserStream } from '../parser.ts';
import { parseSection, sectionWords, type Section, type SectionSteps } from './section.ts';

// What `deepseek_v3` and `deepseek_v31` share: the markers, and a stream that counts them.

const SECTION = '<｜tool▁calls▁begin｜>';
const SECTION_END = '<｜tool▁calls▁end｜>';
export const BEGIN = '<｜tool▁call▁begin｜>';
export const SEPARATOR = '<｜tool▁sep｜>';
export const END = '<｜tool▁call▁end｜>';

const section: Section = { open: SECTION, close: SECTION_END, begin: BEGIN, end: END };

export const deepseekWords = {
  ...sectionWords(section),
  'no-separator': `No \`${SEPARATOR}\` follows on the same line, so the pattern of a call does not match`,
} as const;

/** Content up to the section, and the calls; null for these where the server's own classes raise. */
export function parseDeepseek(text: string, steps: SectionSteps, findCalls: () => EngineCall[] | null): Parsed {
  return parseSection(text, section, steps, findCalls);
}

/** What of a call has come. */
export interface Portion {
  readonly name: string;
  readonly argumentsText: string;
}

/**
 * Counts the markers of calls that began and ended, takes from that what a delta is about, and reads the last call again. What
 * comes with the end of a call is only sent when it holds `"}`.
 */
export class CountingStream implements ParserStream {
  readonly previous: { arguments?: string }[] = [];
  readonly streamed: string[] = [];
  readonly #portion: (text: string) => Portion | null;
  #inSection = false;
  #began = 0;
  #ended = 0;
  #index = -1;
  #isNamed = false;

  constructor(portion: (text: string) => Portion | null) {
    this.#portion = portion;
  }

  push(delta: string, current: string): Message | null {
    const beganBefore = this.#began;
    const endedBefore = this.#ended;
    this.#began += places(delta, BEGIN).length;
    this.#ended += places(delta, END).length;
    this.#inSection ||= delta.includes(SECTION);
    if (!this.#inSection) return { content: Excerpt.end(current, delta) };
    let shown = Excerpt.end(current, delta).without(SECTION).without(SECTION_END);
    const { text } = shown;
    const isOpen = this.#began > this.#ended;
    const isClosed = this.#began === this.#ended;
    if (isClosed && endedBefore === this.#ended && !text.includes(END)) return { content: shown };

    let portion: string | null = null;
    let isEnd = false;
    if (text.includes(END)) {
      // The delta is in `current` already: it is added a second time.
      portion = rstrip(before(afterLast(current + text, BEGIN), END));
      shown = shown.slice(0, rstrip(before(text, END)).length);
      isEnd = true;
    }
    if (isOpen && this.#began > beganBefore) {
      portion = delta === BEGIN ? null : afterLast(current, BEGIN);
      isEnd = false;
      this.#index += 1;
      this.#isNamed = false;
      this.streamed.push('');
    } else if (isOpen) {
      portion = afterLast(current, BEGIN);
      isEnd = false;
    } else if (isClosed) {
      const last = this.previous[this.#index];
      if (last === undefined) return null;
      if ((last.arguments ?? '') !== '') return this.#closing(shown.text);
    } else {
      return { content: shown.without(BEGIN).without(END) };
    }
    const call = portion === null || portion === '' ? null : this.#portion(portion);
    if (call === null && portion !== null && portion !== '') return null;
    if (!this.#isNamed) {
      if (call === null || call.name === '') return null;
      this.#isNamed = true;
      // A call that began before the section has the index -1, which no client can have: it is the first one here.
      return { calls: [{ index: Math.max(0, this.#index), name: call.name }] };
    }
    if (portion === null) return isEnd ? { content: shown.slice(shown.length - lstrip(shown.text).length) } : null;
    return this.#more(call);
  }

  #closing(text: string): Message | null {
    const end = text.lastIndexOf('"}');
    if (end < 0) return null;
    const argumentsText = text.slice(0, end + 2);
    this.streamed[this.#index] = (this.streamed[this.#index] ?? '') + argumentsText;
    return { calls: [{ index: this.#index, argumentsText }] };
  }

  #more(call: Portion | null): Message | null {
    // One entry at most is added, so that after a call that was never named there is an IndexError, which is caught.
    if (this.previous.length <= this.#index) this.previous.push({});
    const last = this.previous[this.#index];
    if (last === undefined) return null;
    const before = last.arguments ?? '';
    const now = call?.argumentsText ?? '';
    const entry = call === null ? {} : { arguments: now };
    if (this.#index === this.previous.length - 1) this.previous[this.#index] = entry;
    else this.previous.push(entry);
    if (now === '' || !now.startsWith(before) || now === before) return null;
    this.streamed[this.#index] = now;
    return { calls: [{ index: this.#index, argumentsText: now.slice(before.length) }] };
  }
}

function afterLast(text: string, marker: string): string {
  const at = text.lastIndexOf(marker);
  return at < 0 ? text : text.slice(at + marker.length);
}

function before(text: string, marker: string): string {
  const at = text.indexOf(marker);
  return at < 0 ? text : text.slice(0, at);
}
