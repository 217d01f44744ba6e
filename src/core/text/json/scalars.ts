import { isDigit } from '../document/index.ts';
import type { JsonError, JsonErrorCode, JsonExpectation } from './error.ts';
import type { JsonNode } from './node.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const LOWER_A = 0x61;
const LOWER_B = 0x62;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_R = 0x72;
const LOWER_T = 0x74;
const LOWER_U = 0x75;

/** Jason's default limit for the characters of one integer literal. */
const INTEGER_LIMIT = 1024;

/** What a scan gives instead of a position when it set the error. */
export const FAILED = -1;

/** Reads the values of a JSON text that hold no others: where they end, what they are, what is wrong with them. */
export class ScalarReader {
  #text = '';
  #to = 0;
  /** Whether the last string had an escape. */
  hasEscape = false;
  error: JsonError | null = null;

  /** From now on reads in this text, as far as `to`. */
  begin(text: string, to: number): void {
    this.#text = text;
    this.#to = to;
    this.error = null;
  }

  /** After the scalar that begins at `from` with `code`; `FAILED` where there is none. */
  scalarTo(from: number, code: number): number {
    if (code === QUOTE) return this.stringTo(from);
    if (code === MINUS || isDigit(code)) return this.#numberTo(from);
    if (code === LOWER_T) return this.#literalTo(from, 'true');
    if (code === LOWER_F) return this.#literalTo(from, 'false');
    if (code === LOWER_N) return this.#literalTo(from, 'null');
    return this.unexpected(from, 'value');
  }

  /** The node of the scalar that was just read; `code` is its first character. */
  scalar(code: number, from: number, to: number): JsonNode {
    if (code === QUOTE) return { kind: 'string', from, to, value: this.stringValue(from, to) };
    if (code === LOWER_T) return { kind: 'true', from, to };
    if (code === LOWER_F) return { kind: 'false', from, to };
    if (code === LOWER_N) return { kind: 'null', from, to };
    return { kind: 'number', from, to, literal: this.#text.slice(from, to) };
  }

  #literalTo(from: number, literal: string): number {
    const to = from + literal.length;
    return to <= this.#to && this.#text.startsWith(literal, from) ? to : this.unexpected(from, 'value');
  }

  #numberTo(from: number): number {
    let at = this.code(from) === MINUS ? from + 1 : from;
    const digitsFrom = at;
    at = this.code(at) === ZERO ? at + 1 : this.#digitsTo(at);
    if (at === digitsFrom) return this.unexpected(at, 'digit');
    const integerTo = at;
    if (this.code(at) === DOT) {
      const fractionFrom = at + 1;
      at = this.#digitsTo(fractionFrom);
      if (at === fractionFrom) return this.unexpected(at, 'digit');
    }
    if ((this.code(at) | 0x20) === LOWER_E) {
      const sign = this.code(at + 1);
      const exponentFrom = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
      at = this.#digitsTo(exponentFrom);
      if (at === exponentFrom) return this.unexpected(at, 'digit');
    }
    const isInRange =
      at === integerTo ? at - from <= INTEGER_LIMIT : Number.isFinite(Number(this.#text.slice(from, at)));
    return isInRange ? at : this.#fail('number-out-of-range', from, at, null);
  }

  #digitsTo(from: number): number {
    const text = this.#text;
    const end = this.#to;
    let at = from;
    while (at < end && isDigit(text.charCodeAt(at))) at += 1;
    return at;
  }

  /** `from` is the opening quote; the result is after the closing one, or is `FAILED`. */
  stringTo(from: number): number {
    const text = this.#text;
    const end = this.#to;
    let hasEscape = false;
    let at = from + 1;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.hasEscape = hasEscape;
        return at + 1;
      }
      if (code < SPACE) return this.#fail('control-character', at, at + 1, null);
      if (code === BACKSLASH) {
        hasEscape = true;
        at = this.#escapeTo(at);
        if (at === FAILED) return FAILED;
      } else {
        at += 1;
      }
    }
    return this.unexpected(end, null);
  }

  /** The text of the string literal that was just read. */
  stringValue(from: number, to: number): string {
    // Its escapes are known to be good, so the engine's own decoder can take them.
    return this.hasEscape ? (JSON.parse(this.#text.slice(from, to)) as string) : this.#text.slice(from + 1, to - 1);
  }

  /** `from` is a backslash; the result is after the escape. */
  #escapeTo(from: number): number {
    if (from + 1 >= this.#to) return this.#fail('unexpected-end', from, this.#to, null);
    const code = this.#text.charCodeAt(from + 1);
    if (code !== LOWER_U) {
      if (isSimpleEscape(code)) return from + 2;
      // Jason's jump table ends at `u`: for a character after that it reports the backslash, else the character.
      return this.#fail('bad-escape', from, from + 2, null, code > LOWER_U ? from : from + 1);
    }
    const first = this.#hex(from + 2);
    if (first === FAILED) return FAILED;
    if (first < 0xd800 || first > 0xdfff) return from + 6;
    if (first > 0xdbff) return this.#fail('lone-surrogate', from, from + 6, null);
    // Jason reports the place where the second half should begin.
    if (!this.#text.startsWith('\\u', from + 6)) return this.#fail('lone-surrogate', from, from + 6, null, from + 6);
    const second = this.#hex(from + 8);
    if (second === FAILED) return FAILED;
    if (second < 0xdc00 || second > 0xdfff) return this.#fail('lone-surrogate', from, from + 12, null);
    return from + 12;
  }

  /** The value of the four hexadecimal digits at `from`. */
  #hex(from: number): number {
    if (from + 4 > this.#to) return this.#fail('unexpected-end', from - 2, this.#to, null);
    let value = 0;
    for (let at = from; at < from + 4; at += 1) {
      const code = this.#text.charCodeAt(at);
      const lower = code | 0x20;
      if (isDigit(code)) value = value * 16 + code - ZERO;
      else if (lower >= LOWER_A && lower <= LOWER_F) value = value * 16 + lower - LOWER_A + 10;
      else return this.#fail('bad-escape', from - 2, from + 4, null);
    }
    return value;
  }

  /** The character at `at`, or -1 at the end of the range. */
  code(at: number): number {
    return at < this.#to ? this.#text.charCodeAt(at) : -1;
  }

  /** Sets the error: what was found at `at`, or nothing, where `expected` should be. */
  unexpected(at: number, expected: JsonExpectation | null): typeof FAILED {
    return at < this.#to
      ? this.#fail('unexpected-character', at, at + 1, expected)
      : this.#fail('unexpected-end', this.#to, this.#to, expected);
  }

  #fail(code: JsonErrorCode, from: number, to: number, expected: JsonExpectation | null, at = from): typeof FAILED {
    this.error = { code, at: Math.min(at, this.#to), span: { from, to: Math.min(to, this.#to) }, expected };
    return FAILED;
  }
}

function isSimpleEscape(code: number): boolean {
  return (
    code === QUOTE ||
    code === BACKSLASH ||
    code === LOWER_N ||
    code === SLASH ||
    code === LOWER_T ||
    code === LOWER_R ||
    code === LOWER_B ||
    code === LOWER_F
  );
}
