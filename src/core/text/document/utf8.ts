/**
 * The number of bytes `text` takes in UTF-8. A lone surrogate counts 3, the size of the U+FFFD that encoders write in
 * its place.
 */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code < 0x800) {
      bytes += 1;
    } else {
      bytes += 2;
      // A pair is two units and four bytes: the second unit adds nothing to what the first has added.
      if (isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(index + 1))) index += 1;
    }
  }
  return bytes;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** The text of UTF-8 bytes, 0 to 255 each. What is not UTF-8 becomes U+FFFD, as in browsers: one per broken sequence. */
export function decodeUtf8(bytes: ArrayLike<number>): string {
  const pieces: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const { code, length } = codePointAt(bytes, at);
    if (code > 0xffff) units.push(0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
    else units.push(code);
    at += length;
    // A function takes only so many parameters.
    if (units.length > 4000) {
      pieces.push(String.fromCharCode(...units));
      units = [];
    }
  }
  return pieces.join('') + String.fromCharCode(...units);
}

const BROKEN = 0xfffd;

/** The code point that begins at `at` and how many bytes it takes; a broken sequence takes what belongs to it. */
function codePointAt(bytes: ArrayLike<number>, at: number): { code: number; length: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { code: first, length: 1 };
  const more =
    first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0;
  if (more === 0) return { code: BROKEN, length: 1 };
  let code = first & (0x3f >> more);
  for (let next = 1; next <= more; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (!follows(first, byte, next)) return { code: BROKEN, length: next };
    code = (code << 6) | (byte & 0x3f);
  }
  return { code, length: more + 1 };
}

/** Whether `byte` may come `next` bytes after `first`: no surrogates, no overlong forms, nothing above U+10FFFF. */
function follows(first: number, byte: number, next: number): boolean {
  if (byte < 0x80 || byte > 0xbf) return false;
  if (next > 1) return true;
  if (first === 0xe0) return byte >= 0xa0;
  if (first === 0xed) return byte < 0xa0;
  if (first === 0xf0) return byte >= 0x90;
  return first !== 0xf4 || byte < 0x90;
}
