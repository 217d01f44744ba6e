import { Excerpt, type ReasoningStream, type SplitDelta } from '../../kit/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import type { ThinkingTags } from './base.ts';

/**
 * The stream of SGLang of July 2026: it waits only while all that it holds is the beginning of a tag, so it misses a tag that
 * begins inside of a piece and ends in the next one.
 */
export class JulyReasoningStream implements ReasoningStream {
  readonly #tags: ThinkingTags;
  readonly #inOnePiece: boolean;
  #isInside: boolean;
  #hasOpened = false;
  #buffer = Excerpt.empty;

  constructor(tags: ThinkingTags, { forceReasoning = false, streamReasoning = true }: RequestFacts) {
    this.#tags = tags;
    this.#isInside = tags.isForced === true || (forceReasoning && tags.ignoresServer !== true);
    this.#inOnePiece = !streamReasoning;
  }

  push(delta: string, current: string): SplitDelta {
    const { open, close, call } = this.#tags;
    let text = this.#buffer.plus(Excerpt.end(current, delta));
    this.#buffer = text;
    const markers = [open, close, ...(call === undefined ? [] : [call])];
    if (markers.some((marker) => text.length < marker.length && marker.startsWith(text.text))) return {};
    if (!this.#hasOpened && text.text.includes(open)) {
      text = text.without(open);
      this.#hasOpened = true;
      this.#isInside = true;
    }
    if (!this.#isInside) {
      this.#buffer = Excerpt.empty;
      return { content: text };
    }
    const closer = text.text.indexOf(close);
    const marker = call === undefined ? -1 : text.text.indexOf(call);
    if (closer >= 0 || marker >= 0) {
      const isCall = closer < 0;
      const at = isCall ? marker : closer;
      this.#buffer = Excerpt.empty;
      this.#isInside = false;
      return { reasoning: text.slice(0, at), content: text.slice(isCall ? at : at + close.length) };
    }
    // What is kept for later has its opening tag still, and keeps it then.
    if (this.#inOnePiece) return {};
    this.#buffer = Excerpt.empty;
    return { reasoning: text };
  }

  /** Reasoning that was to come in one piece is lost where it was never closed. */
  finish(): SplitDelta {
    if (!this.#isInside) return {};
    return { ...(this.#inOnePiece ? {} : { reasoning: this.#buffer }), promoted: 'all' };
  }
}
