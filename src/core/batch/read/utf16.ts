const LOW_FIRST = [0xff, 0xfe];
const HIGH_FIRST = [0xfe, 0xff];

/** Whether a file begins with the mark of UTF-16, which PowerShell writes for `>`. */
export function isUtf16([first, second]: Iterable<number>): boolean {
  return [LOW_FIRST, HIGH_FIRST].some(([one, two]) => first === one && second === two);
}

/** Turns UTF-16 into text, piece by piece. The first two bytes are its mark. */
export class Utf16Decoder {
  #isLowFirst: boolean | null = null;
  /** The first byte of a unit whose second has not come; -1 for none. */
  #half = -1;

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
      if (this.#isLowFirst === null) this.#isLowFirst = one === LOW_FIRST[0];
      else units.push(this.#isLowFirst ? other * 256 + one : one * 256 + other);
      // A function takes only so many parameters.
      if (units.length === 4096) pieces.push(String.fromCharCode(...units.splice(0)));
    }
    return pieces.join('') + String.fromCharCode(...units);
  }
}
