import { put, type Added } from '../reader.ts';
import { THINK, THINK_END } from './tags.ts';
import type { Tape } from './tape.ts';

type State = 'looking' | 'before-thinking' | 'thinking' | 'after-thinking' | 'over';

/** `thinking.Parser`, which runs before the generic reader: thinking counts only at the very beginning of the reply. */
export class ThinkingFilter {
  #state: State;

  constructor(thinks: boolean) {
    this.#state = thinks ? 'looking' : 'over';
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** Takes thinking off the buffer. Whether the rest of it is for the reader. */
  take(tape: Tape, added: Added): boolean {
    if (this.#state === 'looking') {
      const isOpened = tape.passLeading(THINK);
      if (isOpened !== null) this.#state = isOpened ? 'before-thinking' : 'over';
    }
    if (this.#state === 'before-thinking') {
      tape.skipSpace();
      if (!tape.isEmpty) this.#state = 'thinking';
    }
    if (this.#state === 'thinking') {
      const close = tape.find(THINK_END);
      put(added.thinking, tape.takeTo(close, THINK_END));
      if (close >= 0) {
        tape.pass(THINK_END, 'close', close);
        this.#state = 'after-thinking';
      }
    }
    if (this.#state === 'after-thinking') {
      tape.skipSpace();
      if (!tape.isEmpty) this.#state = 'over';
    }
    return this.isOver;
  }
}
