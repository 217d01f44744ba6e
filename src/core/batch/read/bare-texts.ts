import { isSentence } from './plain-text.ts';

/** A text that is an entry of a list, or a line of JSON, and its number. */
export interface BareText {
  /** Null where it is no reply. */
  readonly text: string | null;
  readonly number: number;
}

/** So many are held until others tell what they are. */
const MOST_HELD = 5000;

/**
 * Texts of a list that has nothing beside them. An empty one is a reply where others are; a single word is one as well where most of
 * the others are more than that: a list of names is full of words.
 */
export class BareTexts {
  #held: { readonly text: string; readonly number: number }[] = [];
  #sentences = 0;
  #words = 0;

  /** The texts that are certain with this one, in order. */
  take(text: string, number: number): readonly BareText[] {
    if (isSentence(text)) this.#sentences += 1;
    else if (text !== '') this.#words += 1;
    this.#held.push({ text, number });
    const isCertain = this.#sentences > this.#words;
    if (isCertain) return this.#given();
    return this.#held.length > MOST_HELD ? this.end() : [];
  }

  /** Of what is still held only texts of several words are replies. */
  end(): readonly BareText[] {
    return this.#given().map(({ text, number }) => ({ text: isSentence(text) ? text : null, number }));
  }

  #given(): readonly { readonly text: string; readonly number: number }[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

/** So long is at least one of several replies: shorter texts in a list are the cells of a table. */
const REPLY_LENGTH = 24;

/** Several replies to one prompt, as benchmarks of code keep them. */
export function areTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every((text) => typeof text === 'string') &&
    value.some((text) => text.length >= REPLY_LENGTH || text.includes('\n'))
  );
}
