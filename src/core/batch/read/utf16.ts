const MARK = 0xfeff;

/** In which order bytes of UTF-16 come: by its mark, which PowerShell writes for `>`, or by the zeros of two letters in a row. Null for none. */
export function orderOfUtf16([one, two, three, four]: Iterable<number>): 'low-first' | 'high-first' | null {
  if (one === 0xff && two === 0xfe) return 'low-first';
  if (one === 0xfe && two === 0xff) return 'high-first';
  if (one !== 0 && two === 0 && three !== 0 && four === 0) return 'low-first';
  return one === 0 && two !== 0 && three === 0 && four !== 0 ? 'high-first' : null;
}

/** Turns UTF-16 into text, piece by piece, without its mark. */
export class Utf16Decoder {
  readonly #isLowFirst: boolean;
  /** The first byte of a unit whose second has not come; -1 for none. */
  #half = -1;
  #isFirst = true;

  constructor(order: 'low-first' | 'high-first') {
    this.#isLowFirst = order === 'low-first';
  }

  push(data: Iterable<number>): string {
    const units: number[] = [];
    const pieces: string[] = [];
    for (const byte of data) {
      if (this.#half < 0) {
        this.#half = byte;
        continue;
      }
      const [one, other] = [this.#half, byte];
      this.#half = -1;
      const unit = this.#isLowFirst ? other * 256 + one : one * 256 + other;
      if (!this.#isFirst || unit !== MARK) units.push(unit);
      this.#isFirst = false;
      // A function takes only so many parameters.
      if (units.length === 4096) pieces.push(String.fromCharCode(...units.splice(0)));
    }
    return pieces.join('') + String.fromCharCode(...units);
  }
}
