import { isAsciiSpace } from '../../../text/document/index.ts';
import type { TextSource } from './source.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const SEMICOLON = 0x3b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** In the place of a quote: the quotation marks around the string are escaped. */
const ESCAPED = -1;

/** In the place of a quote: the string has typographic quotes around it, which careless writers mix with others. */
const TYPOGRAPHIC = 0x201c;
const QUOTES: ReadonlySet<number> = new Set(Array.from('“”„＂"', (sign) => sign.charCodeAt(0)));

/** Characters that even careless JSON does not have outside of strings. */
const foreign = new Set(Array.from('<>`()=;|!?@^&\\~', (character) => character.charCodeAt(0)));

/**
 * Finds the end of a JSON value that begins with a bracket or a quote, chunk by chunk. It counts brackets and skips strings.
 * It does not check what is between them, but it stops at a character that JSON does not allow there.
 *
 *     {"a": [1, "}"]} and text        {"a": 1 <b>
 *     ^ from         ^ end            ^ from  ^ stuck
 */
export class JsonEnd {
  at: number;
  /** The offset at which the search ends. */
  readonly #reach: number;
  #depth = 0;
  /** The quote that closes the current string, or `ESCAPED`; 0 outside of strings. */
  #quote = 0;
  /** The last ink outside of strings. */
  #before = 0;

  /** The markers that begin like a list or a word, which careless JSON may have. */
  readonly #markers: readonly string[];
  /** The first units of these markers. */
  readonly #codes: ReadonlySet<number>;

  constructor(from: number, stops: readonly string[] = [], reach = Infinity) {
    this.at = from;
    this.#reach = reach;
    this.#markers = stops.filter((stop) => stop.startsWith('[') || isLetter(stop.charCodeAt(0)));
    this.#codes = new Set(this.#markers.map((marker) => marker.charCodeAt(0)));
  }

  /**
   * `end`: `at` is after the value. `stuck`: the character at `at` is not allowed, or the value is too long. `more`: the text
   * ends inside the value.
   */
  scan(source: TextSource): 'end' | 'stuck' | 'more' {
    const { text: window, base } = source.view(this.at, source.length);
    const end = window.length;
    const reach = Math.min(end, this.#reach - base);
    let at = this.at - base;
    for (; at < reach; at += 1) {
      const code = window.charCodeAt(at);
      // Most of a value is text.
      if (this.#quote !== 0 && code !== BACKSLASH && !this.#isQuote(code)) continue;
      if (this.#quote === 0 && this.#codes.has(code) && this.#mayBeMarker(code, source.code(at + base - 1))) {
        const marker = this.#markers.find((one) => one.startsWith(window.slice(at, at + one.length)));
        if (marker !== undefined && at + marker.length > end && !source.ended) break;
        if (marker !== undefined && window.startsWith(marker, at)) return this.#stuck(at + base);
      }
      if (
        code === BACKSLASH &&
        (this.#quote === ESCAPED || (this.#quote === 0 && window.charCodeAt(at + 1) === QUOTE))
      ) {
        const length = escapeLength(window, at);
        if (at + length > end) break;
        if (window.charCodeAt(at + 1) === QUOTE) {
          this.#before = QUOTE;
          this.#quote = this.#quote === 0 ? ESCAPED : 0;
        }
        at += length - 1;
      } else if (this.#quote !== 0) {
        if (code === BACKSLASH) {
          if (at + 1 >= end) break;
          at += 1;
        } else {
          if (code === APOSTROPHE || this.#quote === TYPOGRAPHIC) {
            if (at + 1 >= end && !source.ended) break;
            if (!endsApostrophe(window.charCodeAt(at + 1))) continue;
          }
          this.#quote = 0;
          this.#before = code;
          if (this.#depth === 0) {
            this.at = at + 1 + base;
            return 'end';
          }
        }
      } else if (code === BACKSLASH && at + 1 >= end && !source.ended) {
        break;
      } else if (code === QUOTE) {
        this.#quote = code;
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        this.#depth += 1;
        this.#before = code;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.#depth -= 1;
        this.#before = code;
        if (this.#depth === 0) {
          this.at = at + 1 + base;
          return 'end';
        }
      } else if (code === APOSTROPHE) {
        if (!beginsValue(this.#before)) return this.#stuck(at + base);
        this.#quote = code;
      } else if (code > 0x7f && QUOTES.has(code) && beginsValue(this.#before)) {
        this.#quote = TYPOGRAPHIC;
      } else if (foreign.has(code) && !(code === SEMICOLON && closes(this.#before))) {
        return this.#stuck(at + base);
      } else if (!isAsciiSpace(code)) {
        this.#before = code;
      }
    }
    if (at + base >= this.#reach) return this.#stuck(at + base);
    this.at = at + base;
    source.keep = this.at;
    return 'more';
  }

  /** Whether a sign may close the current string. */
  #isQuote(code: number): boolean {
    return code === this.#quote || (this.#quote === TYPOGRAPHIC && QUOTES.has(code));
  }

  /** Whether a word may be a marker: it is not inside another word, and not where JSON has words such as `true`. */
  #mayBeMarker(code: number, previous: number): boolean {
    if (code === OPEN_BRACKET) return true;
    return !isLetter(previous) && (this.#before === OPEN_BRACE || !beginsValue(this.#before));
  }

  get inString(): boolean {
    return this.#quote !== 0;
  }

  #stuck(at: number): 'stuck' {
    this.at = at;
    return 'stuck';
  }
}

/**
 * How many units an escape has in a string whose quotation marks are escaped: in the JSON that is meant it is a quotation mark,
 * an escape, or a part of one.
 *
 *     \\"    \\\\\\"    \\\\n    \\n
 */
function escapeLength(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== BACKSLASH) return 2;
  return text.charCodeAt(at + 2) === BACKSLASH ? 4 : 3;
}

/** Whether a semicolon may follow in the place of a comma: only between objects or lists. */
function closes(code: number): boolean {
  return code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code > 0x7f;
}

function beginsValue(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET || code === COMMA || code === COLON;
}

/** Whether an apostrophe before this sign closes a string. An apostrophe inside a word is text. */
function endsApostrophe(code: number): boolean {
  return (
    Number.isNaN(code) ||
    code === COMMA ||
    code === COLON ||
    code === CLOSE_BRACE ||
    code === CLOSE_BRACKET ||
    isAsciiSpace(code)
  );
}
