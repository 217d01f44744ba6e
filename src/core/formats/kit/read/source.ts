import { isAsciiSpace, partitionPoint } from '../../../text/document/index.ts';
import { JsonReader } from '../../../text/json/index.ts';

/** A part of the text as a string; add `base` to its offsets to get offsets into the document. */
export interface View {
  readonly text: string;
  readonly base: number;
}

interface Search {
  from: number;
  /** Where the needle is, or -1 when there is none up to `searchedTo`. */
  at: number;
  searchedTo: number;
}

/** Brackets that nothing closes, in order, and where the search for their closers ended. */
export interface Unclosed {
  readonly brackets: readonly number[];
  readonly state: 'stuck' | 'more';
  readonly at: number;
}

/** Chunks are joined to pieces of at least so many characters. */
const PIECE = 4096;

/**
 * A text that comes in chunks. All offsets are offsets into the whole text.
 *
 * Only a window at its end is kept as one string: a text of 100 KB that grows by 4 characters would otherwise be copied
 * 25,000 times. What lies before the window is put together again when somebody asks for it. Who waits for more text
 * says with `keep` from where on it will go on reading.
 */
export class TextSource {
  /** How much of the text is known. */
  length = 0;
  /** True when `length` is all there will be. */
  ended = false;
  /** Reads JSON in it: one reader for many values is quicker than one for each. */
  readonly json = new JsonReader();
  /** How many values run on far without an end. */
  endless = 0;
  /** How many values were looked for after a marker in vain. */
  futile = 0;
  /** How many characters were read in search of quotation marks that are missing. */
  mending = 0;
  /** How many markers were looked at in values whose closers and openers do not match. */
  unbalanced = 0;
  /** The last searches for closing brackets that failed: a thousand open brackets are not each followed to the end. */
  unclosed: readonly Unclosed[] = [];
  /** The text from here on stays in the window. */
  keep = 0;
  window = '';
  base = 0;
  readonly #chunks: string[] = [];
  readonly #starts: number[] = [];
  /** Chunks that begin before this offset are not joined any more. */
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

  /** The UTF-16 unit at an offset, -1 where none is known. */
  code(at: number): number {
    if (at >= this.length || at < 0) return -1;
    if (at >= this.base) return this.window.charCodeAt(at - this.base);
    const index = this.#chunkAt(at);
    return (this.#chunks[index] as string).charCodeAt(at - (this.#starts[index] as number));
  }

  startsWith(literal: string, at: number): boolean {
    if (at >= this.base) return this.window.startsWith(literal, at - this.base);
    return this.slice(at, at + literal.length) === literal;
  }

  /** The first offset from `from` on that is not white space; null where the known text ends before one. */
  pastSpace(from: number): number | null {
    let at = from;
    while (isAsciiSpace(this.code(at))) at += 1;
    return at < this.length ? at : null;
  }

  slice(from: number, to: number): string {
    const { text, base } = this.view(from, to);
    return text.slice(from - base, to - base);
  }

  /** A string that holds the text from `from` to `to`, and perhaps more. */
  view(from: number, to: number): View {
    if (from >= this.base) return { text: this.window, base: this.base };
    const first = this.#chunkAt(from);
    const start = this.#starts[first] as number;
    const only = this.#chunks[first] as string;
    if (start + only.length >= to) return { text: only, base: start };
    let last = first;
    while (last + 1 < this.#starts.length && (this.#starts[last + 1] as number) < to) last += 1;
    const pieces = this.#chunks.slice(first, last + 1);
    if (to - from <= PIECE) {
      pieces[0] = only.slice(from - start);
      const end = last - first;
      pieces[end] = (pieces[end] as string).slice(0, to - Math.max(from, this.#starts[last] as number));
      return { text: pieces.join(''), base: from };
    }
    const text = pieces.join('');
    // Who goes back reads on from there, value by value, and must not join all that follows each time.
    this.#chunks.splice(first, last + 1 - first, text);
    this.#starts.splice(first + 1, last - first);
    return { text, base: start };
  }

  /**
   * Where the next `needle` is, at `from` or later; -1 when the known text has none. Remembers the last
   * answer for each needle: many readers that look for the same far marker search the text once.
   */
  next(needle: string, from: number): number {
    let search = this.#searches.get(needle);
    if (search === undefined) {
      search = { from, at: -1, searchedTo: from };
      this.#searches.set(needle, search);
    } else if (from < search.from) {
      // Between the two places nobody has looked yet; after the later one the last answer holds.
      const between = this.#indexOf(needle, from, Math.min(this.length, search.from + needle.length - 1));
      search.from = from;
      if (between >= 0) {
        search.at = between;
        search.searchedTo = between + needle.length;
      }
    }
    if (search.at >= from) return search.at;
    const start = search.at >= 0 ? from : Math.max(from, search.searchedTo - needle.length + 1);
    search.from = from;
    search.at = this.#indexOf(needle, start, this.length);
    search.searchedTo = search.at >= 0 ? search.at + needle.length : this.length;
    return search.at;
  }

  #indexOf(needle: string, from: number, to: number): number {
    const { text, base } = this.view(from, to);
    const end = to - base;
    const found = (end < text.length ? text.slice(from - base, end) : text).indexOf(
      needle,
      end < text.length ? 0 : from - base,
    );
    if (found < 0) return -1;
    return found + (end < text.length ? from : base);
  }

  /** Makes one piece of the last chunks: hundreds of thousands of small strings keep the garbage collector busy. */
  #join(): void {
    const first = this.#chunkAt(this.#joinedTo);
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
