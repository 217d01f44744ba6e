import { slice, type Span, trimmedSpan } from '../../document/index.ts';

/**
 * Unicode White_Space, which is what `String.trim` removes. It is not the set of JavaScript's `trim`: U+0085 belongs
 * to it and U+FEFF does not. All of its members are single UTF-16 units.
 */
export function isElixirSpace(charCode: number): boolean {
  return (
    (charCode >= 0x09 && charCode <= 0x0d) ||
    charCode === 0x20 ||
    charCode === 0x85 ||
    charCode === 0xa0 ||
    charCode === 0x1680 ||
    (charCode >= 0x2000 && charCode <= 0x200a) ||
    charCode === 0x2028 ||
    charCode === 0x2029 ||
    charCode === 0x202f ||
    charCode === 0x205f ||
    charCode === 0x3000
  );
}

/** What `String.trim/1` leaves of a text; empty, at its end, when nothing is left. */
export function elixirTrimmed(text: string): Span {
  return trimmedSpan(text, 0, text.length, isElixirSpace);
}

/** `String.trim/1`. */
export function trimElixir(text: string): string {
  return slice(text, elixirTrimmed(text));
}
