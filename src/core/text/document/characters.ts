import type { Span } from './span.ts';

/**
 * White space as the formats and `\s` in a byte-mode regular expression take it: space, tab, LF, VT, FF, CR. JavaScript's
 * `\s` takes more.
 */
export function isAsciiSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** `0` to `9`. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** `A` to `Z` and `a` to `z`. */
export function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** A part of the text without the white space at its ends, as JavaScript's `trim` has it. */
export function trimmedPart(text: string, { from, to }: Span): Span {
  const part = text.slice(from, to);
  const begin = from + part.length - part.trimStart().length;
  return { from: begin, to: begin + part.trim().length };
}

/** The part of `[from, to)` that is left when characters that `isSpace` are taken off both ends. */
export function trimmedSpan(text: string, from: number, to: number, isSpace: (code: number) => boolean): Span {
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return { from, to };
}
