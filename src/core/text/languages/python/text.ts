import { slice, type Span, trimmedSpan } from '../../document/index.ts';
import { isWordCode } from './unicode.ts';

/** What Python's `str` and `re` do with the characters of a text. */

/**
 * Whether `str.isspace` holds, which is what `str.strip()`, `str.split()` and the `\s` of `re` go by. It is not the set of JavaScript's
 * `trim`: U+001C to U+001F and U+0085 belong to it, and U+FEFF does not. All of its members are single UTF-16 units.
 */
export function isPythonSpace(code: number): boolean {
  return (
    (code >= 0x09 && code <= 0x0d) ||
    (code >= 0x1c && code <= 0x20) ||
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** The same characters, for a class in a pattern of JavaScript. */
export const PYTHON_SPACE = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

/**
 * What `\w` matches in a pattern of Python's `re` on text: letters and numbers of every script, and the underscore.
 *
 * @param code a code point, not a half of one
 */
export function isRegexWord(code: number): boolean {
  if (code >= 0x80) return isWordCode(code);
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}

/** What `str.strip()` leaves of a range; empty, at its end, when nothing is left. */
export function strippedSpan(text: string, from = 0, to = text.length): Span {
  return trimmedSpan(text, from, to, isPythonSpace);
}

/** The first place from `from` on that holds no space; `to` when there is none. */
export function afterSpace(text: string, from: number, to = text.length): number {
  let at = from;
  while (at < to && isPythonSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** What `str.splitlines()` ends a line at, one of the two of `\r\n` included. */
export function isPythonLineEnd(code: number): boolean {
  return (
    (code >= 0x0a && code <= 0x0d) ||
    (code >= 0x1c && code <= 0x1e) ||
    code === 0x85 ||
    code === 0x2028 ||
    code === 0x2029
  );
}

/** `str.strip()`, or `str.strip(characters)`. */
export function stripPython(text: string, characters?: string): string {
  if (characters !== undefined) return rstrip(lstrip(text, characters), characters);
  return slice(text, strippedSpan(text));
}

/** `str.lstrip()`, or `str.lstrip(characters)`. */
export function lstrip(text: string, characters?: string): string {
  if (characters === undefined) {
    let at = 0;
    while (at < text.length && isPythonSpace(text.charCodeAt(at))) at += 1;
    return text.slice(at);
  }
  const stripped = new Set(characters);
  let at = 0;
  for (const character of text) {
    if (!stripped.has(character)) break;
    at += character.length;
  }
  return text.slice(at);
}

/** `str.rstrip()`, or `str.rstrip(characters)`. */
export function rstrip(text: string, characters?: string): string {
  let to = text.length;
  if (characters === undefined) {
    while (to > 0 && isPythonSpace(text.charCodeAt(to - 1))) to -= 1;
    return text.slice(0, to);
  }
  const stripped = new Set(characters);
  while (to > 0) {
    const pair = to >= 2 ? text.slice(to - 2, to) : '';
    const last = (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.charAt(to - 1);
    if (!stripped.has(last)) break;
    to -= last.length;
  }
  return text.slice(0, to);
}

/** `str.count`. */
export function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}
