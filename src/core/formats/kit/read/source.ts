import { isAsciiSpace, partitionPoint } from '../../../text/document/index.ts';
import { JsonReader } from '../../../text/json/index.ts';

/** A part of the text as a string; add `base` to its offsets to get offsets into the document. */
export interface View {
  readonly text: string;
  readonly base: number;
}

interface Search {
  from: number;
  /** The place of the needle; -1 if there is none up to `searchedTo`. */
  at: number;
  searchedTo: number;
}

/** Unclosed brackets in order, and the end of the search for their closers. */
export interface Unclosed {
  readonly brackets: readonly number[];
  /** The literals at which such a search ends besides. */
  readonly stops: readonly string[];
  /** 'stuck': a sign or a literal ends it. 'more': the text does. */
  readonly state: 'stuck' | 'more';
  readonly at: number;
  /** The start of the string that is open there; -1 if none is. */
  readonly stringFrom: number;
}

/** Chunks are joined to pieces of at least this length, in UTF-16 units. */
const PIECE = 256;
/** A longer view is kept as one string. */
const LONG_VIEW = 4096;
/** So far is searched first in text that is no longer one string, in UTF-16 units. */
export const NEAR = 512;

/**
 * A text that comes in chunks. All offsets are offsets into the whole text.
 *
 * Only a window at its end is one string. Otherwise a text of 100 KB that grows by 4 characters would be copied 25,000 times.
 * Text before the window is joined again on demand. A reader that waits for more text sets `keep` to the offset from which it
 * will continue.
 */
export class TextSource {
  /** The length of the known text. */
  length = 0;
  /** Whether no more text will arrive. */
  ended = false;
  /** The reader of JSON in this text: one reader for all values is faster than one for each. */
  readonly json = new JsonReader();
  /** What `withoutSpace` fills for each value of this text. */
  readonly codes: number[] = [];
  /** The number of values that ran on without an end, or far away to one where nothing could be read. */
  endless = 0;
  /** The number of values that were searched for past a marker without success. */
  futile = 0;
  /** The number of values that were read in vain although their brackets cannot be counted. */
  uncounted = 0;
  /** The number of lists of arguments beside a name that were read in vain. */
  listsInVain = 0;
  /** How much was read in the search for missing quotation marks, in UTF-16 units. */
  mending = 0;
  /** The number of markers that were looked at in values whose closers and openers do not match. */
  unbalanced = 0;
  /** The last searches for closing brackets that failed, so that not each of a thousand open brackets is searched for. */
  unclosed: readonly Unclosed[] = [];
  /** Text at or after this offset stays in the window. */
  keep = 0;
  window = '';
  base = 0;
  readonly #chunks: string[] = [];
  readonly #starts: number[] = [];
  /** Chunks that begin before this offset are joined already. */
  #joinedTo = 0;
  readonly #searches = new Map<string, Search>();

  push(chunk: string): void {
    if (chunk === '') return;
    const cut = Math.min(Math.max(this.keep, this.base), this.length);
    this.window = cut === this.length ? chunk : this.window.slice(cut - this.base) + chunk;
    this.base = cut;
    this.#chunks.push(chunk);
    this.#starts.push(this.length);
    this.length += chunk.length;
    if (this.length - this.#joinedTo >= PIECE) this.#join();
  }

  end(): void {
    this.ended = true;
  }

  /** The UTF-16 unit at an offset; -1 if it is not known. */
  code(at: number): number {
    if (at >= this.length || at < 0) return -1;
    if (at >= this.base) return this.window.charCodeAt(at - this.base);
    const index = this.#chunkAt(at);
    return (this.#chunks[index] as string).charCodeAt(at - (this.#starts[index] as number));
  }

  /** Whether `literal` is at an offset. Nothing is before the text. */
  startsWith(literal: string, at: number): boolean {
    if (at < 0) return false;
    if (at >= this.base) return this.window.startsWith(literal, at - this.base);
    return this.slice(at, at + literal.length) === literal;
  }

  /** The next ink at or after `from`; null if the known text ends first. */
  pastSpace(from: number): number | null {
    let at = from;
    while (isAsciiSpace(this.code(at))) at += 1;
    return at < this.length ? at : null;
  }

  slice(from: number, to: number): string {
    const { text, base } = this.view(from, to);
    return text.slice(from - base, to - base);
  }

  /** A string that contains the text from `from` to `to`, and perhaps more. */
  view(from: number, to: number): View {
    return from >= this.base ? { text: this.window, base: this.base } : this.#joinedView(from, to);
  }

  /** A view of text that is no longer in the window. */
  #joinedView(from: number, to: number): View {
    const first = this.#chunkAt(from);
    const start = this.#starts[first] as number;
    const only = this.#chunks[first] as string;
    if (start + only.length >= to) return { text: only, base: start };
    let last = first;
    while (last + 1 < this.#starts.length && (this.#starts[last + 1] as number) < to) last += 1;
    const pieces = this.#chunks.slice(first, last + 1);
    if (to - from <= LONG_VIEW) {
      pieces[0] = only.slice(from - start);
      const end = last - first;
      pieces[end] = (pieces[end] as string).slice(0, to - Math.max(from, this.#starts[last] as number));
      return { text: pieces.join(''), base: from };
    }
    // What is before the place is not copied again: it may be all that was joined so far.
    pieces[0] = only.slice(from - start);
    const text = pieces.join('');
    // A reader that went back reads on from here, value by value. The joined text is kept for it.
    const before = from > start ? [only.slice(0, from - start)] : [];
    this.#chunks.splice(first, last + 1 - first, ...before, text);
    this.#starts.splice(first, last + 1 - first, ...before.map(() => start), from);
    return { text, base: from };
  }

  /**
   * The next `needle` at or after `from`; -1 if the known text has none. Remembers the last answer for each needle, so that
   * readers that look for the same distant marker search the text only once.
   */
  next(needle: string, from: number): number {
    let search = this.#searches.get(needle);
    if (search === undefined) {
      search = { from, at: -1, searchedTo: from };
      this.#searches.set(needle, search);
    } else if (from < search.from) {
      // Only the text before the last search is unknown; after it, the last answer holds.
      const between = this.#indexOf(needle, from, Math.min(this.length, search.from + needle.length - 1));
      search.from = from;
      if (between >= 0) {
        search.at = between;
        search.searchedTo = between + needle.length;
      }
    }
    if (search.at >= from) return search.at;
    // That there is none from an earlier place on says the same of this one: the earlier one is not forgotten.
    if (search.at < 0 && search.searchedTo === this.length) return -1;
    const start = search.at >= 0 ? from : Math.max(from, search.searchedTo - needle.length + 1);
    search.from = from;
    search.at = this.#indexOf(needle, start, this.length);
    search.searchedTo = search.at >= 0 ? search.at + needle.length : this.length;
    return search.at;
  }

  /** Before the window it is searched for in steps, each longer than the last: what is near does not join all that came since. */
  #indexOf(needle: string, from: number, to: number): number {
    let at = from;
    for (let step = Math.max(NEAR, 2 * needle.length); at < this.base && at + step < to; step *= 4) {
      const found = this.#indexIn(needle, at, at + step);
      if (found >= 0) return found;
      at += step - needle.length + 1;
    }
    return this.#indexIn(needle, at, to);
  }

  #indexIn(needle: string, from: number, to: number): number {
    if (from >= this.base && to === this.length) {
      const at = this.window.indexOf(needle, from - this.base);
      return at < 0 ? -1 : at + this.base;
    }
    const { text, base } = this.view(from, to);
    const end = to - base;
    const found = (end < text.length ? text.slice(from - base, end) : text).indexOf(
      needle,
      end < text.length ? 0 : from - base,
    );
    if (found < 0) return -1;
    return found + (end < text.length ? from : base);
  }

  /** Joins the last chunks to one piece: hundreds of thousands of small strings would burden the garbage collector. */
  #join(): void {
    const found = this.#chunkAt(this.#joinedTo);
    // A view may have joined the first of them to what was before.
    const first = (this.#starts[found] as number) < this.#joinedTo ? found + 1 : found;
    if (first < this.#chunks.length - 1) {
      this.#chunks[first] = this.#chunks.slice(first).join('');
      this.#chunks.length = first + 1;
      this.#starts.length = first + 1;
    }
    this.#joinedTo = this.length;
  }

  /** The index of the chunk that holds an offset. */
  #chunkAt(at: number): number {
    return partitionPoint(this.#starts, (start) => start <= at) - 1;
  }
}
