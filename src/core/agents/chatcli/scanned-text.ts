import { lowerGo } from '../../text/languages/index.ts';
import type { Span } from '../../text/document/index.ts';

/**
 * Characters that take another number of bytes in lower case. The original lower-cases a text to search it, and uses
 * what it finds there as an offset into the text as it was: after such a character, it reads at the wrong place.
 */
const SLIPPING =
  /[\u0130\u023a\u023e\u1e9e\u2126\u212a\u212b\u2c62\u2c64\u2c6d-\u2c70\u2c7e\u2c7f\ua78d\ua7aa-\ua7ae\ua7b0-\ua7b2\ua7c5]/;

/** A piece of the document as the original scans it. Positions are positions in `text`. */
export interface ScannedText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Where the original finds `needle` (in lower case) at or after `from`, perhaps wrongly; -1 where it does not. Ask from left to right. */
  find(needle: string, from: number): number;
  /** The offset in the document. */
  place(at: number): number;
  /** The characters between two positions. */
  cut(from: number, to: number): string;
  /** The characters of a piece of `text`. */
  decode(units: string): string;
  /** A piece of `text` as the original lower-cases it. */
  lower(units: string): string;
}

export function scannedText(document: string, area: Span): ScannedText {
  const piece = document.slice(area.from, area.to);
  return SLIPPING.test(piece) ? new SlippingText(piece, area.from) : new PlainText(document, area);
}

/** Nearly every text: its characters can be counted in any unit, so the document serves as it is. */
class PlainText implements ScannedText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The area alone, so that no search runs beyond it. */
  readonly #piece: string;
  /** The last answer for each needle; a search for another place after it need not begin again. */
  readonly #found = new Map<string, number>();

  constructor(document: string, { from, to }: Span) {
    this.text = document;
    this.from = from;
    this.to = to;
    this.#piece = document.slice(from, to);
  }

  find(needle: string, from: number): number {
    let found = this.#found.get(needle);
    if (found === undefined || (found >= 0 && found < from)) {
      found = this.#search(needle, from);
      this.#found.set(needle, found);
    }
    return found;
  }

  #search(needle: string, from: number): number {
    const first = needle.charAt(0);
    const piece = this.#piece;
    for (let at = piece.indexOf(first, from - this.from); at >= 0; at = piece.indexOf(first, at + 1)) {
      if (piece.slice(at, at + needle.length).toLowerCase() === needle) return this.from + at;
    }
    return -1;
  }

  place(at: number): number {
    return at;
  }

  cut(from: number, to: number): string {
    return this.text.slice(from, to);
  }

  decode(units: string): string {
    return units;
  }

  lower(units: string): string {
    return units.toLowerCase();
  }
}

/** The UTF-8 bytes of the piece, a unit each, because here it matters in what the original counts. */
class SlippingText implements ScannedText {
  readonly text: string;
  readonly from = 0;
  readonly to: number;
  readonly #lowered: string;
  /** For every byte that begins a character, and the end: the offset in the lowered text. */
  readonly #loweredAt: Int32Array;
  /** For every byte, and the end: the offset in the document of the character it belongs to. */
  readonly #places: Int32Array;
  /** The last answers of the search in the lowered text. */
  readonly #found = new Map<string, number>();

  constructor(piece: string, documentFrom: number) {
    this.text = utf8Bytes(piece);
    this.to = this.text.length;
    this.#loweredAt = new Int32Array(this.to + 1);
    this.#places = new Int32Array(this.to + 1);
    const lowered: string[] = [];
    let byte = 0;
    let loweredLength = 0;
    let place = documentFrom;
    for (const character of piece) {
      const lower = utf8Bytes(lowerGo(character));
      const length = utf8Bytes(character).length;
      this.#loweredAt[byte] = loweredLength;
      this.#places.fill(place, byte, byte + length);
      lowered.push(lower);
      byte += length;
      loweredLength += lower.length;
      place += character.length;
    }
    this.#loweredAt[byte] = loweredLength;
    this.#places[byte] = place;
    this.#lowered = lowered.join('');
  }

  find(needle: string, from: number): number {
    // The rest of a character that is cut in two becomes a replacement character of three bytes for each byte.
    let start = from;
    while (start < this.to && isContinuation(this.text.charCodeAt(start))) start += 1;
    const low = this.#loweredAt[start] ?? 0;
    let found = this.#found.get(needle);
    if (found === undefined || (found >= 0 && found < low)) {
      found = this.#lowered.indexOf(needle, low);
      this.#found.set(needle, found);
    }
    return found < 0 ? -1 : from + 3 * (start - from) + (found - low);
  }

  place(at: number): number {
    return this.#places[Math.min(at, this.to)] ?? 0;
  }

  cut(from: number, to: number): string {
    return textOfBytes(this.text.slice(from, to));
  }

  decode(units: string): string {
    return textOfBytes(units);
  }

  lower(units: string): string {
    return utf8Bytes(lowerGo(textOfBytes(units)));
  }
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

/** The UTF-8 bytes of a text, a unit each. Half a surrogate pair becomes U+FFFD. */
function utf8Bytes(text: string): string {
  let out = '';
  for (const character of text) {
    let point = character.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;
    if (point < 0x80) out += character;
    else if (point < 0x800) out += String.fromCharCode(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000)
      out += String.fromCharCode(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else
      out += String.fromCharCode(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 63),
        0x80 | ((point >> 6) & 63),
        0x80 | (point & 63),
      );
  }
  return out;
}

/** The text of UTF-8 bytes; as for Go, every byte that belongs to no character is U+FFFD. */
function textOfBytes(bytes: string): string {
  let out = '';
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    out += length === 0 ? '\ufffd' : String.fromCodePoint(codePointOf(bytes, at, length));
    at += Math.max(length, 1);
  }
  return out;
}

/** The bytes of the character at `at`, or 0 where there is none. The bytes are pieces of good UTF-8. */
function sequenceLength(bytes: string, at: number): number {
  const lead = bytes.charCodeAt(at);
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  for (let next = at + 1; next < at + length; next += 1) {
    if (!isContinuation(bytes.charCodeAt(next))) return 0;
  }
  return length;
}

function codePointOf(bytes: string, at: number, length: number): number {
  if (length === 1) return bytes.charCodeAt(at);
  let point = bytes.charCodeAt(at) & (0x7f >> length);
  for (let next = at + 1; next < at + length; next += 1) point = (point << 6) | (bytes.charCodeAt(next) & 63);
  return point;
}
