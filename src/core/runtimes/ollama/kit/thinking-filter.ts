import { put, type Added, type Steps } from '../reader.ts';
import { THINK, THINK_END } from './tags.ts';
import { afterGoSpace, type Tape } from './tape.ts';

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
  take(tape: Tape, added: Added, steps: Steps): boolean {
    if (this.#state === 'looking') this.#look(tape, steps);
    if (this.#state === 'before-thinking') {
      tape.skipSpace();
      if (!tape.isEmpty) this.#state = 'thinking';
    }
    if (this.#state === 'thinking') {
      const close = tape.find(THINK_END);
      const { from, to } = tape.rest;
      const end = close >= 0 ? close : to - tape.overlap(THINK_END);
      put(added.thinking, { from, to: end });
      tape.at = end;
      if (close >= 0) {
        steps?.marker(THINK_END, 'close', close, close + THINK_END.length);
        tape.at = close + THINK_END.length;
        this.#state = 'after-thinking';
      }
    }
    if (this.#state === 'after-thinking') {
      tape.skipSpace();
      if (!tape.isEmpty) this.#state = 'over';
    }
    return this.isOver;
  }

  #look(tape: Tape, steps: Steps): void {
    const start = afterGoSpace(tape.text, tape.at);
    if (tape.text.startsWith(THINK, start)) {
      steps?.marker(THINK, 'open', start, start + THINK.length);
      tape.at = start + THINK.length;
      this.#state = 'before-thinking';
    } else if (!THINK.startsWith(tape.text.slice(start))) {
      this.#state = 'over';
    }
  }
}
