import type { Span } from '../../../text/document/index.ts';
import { insideOfString } from '../written-texts.ts';
import type { ReadBefore } from './read-before.ts';

/** What a part of the text was read as. */
export type Tag =
  /** A whole call, in the formats whose calls nest. */
  | 'call'
  /** The start of a call, up to where its name is sure. */
  | 'call-open'
  | 'call-close'
  | 'id'
  | 'name'
  /** The arguments of a call as one JSON value. */
  | 'arguments'
  /** One argument, in markers of its own. */
  | 'argument'
  | 'argument-open'
  | 'argument-close'
  | 'key'
  /** A value that is JSON, or a Python literal. */
  | 'value'
  /** A value that is text. */
  | 'text'
  /** Members or items in markers of their own. */
  | 'members'
  | 'items'
  | 'item'
  | 'reasoning'
  | 'content'
  /** Read and thrown away. */
  | 'dropped'
  /** Of Gemma's notation. */
  | `gemma-${'string' | 'chars' | 'number' | 'word' | 'key' | 'member' | 'object' | 'list'}`;

/** A part that was read. Captures are in the order of their begins, so that the parts inside of one follow it. */
export interface Capture extends Span {
  readonly tag: Tag;
  to: number;
  /** The text ended inside of it. */
  isPartial: boolean;
  /** The first capture that is not inside of this one. */
  next: number;
}

/** What would have been accepted where a text could not be read on. */
export type Wanted =
  | 'wanted-marker'
  | 'wanted-name'
  | 'wanted-parameter'
  | 'wanted-closer'
  | 'wanted-member'
  | 'wanted-json'
  | 'wanted-number'
  | 'wanted-shallower'
  | 'wanted-end';

/** What would have been accepted, and its text where that is fixed. */
interface Expectation {
  readonly wanted: Wanted;
  readonly text: string;
}

/** So many expectations of one place are kept. */
const MOST_EXPECTATIONS = 12;

/** One pass over a text: what was captured, and the furthest place where a matcher had to give up. */
export class Reading {
  readonly text: string;
  readonly isSampling: boolean;
  /** Of a text that grows; null where it is read once. */
  readonly before: ReadBefore | null;
  readonly captures: Capture[] = [];
  /** The text ended inside of what is being read: no matcher goes on after that. */
  needsMore = false;
  /** The text that was read up to the end, from where, and with what characters the markers begin that would end it. */
  open: { readonly from: number; readonly stops: ReadonlySet<number> } | null = null;
  /** The quote of the string of a value that the text ended inside of. */
  openQuote: string | null = null;
  /** Text was taken to end where the reply does, before what may become a marker. */
  hasHeldBack = false;
  /** What was left out at the end, as only white space is left, could have come instead. */
  couldGoOn = false;
  /** How deep values are nested here. */
  depth = 0;
  /** Where the last sequence that failed had come to: in the end, the outermost. */
  stoppedAt = 0;
  /** Nothing was accepted at this place, which is the furthest of its kind. */
  refusedAt = -1;
  expected: readonly Expectation[] = [];
  /** The markers that end the content, and where the first of them is; null where it was not looked for. */
  sought: { readonly markers: readonly string[]; readonly found: Span | null } | null = null;
  #known: Map<object, Map<number, number>> | null = null;

  /**
   * @param isSampling whether the matchers act as the grammar that binds the sampler: little white space, no look
   * ahead, values as their schema has them, and what is whole needs no more
   */
  constructor(
    text: string,
    { isSampling = false, before = null }: Partial<Pick<Reading, 'isSampling' | 'before'>> = {},
  ) {
    this.text = text;
    this.isSampling = isSampling;
    this.before = before;
  }

  /** What was already tried, by what and where; without captures. Only who samples asks, so it is made then. */
  get known(): Map<object, Map<number, number>> {
    return (this.#known ??= new Map<object, Map<number, number>>());
  }

  /** A part of the text as it is written between the quotes of a JSON string. */
  insideOfString({ from, to }: Span): string {
    return this.before?.written.insideOfString(this.text, from, to) ?? insideOfString(this.text.slice(from, to));
  }

  /** Takes back all captures but so many. To set a length costs, also where it stays the same. */
  dropTo(count: number): void {
    if (this.captures.length > count) this.captures.length = count;
  }

  /** Ends the pass: the text ended inside of something. */
  more(to: number): number {
    this.needsMore = true;
    return to;
  }

  /** @param text what was expected as a whole, where that is one text; it may begin before `at` */
  refuse(at: number, wanted: Wanted, text = ''): typeof FAILED {
    if (at > this.refusedAt) {
      this.refusedAt = at;
      this.expected = [{ wanted, text }];
    } else if (at === this.refusedAt && this.expected.length < MOST_EXPECTATIONS) {
      if (!this.expected.some((one) => one.wanted === wanted && one.text === text))
        this.expected = [...this.expected, { wanted, text }];
    }
    return FAILED;
  }
}

/** Not an offset: the matcher does not accept the text. */
export const FAILED = -1;

/**
 * Reads from an offset of the text and answers with the offset after it, or `FAILED`. A matcher that fails leaves no captures.
 * Where the text ends too early that is not a failure: see `Reading.more`.
 */
export type Matcher = (reading: Reading, at: number) => number;
