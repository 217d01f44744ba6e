/** So many different texts are shared; a log of a hundred thousand replies has far fewer. */
const MOST = 50_000;

/** Texts that come again and again, once each: results are kept by the hundred thousand. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  of(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined && this.#texts.size < MOST) this.#texts.set(text, text);
    return known ?? text;
  }

  orNull(text: string | null): string | null {
    return text === null ? null : this.of(text);
  }
}
