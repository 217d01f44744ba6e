/** Where marks are next in a text that is read from left to right: each part of it is searched once for each mark. */
export class NextMarks {
  readonly #text: string;
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Where a mark is next, from a place on, which never goes back; Infinity where it is not. */
  from(mark: string, start: number): number {
    const known = this.#found.get(mark) ?? -1;
    if (known >= start) return known;
    const found = this.#text.indexOf(mark, start);
    const at = found < 0 ? Infinity : found;
    this.#found.set(mark, at);
    return at;
  }
}
