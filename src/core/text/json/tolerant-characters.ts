import { isAsciiLetter, isDigit } from '../document/index.ts';

/** What the tolerant reader takes a character for. Everything is a UTF-16 code unit; -1 stands for the end. */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
export const SPACE = 0x20;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const SINGLE_QUOTE = 0x27;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const BACKTICK = 0x60;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Where a value is: it decides which characters may follow it. */
export type Place = 'key' | 'member' | 'item' | 'root';

const FULLWIDTH = new Map<number, number>([
  [0xff0c, COMMA],
  [0xff1a, COLON],
  [0xff5b, OPEN_BRACE],
  [0xff5d, CLOSE_BRACE],
  [0xff3b, OPEN_BRACKET],
  [0xff3d, CLOSE_BRACKET],
]);

/** The ASCII form of fullwidth punctuation; any other character as it is. */
export function asciiOf(code: number): number {
  return code < 0xff00 ? code : (FULLWIDTH.get(code) ?? code);
}

/** “ ” „ and the fullwidth quotation mark. */
export function isSmartDouble(code: number): boolean {
  return code === 0x201c || code === 0x201d || code === 0x201e || code === 0xff02;
}

/** ‘ ’ and the fullwidth apostrophe. */
export function isSmartSingle(code: number): boolean {
  return code === 0x2018 || code === 0x2019 || code === 0xff07;
}

/** The partner of a guillemet or a corner bracket: « » ‹ › 「 」 『 』, in either order; -1 for any other character. */
export function partnerOf(code: number): number {
  if (code === 0xab || code === 0xbb) return 0x166 - code;
  if (code === 0x2039 || code === 0x203a) return 0x4073 - code;
  return code >= 0x300c && code <= 0x300f ? ((code & 1) === 0 ? code + 1 : code - 1) : -1;
}

export function isQuote(code: number): boolean {
  return (
    code === DOUBLE_QUOTE ||
    code === SINGLE_QUOTE ||
    code === BACKTICK ||
    (code > 0x7f && (isSmartDouble(code) || isSmartSingle(code) || partnerOf(code) >= 0))
  );
}

export function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** A character that names may have in most programming languages, or any beyond ASCII that is not a sign here. */
export function isNameCharacter(code: number): boolean {
  if (code < 0x80)
    return isAsciiLetter(code) || isDigit(code) || code === 0x5f || code === 0x24 || code === MINUS || code === DOT;
  return !isForeignWhite(code) && !isQuote(code) && asciiOf(code) === code;
}

/** The four characters that JSON takes for white space. */
export function isJsonWhite(code: number): boolean {
  return code === SPACE || code === LF || code === CR || code === TAB;
}

export function isForeignWhite(code: number): boolean {
  if (code < 0x80) return code === 0x0b || code === 0x0c;
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200d) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isWhite(code: number): boolean {
  return isJsonWhite(code) || isForeignWhite(code);
}

export function isLineBreak(code: number): boolean {
  return code === LF || code === CR;
}

/** `{ } [ ] ,` in either width. */
export function isStructure(code: number): boolean {
  const ascii = asciiOf(code);
  return (
    ascii === COMMA ||
    ascii === OPEN_BRACE ||
    ascii === CLOSE_BRACE ||
    ascii === OPEN_BRACKET ||
    ascii === CLOSE_BRACKET
  );
}

const CONTROL_ESCAPES = new Map<number, string>([
  [0x08, '\\b'],
  [TAB, '\\t'],
  [LF, '\\n'],
  [0x0c, '\\f'],
  [CR, '\\r'],
]);

/** How JSON writes a character below U+0020. */
export function controlEscape(code: number): string {
  return CONTROL_ESCAPES.get(code) ?? unicodeEscape(code);
}

/** How JSON writes a UTF-16 unit that it escapes. */
export function escapedUnit(unit: string): string {
  return unit === '"' || unit === '\\' ? `\\${unit}` : controlEscape(unit.charCodeAt(0));
}

export function unicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

export function codeAt(text: string, at: number, to: number): number {
  return at < to ? text.charCodeAt(at) : -1;
}

/** The first character from `at` on that is not white space. */
export function skipWhite(text: string, at: number, to: number): number {
  while (at < to && isWhite(text.charCodeAt(at))) at += 1;
  return at;
}

/** Two slashes, or a slash and a star. `#` is judged where it is. */
export function startsSlashComment(text: string, at: number, to: number): boolean {
  if (codeAt(text, at, to) !== SLASH) return false;
  const next = codeAt(text, at + 1, to);
  return next === SLASH || next === STAR;
}

/** How far `startsKey` looks. Without a bound, a text of nothing but quotes would be read again from each of them. */
const KEY_LOOKAHEAD = 64;

/** True when the text at `at` reads like a key with its colon. */
export function startsKey(text: string, at: number, to: number): boolean {
  const limit = Math.min(to, at + KEY_LOOKAHEAD);
  const first = codeAt(text, at, limit);
  let end = at + 1;
  if (isQuote(first)) {
    while (end < limit && !isQuote(text.charCodeAt(end)) && !isLineBreak(text.charCodeAt(end))) end += 1;
    if (end === at + 1 || !isQuote(codeAt(text, end, limit))) return false;
    end += 1;
  } else {
    if (!isNameCharacter(first)) return false;
    while (end < limit && isNameCharacter(text.charCodeAt(end))) end += 1;
  }
  const after = asciiOf(codeAt(text, skipWhite(text, end, limit), limit));
  return after === COLON || after === EQUALS;
}
