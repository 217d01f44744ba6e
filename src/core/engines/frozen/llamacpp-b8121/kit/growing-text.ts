import type { Span } from '../../../../text/document/index.ts';
import { WrittenTexts } from '../../../llamacpp/written-texts.ts';

/**
 * A text that is read again whenever it has grown, and what the readings found out about it. A whole reply is
 * one that does not grow.
 */
export class GrowingText {
  #text: string;
  /** Of each literal, where it was found last, from where it was looked for, and how long the text was. */
  readonly #places = new Map<string, { readonly from: number; readonly at: number; readonly to: number }>();
  readonly #known = new Map<object, unknown>();
  readonly #written = new WrittenTexts();
  /** How many containers were open in the JSON that was completed last. */
  openContainers = 0;

  constructor(text = '') {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** @param text begins with the text so far */
  grow(text: string): this {
    this.#text = text;
    return this;
  }

  /** The next place of a literal at `from` or later; -1 where there is none. Looking for it again costs nothing. */
  indexOf(literal: string, from: number): number {
    const known = this.#places.get(literal);
    const isKnown = known !== undefined && from >= known.from && (known.at < 0 || known.at >= from);
    if (isKnown && (known.at >= 0 || known.to === this.#text.length)) return known.at;
    const searched = isKnown ? known.to - literal.length + 1 : 0;
    const at = this.#text.indexOf(literal, Math.max(from, searched));
    this.#places.set(literal, { from: isKnown && searched >= from ? known.from : from, at, to: this.#text.length });
    return at;
  }

  /** A part of the text as it is written between the quotes of a JSON string. */
  insideOfString({ from, to }: Span): string {
    return this.#written.insideOfString(this.#text, from, to);
  }

  /** What `searcher` keeps of this text. */
  knownOf<Known>(searcher: object, make: () => Known): Known {
    let known = this.#known.get(searcher) as Known | undefined;
    if (known === undefined) this.#known.set(searcher, (known = make()));
    return known;
  }
}
