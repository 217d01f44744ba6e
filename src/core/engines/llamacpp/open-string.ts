import { nothing } from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import { trimEnd, type Message } from './message.ts';
import type { Reading } from './peg/reading.ts';

/**
 * Arguments that end in a string of JSON, while nothing comes that could end it. They are sent as they came, but white space
 * and an escape at the end wait for what follows.
 */
export class OpenString {
  readonly #quote: string;
  readonly #add: (text: string) => Delta;
  #waiting: string;

  private constructor(quote: string, waiting: string, add: (text: string) => Delta) {
    this.#quote = quote;
    this.#waiting = waiting;
    this.#add = add;
  }

  /** @param message what the reading came to; it grows with the text. Null where it ends with something else. */
  static of({ text, openQuote, hasHeldBack, captures }: Reading, { calls }: Message): OpenString | null {
    const last = captures.at(-1);
    const call = calls.at(-1);
    if (openQuote === null || hasHeldBack || last === undefined || call === undefined) return null;
    if (last.tag !== 'arguments' || !last.isPartial) return null;
    const sent = trimEnd(text.slice(last.from, last.to));
    if (call.argumentsText !== sent) return null;
    return new OpenString(openQuote, text.slice(last.from + sent.length), (more) => {
      call.argumentsText += more;
      return { kind: 'arguments', index: calls.length - 1, text: more };
    });
  }

  /** What is sent of a piece; null where it has to be read. */
  goOn(piece: string): readonly Delta[] | null {
    const last = piece.charCodeAt(piece.length - 1);
    if (last >= 0xd800 && last < 0xdc00) return null;
    const text = this.#waiting + piece;
    let at = 0;
    for (; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === this.#quote) return null;
      if (character !== '\\') continue;
      if (at + 1 === text.length) break;
      if (!`${this.#quote}\\/bfnrt`.includes(text.charAt(at + 1))) return null;
      at += 1;
    }
    const sent = trimEnd(text.slice(0, at));
    this.#waiting = text.slice(sent.length);
    return sent === '' ? nothing : [this.#add(sent)];
  }
}
