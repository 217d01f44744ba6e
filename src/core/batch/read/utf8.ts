import { DecodeUTF8 } from 'fflate';
import { type Bytes, joined } from './bytes.ts';

const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = [0xef, 0xbf, 0xbd];
const LINE_END = 10;

/**
 * Turns UTF-8 into text, piece by piece. Bytes that are none become the replacement character; the lines where that happened are told,
 * and not those where somebody has written that character.
 */
export class Utf8Decoder {
  readonly #decoder: DecodeUTF8;
  #text = '';
  #line = 1;
  #broken: number[] = [];
  /** Replacement characters that were made on this line, less those that its bytes have. */
  #made = 0;
  /** The last bytes of the piece before: the character that somebody has written may be cut. */
  #tail: Bytes = new Uint8Array(0);

  constructor() {
    this.#decoder = new DecodeUTF8((text) => {
      this.#text = text;
    });
  }

  /** The text, and the numbers from 1 of the lines with such bytes that are whole with this piece; the last one with `isLast`. */
  push(data: Bytes, isLast: boolean): { readonly text: string; readonly broken: readonly number[] } {
    this.#decoder.push(data, false);
    this.#look(data);
    this.#tail = data.length >= 2 ? data.slice(-2) : joined(this.#tail, data).slice(-2);
    if (isLast) this.#endLine();
    const broken = this.#broken;
    this.#broken = [];
    return { text: this.#text, broken };
  }

  #look(data: Bytes): void {
    if (!this.#text.includes(REPLACEMENT)) {
      for (let at = data.indexOf(LINE_END); at >= 0; at = data.indexOf(LINE_END, at + 1)) this.#endLine();
      return;
    }
    // No invalid sequence takes a line end with it: text and bytes have the same lines.
    const written = writtenOn(joined(this.#tail, data), this.#tail.length);
    this.#text.split('\n').forEach((line, index) => {
      if (index > 0) this.#endLine();
      this.#made += line.split(REPLACEMENT).length - 1 - (written.get(index) ?? 0);
    });
  }

  #endLine(): void {
    if (this.#made > 0) this.#broken.push(this.#line);
    this.#line += 1;
    this.#made = 0;
  }
}

/** How often each line of these bytes has the replacement character itself, as far as that ends at `from` or later. */
function writtenOn(bytes: Bytes, from: number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  let line = 0;
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === LINE_END) line += 1;
    else if (REPLACEMENT_BYTES.every((byte, index) => bytes[at - 2 + index] === byte))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
