import type { ReplyResult } from './judge.ts';

/** So many different texts are shared; a log of a hundred thousand has far fewer. */
const MOST = 50_000;

/** Texts that come again and again, once each: results are kept by the hundred thousand. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  of(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined && this.#texts.size < MOST) this.#texts.set(text, text);
    return known ?? text;
  }

  /** The same result. What comes from another worker has texts of its own. */
  result(result: ReplyResult): ReplyResult {
    return {
      ...result,
      outcome: this.of(result.outcome) as ReplyResult['outcome'],
      why: this.of(result.why),
      diagnosis: this.#orNull(result.diagnosis),
      remedy: this.#orNull(result.remedy),
      format: this.#orNull(result.format),
      names: result.names.map((name) => this.of(name)),
      model: this.#orNull(result.model),
      outline: this.of(result.outline),
      words: result.words.map((word) => this.of(word)),
    };
  }

  #orNull(text: string | null): string | null {
    return text === null ? null : this.of(text);
  }
}
