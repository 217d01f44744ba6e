import type { Excerpt } from '../../kit/index.ts';
import type { Span } from '../../../text/document/index.ts';

// What both strategies of `HarmonyParser` make of a text.

export interface HarmonyEvent {
  readonly kind: 'normal' | 'reasoning' | 'call';
  readonly text: string;
  /** Of a call: with its markers. */
  readonly raw?: string;
  /** All that the event is made of, and what of it its text is made of, in the offsets of the text that came. */
  readonly span: Span;
  readonly parts: readonly Span[];
  /** The same text, once the reader has placed it. */
  readonly excerpt?: Excerpt;
  /** The word `commentary` after a call, which is left out. */
  readonly isFiller?: true;
}

/** What a strategy makes of its buffer. */
export interface Parsed {
  readonly events: readonly HarmonyEvent[];
  /** What of the buffer is kept, in order. */
  readonly rest: readonly Span[];
}

/** How much of the end of a text may become one of `words`, the longest. */
export function held(text: string, words: readonly string[]): number {
  let most = 0;
  for (const word of words) {
    for (let length = Math.min(word.length - 1, text.length); length > most; length -= 1) {
      if (word.startsWith(text.slice(text.length - length))) {
        most = length;
        break;
      }
    }
  }
  return most;
}
