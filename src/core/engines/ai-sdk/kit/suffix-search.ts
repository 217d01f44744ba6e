/**
 * Looks for something in texts each of which is an end of the one before: what was found further on is not looked for again. A
 * stream reads one call after the other out of a long piece, and would go through all of the piece for each.
 */
export class SuffixSearch {
  readonly #find: (text: string) => number;
  #known: { readonly length: number; readonly fromEnd: number | null } | null = null;

  /** @param find the first place; -1 where there is none */
  constructor(find: (text: string) => number) {
    this.#find = find;
  }

  /** The next text is no end of the last one. */
  forget(): void {
    this.#known = null;
  }

  /** The first place; -1 where there is none. */
  at(text: string): number {
    const known = this.#known;
    if (known !== null && text.length <= known.length) {
      if (known.fromEnd === null) return -1;
      if (known.fromEnd <= text.length) return text.length - known.fromEnd;
    }
    const at = this.#find(text);
    this.#known = { length: text.length, fromEnd: at < 0 ? null : text.length - at };
    return at;
  }
}
