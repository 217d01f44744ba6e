import { nothing } from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import { insideOfString } from './written-texts.ts';
import type { Message } from './message.ts';
import type { Reading } from './peg/reading.ts';

/** The text that a message ends with, while nothing comes that could end it: then the message only grows by what comes. */
export class OpenText {
  readonly #stops: ReadonlySet<number>;
  readonly #add: (text: string, from: number) => Delta;

  private constructor(stops: ReadonlySet<number>, add: (text: string, from: number) => Delta) {
    this.#stops = stops;
    this.#add = add;
  }

  /** @param message what the reading came to; it grows with the text. Null where it ends with something else. */
  static of({ text, open, hasHeldBack, captures }: Reading, message: Message): OpenText | null {
    const last = captures.at(-1);
    // What comes may belong to what is before it: white space while it is empty, and what was not the begin of a marker.
    if (open === null || open.from === text.length || hasHeldBack) return null;
    if (last?.from !== open.from || last.to !== text.length || !last.isPartial) return null;
    const add = adding(last.tag, message);
    return add && new OpenText(open.stops, add);
  }

  /** What is sent of a piece, which is at `from`; null where it has to be read. */
  goOn(piece: string, from: number): readonly Delta[] | null {
    if (piece === '') return nothing;
    for (let at = 0; at < piece.length; at += 1) if (this.#stops.has(piece.charCodeAt(at))) return null;
    const last = piece.charCodeAt(piece.length - 1);
    return last >= 0xd800 && last < 0xdc00 ? null : [this.#add(piece, from)];
  }
}

function adding(tag: string, message: Message): ((text: string, from: number) => Delta) | null {
  const { calls } = message;
  const call = calls.at(-1);
  if (tag === 'content') {
    return (text, from) => {
      message.content += text;
      return { kind: 'content', text, from };
    };
  }
  // White space alone is no reasoning.
  if (tag === 'reasoning' && message.reasoning !== '') {
    return (text, from) => {
      message.reasoning += text;
      return { kind: 'reasoning', text, from };
    };
  }
  if (tag !== 'text' || call === undefined) return null;
  return (text) => {
    const written = insideOfString(text);
    call.argumentsText += written;
    return { kind: 'arguments', index: calls.length - 1, text: written };
  };
}
