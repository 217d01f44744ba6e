import { isAsciiLetter, isDigit } from '../document/index.ts';
import type { JsonStringNode } from './node.ts';
import type { RepairCode, RepairLog } from './repairs.ts';
import {
  asciiOf,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  codeAt,
  COLON,
  COMMA,
  controlEscape,
  DOUBLE_QUOTE,
  HASH,
  isHexDigit,
  isNameCharacter,
  isQuote,
  isSmartDouble,
  isSmartSingle,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  partnerOf,
  type Place,
  SINGLE_QUOTE,
  skipWhite,
  SPACE,
  startsKey,
  startsSlashComment,
  unicodeEscape,
} from './tolerant-characters.ts';

interface StringReading {
  readonly node: JsonStringNode;
  /** Where the text that was cut off begins (half an escape, or the end of the range); null when the string closes. */
  readonly cutFrom: number | null;
}

/** Reads the string whose opening quote is at `from`. A cut string is closed by the caller, who knows what is open. */
export function readLenientString(
  text: string,
  from: number,
  to: number,
  place: Place,
  log: RepairLog,
  mendsQuotes: boolean,
): StringReading {
  return new StringReader(text, from, to, place, log, mendsQuotes).read();
}

const ESCAPES = new Map<number, string>([
  [DOUBLE_QUOTE, '"'],
  [BACKSLASH, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

/** A colon and the quotation mark of a text. */
const AGAIN = /: {0,3}"(?=[\p{L}\p{N}_])/uy;
/** What is between two strings that are joined. */
const JOINS = /"\s{0,40}\+\s{0,40}"/y;
const LOWER_U = 0x75;
const LOWER_X = 0x78;
const UNDERSCORE = 0x5f;
const REPLACEMENT = '\ufffd';

/** How many openers `"[{"` may precede the first key of a JSON text written unescaped in a string. */
const EMBEDDED_OPENERS = 32;

class StringReader {
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  readonly #place: Place;
  readonly #log: RepairLog;
  /** The code unit of the opening quote, and how often it is repeated: 3 for `"""`. */
  readonly #quote: number;
  readonly #quoteLength: number;
  #at: number;
  #pieces: string[] = [];
  #pieceFrom: number;
  /** Quotes that turned out to be text. After an odd number of them the next one rather closes a quotation in the text. */
  #innerQuotes = 0;
  /** Open brackets of the JSON text written unescaped in this string, or null when there is none. */
  #embeddedDepth: number | null;

  /** Whether the string is a path on Windows whose backslashes are not escaped: `\n` is no line break in it. */
  readonly #isPath: boolean;
  /** Where the last escape with a number ends; -1 for none. */
  #unicodeEnd = -1;

  /** A text ends where the next key follows, and a key where a value does, although their quote is missing. */
  readonly #mendsQuotes: boolean;

  constructor(text: string, from: number, to: number, place: Place, log: RepairLog, mendsQuotes: boolean) {
    this.#mendsQuotes = mendsQuotes;
    this.#text = text;
    this.#from = from;
    this.#to = to;
    this.#place = place;
    this.#log = log;
    this.#quote = text.charCodeAt(from);
    this.#quoteLength = this.#isTriple(from) ? 3 : 1;
    this.#at = from + this.#quoteLength;
    this.#pieceFrom = this.#at;
    this.#embeddedDepth = this.#startsEmbedded() ? 0 : null;
    this.#isPath = /^[A-Za-z]:\\[\w. -]/.test(text.slice(this.#at, this.#at + 4));
  }

  /** `"name":": "ring_bell"`: the sign before a text is written twice. */
  #skipSignAgain(): void {
    AGAIN.lastIndex = this.#at;
    const again = this.#place === 'member' && this.#quote === DOUBLE_QUOTE ? AGAIN.exec(this.#text)?.[0] : undefined;
    if (again === undefined) return;
    const to = this.#at + again.length;
    this.#log.add('surplus-opener', this.#at, to, '');
    this.#at = to;
    this.#pieceFrom = to;
  }

  read(): StringReading {
    const text = this.#text;
    this.#logQuote(this.#from);
    this.#skipSignAgain();
    while (this.#at < this.#to) {
      const at = this.#at;
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) {
        if (!this.#readEscape()) return this.#cut(at);
      } else if (code < SPACE) {
        this.#log.add('raw-control-character', at, at + 1, controlEscape(code));
        this.#at = at + 1;
      } else if (isQuote(code)) {
        const joined = this.#joinedTo(at);
        if (joined > at) {
          this.#log.add('joined-strings', at, joined, '');
          this.#replace(joined - at, '');
          continue;
        }
        if (this.#closesWith(code) && this.#closes(at)) return this.#close(at);
        if (this.#closesWith(code) && !this.#isApostrophe(at)) this.#innerQuotes += 1;
        if (code === DOUBLE_QUOTE) this.#log.add('unescaped-quote', at, at, '\\');
        this.#at = at + 1;
      } else {
        if (this.#mendsQuotes && this.#lacksQuote(at, code)) return this.#endBefore(at);
        if (this.#embeddedDepth !== null) this.#countBracket(code);
        this.#at = at + 1;
      }
    }
    return this.#cut(this.#to);
  }

  /**
   * The offset after the quote of a string that a plus sign joins to this one; `at` where there is none. A quote before it in
   * this text makes it rather a line of a program.
   *
   *     "one\n" + "two"
   *            ^ at ^ returned
   */
  #joinedTo(at: number): number {
    const isPlain = this.#quote === DOUBLE_QUOTE && this.#quoteLength === 1 && this.#innerQuotes === 0;
    if (!isPlain || this.#place === 'key') return at;
    JOINS.lastIndex = at;
    return JOINS.test(this.#text) && JOINS.lastIndex < this.#to ? JOINS.lastIndex : at;
  }

  #close(at: number): StringReading {
    this.#logQuote(at);
    const node = this.#node(at + this.#quoteLength, at);
    return { node, cutFrom: null };
  }

  /** Whether the string must have ended before the sign at `at`. */
  #lacksQuote(at: number, code: number): boolean {
    if (this.#place === 'member' && code === COMMA)
      return startsKey(this.#text, skipWhite(this.#text, at + 1, this.#to), this.#to);
    if (this.#place !== 'key' || code !== COLON) return false;
    const next = codeAt(this.#text, skipWhite(this.#text, at + 1, this.#to), this.#to);
    return next === OPEN_BRACE || next === OPEN_BRACKET || next === DOUBLE_QUOTE;
  }

  #endBefore(at: number): StringReading {
    this.#log.add('missing-quote', at, at, '"');
    return { node: this.#node(at, at), cutFrom: null };
  }

  #cut(from: number): StringReading {
    return { node: this.#node(this.#to, from), cutFrom: from };
  }

  #node(to: number, valueTo: number): JsonStringNode {
    const last = this.#text.slice(this.#pieceFrom, valueTo);
    this.#pieces.push(last);
    return { kind: 'string', from: this.#from, to, value: this.#pieces.length === 1 ? last : this.#pieces.join('') };
  }

  /** Logs the opening or closing quote at `at` unless it is already the one that JSON has. */
  #logQuote(at: number): void {
    const code = this.#text.charCodeAt(at);
    if (this.#quoteLength === 3) this.#log.add('triple-quotes', at, at + 3, '"');
    else if (code !== DOUBLE_QUOTE) this.#log.add(quoteRepair(code), at, at + 1, '"');
  }

  #isTriple(at: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) return false;
    return at + 3 <= this.#to && text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
  }

  /** True for quotes of the family that opened the string. Whether this one does close it is another question. */
  #closesWith(code: number): boolean {
    if (code === this.#quote) return true;
    if (isSmartDouble(this.#quote)) return isSmartDouble(code) || code === DOUBLE_QUOTE;
    if (isSmartSingle(this.#quote)) return isSmartSingle(code) || code === SINGLE_QUOTE;
    return code === partnerOf(this.#quote);
  }

  /** `it's`: a quote between two letters opens no quotation. */
  #isApostrophe(at: number): boolean {
    const isBetween =
      isAsciiLetter(this.#text.charCodeAt(at - 1)) && isAsciiLetter(codeAt(this.#text, at + 1, this.#to));
    return isBetween && this.#text.charCodeAt(at) !== DOUBLE_QUOTE;
  }

  /** Whether the quote at `at` is the closer: what follows it decides. */
  #closes(at: number): boolean {
    if (this.#quoteLength === 3) return this.#isTriple(at);
    const isInsideQuotation = this.#innerQuotes % 2 === 1;
    if (this.#embeddedDepth !== null && (this.#embeddedDepth > 0 || isInsideQuotation)) return false;
    const next = skipWhite(this.#text, at + 1, this.#to);
    if (next >= this.#to || startsSlashComment(this.#text, next, this.#to)) return true;
    const isApart = next > at + 1;
    const code = asciiOf(this.#text.charCodeAt(next));
    if (code === HASH) return isApart;
    if (this.#place === 'key') return isApart || !isNameCharacter(code);
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return true;
    if (code === COMMA) return !isInsideQuotation || this.#continues(next + 1);
    // No colon can follow the value of a member, so this quote belongs to the text: `"a": "b, "c": "d"`.
    if (code === COLON) return this.#place !== 'member';
    return !isInsideQuotation && this.#nextValueFollows(next, isApart);
  }

  /** The comma that must come between this string and the next value may be missing. */
  #nextValueFollows(next: number, isApart: boolean): boolean {
    const code = asciiOf(this.#text.charCodeAt(next));
    if (this.#place === 'member') return (isApart || isQuote(code)) && startsKey(this.#text, next, this.#to);
    return this.#place === 'item' && isApart && (isQuote(code) || code === OPEN_BRACE || code === OPEN_BRACKET);
  }

  /** True when the text after a comma goes on with the container, not with the text: `"a "b", then c"`. */
  #continues(from: number): boolean {
    const next = skipWhite(this.#text, from, this.#to);
    if (next >= this.#to || startsSlashComment(this.#text, next, this.#to)) return true;
    const code = asciiOf(this.#text.charCodeAt(next));
    if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return true;
    if (this.#place === 'member') return startsKey(this.#text, next, this.#to);
    return isQuote(code) || isDigit(code) || code === MINUS || code === OPEN_BRACE || code === OPEN_BRACKET;
  }

  /** `"{"key`: a JSON text whose quotes nobody escaped. The string ends where its brackets are closed again. */
  #startsEmbedded(): boolean {
    if (this.#quote !== DOUBLE_QUOTE && this.#quote !== SINGLE_QUOTE) return false;
    const limit = Math.min(this.#to, this.#at + EMBEDDED_OPENERS);
    let at = this.#at;
    let openers = 0;
    for (; at < limit; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === OPEN_BRACE || code === OPEN_BRACKET) openers += 1;
      else if (code !== SPACE) break;
    }
    return (
      openers > 0 &&
      codeAt(this.#text, at, this.#to) === this.#quote &&
      isAsciiLetter(codeAt(this.#text, at + 1, this.#to))
    );
  }

  #countBracket(code: number): void {
    if (this.#embeddedDepth === null || this.#innerQuotes % 2 === 1) return;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#embeddedDepth += 1;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) this.#embeddedDepth -= 1;
  }

  /** The reader is on a backslash. False when the range ends inside the escape. */
  #readEscape(): boolean {
    const at = this.#at;
    if (at + 1 >= this.#to) return false;
    const code = this.#text.charCodeAt(at + 1);
    const simple = this.#isPath && isAsciiLetter(code) ? undefined : ESCAPES.get(code);
    if (simple !== undefined) this.#replace(2, simple);
    else if (code === LOWER_U) return this.#readUnicode();
    else if (code === LOWER_X) return this.#readHexPair();
    // `\_`: models that write Markdown escape underscores, and nothing else needs that.
    else if (
      code === SINGLE_QUOTE ||
      code === BACKTICK ||
      (code === UNDERSCORE && !this.#isPath) ||
      // After `\u` and its digits the letter itself was written where the next escape should be.
      (code > 0x7f && at === this.#unicodeEnd) ||
      this.#closesWith(code)
    ) {
      this.#log.add('bad-escape', at, at + 1, '');
      this.#replace(2, String.fromCharCode(code));
    } else this.#keepBackslash();
    return true;
  }

  /** In a pattern or a path the backslash is what was meant; dropping it would change the text. */
  #keepBackslash(): void {
    this.#log.add('bad-escape', this.#at, this.#at, '\\');
    this.#at += 1;
  }

  #readHexPair(): boolean {
    const at = this.#at;
    const digits = this.#hexDigits(at + 2, 2);
    if (digits < 2) return this.#keepUnlessCut(at + 2 + digits);
    const code = parseInt(this.#text.slice(at + 2, at + 4), 16);
    this.#log.add('bad-escape', at, at + 4, unicodeEscape(code));
    this.#replace(4, String.fromCharCode(code));
    return true;
  }

  #readUnicode(): boolean {
    const at = this.#at;
    const digits = this.#hexDigits(at + 2, 4);
    if (digits < 4) return this.#keepUnlessCut(at + 2 + digits);
    const first = parseInt(this.#text.slice(at + 2, at + 6), 16);
    if (first < 0xd800 || first > 0xdfff) {
      this.#replace(6, String.fromCharCode(first));
      this.#unicodeEnd = this.#at;
      return true;
    }
    if (first < 0xdc00) {
      const second = this.#secondHalf(at + 6);
      if (second === 'cut') return false;
      if (second !== null) {
        this.#replace(12, String.fromCharCode(first, second));
        return true;
      }
    }
    this.#log.add('lone-surrogate', at, at + 6, '\\ufffd');
    this.#replace(6, REPLACEMENT);
    return true;
  }

  /** The low surrogate escape at `at`; `cut` when the range ends before one could be whole. */
  #secondHalf(at: number): number | 'cut' | null {
    const opener = ['\\', 'u'];
    for (const [index, expected] of opener.entries()) {
      if (at + index >= this.#to) return 'cut';
      if (this.#text[at + index] !== expected) return null;
    }
    const digits = this.#hexDigits(at + 2, 4);
    if (digits < 4) return at + 2 + digits >= this.#to ? 'cut' : null;
    const code = parseInt(this.#text.slice(at + 2, at + 6), 16);
    return code >= 0xdc00 && code <= 0xdfff ? code : null;
  }

  #keepUnlessCut(end: number): boolean {
    if (end >= this.#to) return false;
    this.#keepBackslash();
    return true;
  }

  /** How many of the next `wanted` characters are hexadecimal digits, counted to the first that is not. */
  #hexDigits(from: number, wanted: number): number {
    let count = 0;
    while (count < wanted && isHexDigit(codeAt(this.#text, from + count, this.#to))) count += 1;
    return count;
  }

  /** The next `length` characters stand for `value`. */
  #replace(length: number, value: string): void {
    this.#pieces.push(this.#text.slice(this.#pieceFrom, this.#at), value);
    this.#at += length;
    this.#pieceFrom = this.#at;
  }
}

function quoteRepair(code: number): RepairCode {
  return code === SINGLE_QUOTE || code === BACKTICK ? 'single-quotes' : 'smart-quotes';
}
