import { isAsciiLetter, isAsciiSpace, partitionPoint } from '../../../text/document/index.ts';
import type { TextSource, Unclosed } from './source.ts';

const BACKSLASH = 0x5c;
const LF = 0x0a;
const HASH = 0x23;

/** Walks over Python text, chunk by chunk, and tells strings and comments from code. */
class PythonText {
  at: number;
  /** The start of the open string; -1 if none is open. */
  stringFrom = -1;
  isComment = false;
  /** Whether the last sign was outside of strings and comments. */
  isCode = true;
  #quote = '';

  constructor(from: number) {
    this.at = from;
  }

  /** Moves past one sign and returns it; '' if more text must arrive first. */
  next(source: TextSource): string {
    const code = source.code(this.at);
    // Three quotes are one sign, so two more characters must be known.
    const needed = isQuote(code) ? 3 : code === BACKSLASH ? 2 : 1;
    if (code < 0 || (!source.ended && this.at + needed > source.length)) {
      source.keep = this.at;
      return '';
    }
    const sign = String.fromCharCode(code);
    this.isCode = false;
    if (this.isComment) {
      this.at += 1;
      if (code === LF) this.isComment = false;
      this.isCode = code === LF;
    } else if (code === BACKSLASH) {
      this.at = Math.min(this.at + 2, source.length);
    } else if (this.#quote !== '') {
      const isClosed =
        source.startsWith(this.#quote, this.at) &&
        !(
          this.#quote === "'" &&
          isApostrophe(source.code(this.at - 1), source.code(this.at + 1), source.code(this.at + 2))
        );
      this.at += isClosed ? this.#quote.length : 1;
      if (isClosed) this.#close();
    } else if (isQuote(code)) {
      this.stringFrom = this.at;
      this.#quote = source.startsWith(sign.repeat(3), this.at) ? sign.repeat(3) : sign;
      this.at += this.#quote.length;
    } else {
      // A `#` without white space before it begins a colour, and no comment.
      this.isComment = code === HASH && isAsciiSpace(source.code(this.at - 1));
      this.isCode = !this.isComment;
      this.at += 1;
    }
    return sign;
  }

  #close(): void {
    this.#quote = '';
    this.stringFrom = -1;
  }
}

/** A bracketed expression ends with its bracket alone. */
const NO_STOPS: readonly string[] = [];
/** Most unclosed brackets that are remembered: a text has few readings that differ in which quotes open a string. */
const MOST_UNCLOSED = 8;

/**
 * Finds the end of a bracketed Python expression.
 *
 *     say(text=")", # a ) in a comment
 *         times=2)
 *                 ^ end
 */
export class PythonEnd {
  at: number;
  readonly #text: PythonText;
  readonly #brackets: number[] = [];

  constructor(from: number) {
    this.at = from;
    this.#text = new PythonText(from);
  }

  /** 'end': `at` is after the bracket that closes the first one. 'stuck': no such bracket can come. */
  scan(source: TextSource): 'end' | 'stuck' | 'more' {
    for (;;) {
      const sign = this.#text.next(source);
      this.at = this.#text.at;
      if (sign === '') return source.ended ? this.#fail(source, 'more') : 'more';
      if (!this.#text.isCode) continue;
      if (nesting(sign) > 0) {
        this.#brackets.push(this.at);
        const known = this.#brackets.length === 1 ? knownUnclosed(source, this.at, NO_STOPS) : undefined;
        if (known !== undefined) {
          this.at = known.at;
          return known.state;
        }
      } else if (nesting(sign) < 0) {
        if (this.#brackets.pop() === undefined) return 'stuck';
        if (this.#brackets.length === 0) return 'end';
      }
      if (sign === '`' || sign === '<') return this.#fail(source, 'stuck');
    }
  }

  #fail(source: TextSource, state: 'stuck' | 'more'): 'stuck' | 'more' {
    const { stringFrom } = this.#text;
    remember(source, { brackets: this.#brackets, stops: NO_STOPS, state, at: this.at, stringFrom });
    return state;
  }
}

/** Searches that ended elsewhere stay remembered: a failed expression is read once more as an item. */
function remember(source: TextSource, known: Unclosed): void {
  const alike = source.unclosed.filter(({ stops }) => isSame(stops, known.stops));
  const others = source.unclosed.filter(({ stops }) => !isSame(stops, known.stops));
  source.unclosed = [known, ...alike.slice(0, MOST_UNCLOSED - 1), ...others.slice(0, MOST_UNCLOSED)];
}

/** The search that found no closer for a bracket although it looked for the same; undefined if there was none. */
function knownUnclosed(source: TextSource, bracket: number, stops: readonly string[]): Unclosed | undefined {
  return source.unclosed.find(
    (known) => isSame(known.stops, stops) && known.brackets[indexFrom(known, bracket)] === bracket,
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((stop, index) => stop === other[index]);
}

/** The index of the first bracket at or after a place. */
function indexFrom({ brackets }: Unclosed, at: number): number {
  return partitionPoint(brackets, (open) => open < at);
}

/** Finds the end of one statement of a body, or of one item of a list: before a separator or one of `stops`. */
export class PythonItemEnd {
  at: number;
  /** The start of the open string; -1 if none is open. */
  stringFrom = -1;
  /** How many brackets are open. */
  depth = 0;
  readonly #text: PythonText;
  readonly #brackets: number[] = [];
  readonly #stops: readonly string[];
  readonly #longest: number;

  constructor(from: number, stops: readonly string[]) {
    this.at = from;
    this.#text = new PythonText(from);
    this.#stops = stops;
    this.#longest = Math.max(...stops.map(({ length }) => length));
  }

  scan(source: TextSource): 'end' | 'more' {
    const text = this.#text;
    for (;;) {
      const { at } = text;
      const code = source.code(at);
      // A broken string ends with its line, unless brackets are open.
      if (this.depth === 0 && (code === LF || (text.stringFrom < 0 && !text.isComment && PARTING.has(code))))
        return 'end';
      if (text.stringFrom < 0 && this.#stops.some((stop) => stop.charCodeAt(0) === code)) {
        if (this.#stops.some((stop) => source.startsWith(stop, at))) return this.#unclosed(source, 'stuck');
        if (!source.ended && at + this.#longest > source.length) {
          source.keep = at;
          return 'more';
        }
      }
      const sign = text.next(source);
      this.at = text.at;
      this.stringFrom = text.stringFrom;
      if (sign === '') return source.ended ? this.#unclosed(source, 'more') : 'more';
      if (!text.isCode || nesting(sign) === 0) continue;
      if (nesting(sign) < 0) this.#brackets.pop();
      else if (this.#brackets.push(this.at) === 1) {
        const known = knownUnclosed(source, this.at, this.#stops);
        if (known !== undefined) return this.#asKnown(known);
      }
      this.depth = this.#brackets.length;
    }
  }

  #unclosed(source: TextSource, state: 'stuck' | 'more'): 'end' | 'more' {
    const { at, stringFrom } = this;
    if (this.depth > 0) remember(source, { brackets: this.#brackets, stops: this.#stops, state, at, stringFrom });
    return state === 'stuck' ? 'end' : 'more';
  }

  #asKnown(known: Unclosed): 'end' | 'more' {
    this.depth = known.brackets.length - indexFrom(known, this.at);
    this.at = known.at;
    this.stringFrom = known.stringFrom;
    return known.state === 'stuck' ? 'end' : 'more';
  }
}

/** `,` `;` `]` */
const PARTING = new Set([0x2c, 0x3b, 0x5d]);

function nesting(sign: string): number {
  return sign === '(' || sign === '[' || sign === '{' ? 1 : sign === ')' || sign === ']' || sign === '}' ? -1 : 0;
}

/**
 * Whether a single quote is inside of a word, as in `it's`: then it ends no string. A prefix of the next string is no word.
 *
 * @param before the code before the quote; `after` and `next` are the two after it
 */
export function isApostrophe(before: number, after: number, next: number): boolean {
  return isAsciiLetter(before) && isAsciiLetter(after) && !isQuote(next);
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}
