import { formatList } from '../../src/core/formats/list.ts';
import type { ToolDefinition } from '../../src/core/index.ts';
import { fixtures, noCalls } from '../fixtures.ts';

/** Numbers that look like chance and are the same for the same seed: mulberry32. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 on, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 on, below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/** A text to read and what goes with it. */
export interface FuzzCase {
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
  /** The format of the text that it was made of; null for a text without calls. */
  readonly format: string | null;
}

const seeds: readonly FuzzCase[] = [
  ...fixtures.map(({ text, format, expected: { tools } }) => ({ text, tools, format })),
  ...noCalls.map(({ text }) => ({ text, tools: [], format: null })),
];

/** What formats are made of, and what JSON, tags and line ends trip over. */
const pieces: readonly string[] = [
  ...formatList.flatMap(({ openers }) => (typeof openers === 'function' ? [] : openers.map(({ text }) => text))),
  ...formatList.flatMap(({ closers = [] }) => closers),
  ...['<think>', '</think>', '```', '```json\n', '~~~', '`', '> ', '\n\n', '\r\n', '\r', '\t', ' '],
  ...['{', '}', '[', ']', '"', "'", ',', ':', '\\', '\\u', '\\"', '(', ')', '=', '<', '>', '/', '|', '@', '#', '//'],
  ...[
    'null',
    'NaN',
    '1e999',
    '-0',
    '0x1',
    '12345678901234567890',
    'true',
    'None',
    '"__proto__"',
    '"name":',
    '"arguments":',
  ],
  ...['\0', '\ud800', '\udc00', '\ufeff', '\u2028', '🔧', 'é', 'ﬁ', '｜', '▁', '&quot;', '&#x27;', ']]>', '<![CDATA['],
];

const LONGEST = 6000;

/** A text of the fixtures, changed in one to six ways. */
export function mutated(chance: Chance): FuzzCase {
  const seed = chance.of(seeds);
  let text = seed.text.slice(0, LONGEST);
  for (let times = 1 + chance.below(6); times > 0; times -= 1) text = changed(text, chance).slice(0, LONGEST);
  return { ...seed, text };
}

function changed(text: string, chance: Chance): string {
  const one = chance.below(text.length + 1);
  const two = Math.min(text.length, one + 1 + chance.below(chance.below(2) === 0 ? 8 : 80));
  const range = text.slice(one, two);
  switch (chance.below(9)) {
    case 0:
      return text.slice(0, one) + text.slice(two);
    case 1:
      return text.slice(0, two) + range + text.slice(two);
    case 2:
      return text.slice(0, one);
    case 3:
      return text.slice(one);
    case 4:
      return text.slice(0, one) + chance.of(pieces) + text.slice(two);
    case 5:
      return text.slice(0, one) + chance.of(seeds).text + text.slice(one);
    case 6:
      return text.slice(0, one) + range.repeat(1 + chance.below(20)) + text.slice(two);
    case 7:
      return chance.below(2) === 0 ? text.replaceAll('\n', '\r\n') : text.replaceAll('"', "'");
    default:
      return text.slice(0, one) + chance.of(pieces) + text.slice(one);
  }
}

/** Where a stream of the text is cut, as chunks: at a few places, every few characters, or at every one. */
export function chunked(text: string, chance: Chance): string[] {
  const most = [4, 40, text.length + 1][chance.below(3)] as number;
  const chunks: string[] = [];
  for (let at = 0; at < text.length;) {
    const size = 1 + chance.below(most);
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}
