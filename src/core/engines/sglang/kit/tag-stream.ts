import type { Span } from '../../../text/document/index.ts';
import { Excerpt, type Message, type MessageCall, type Raised } from '../../kit/index.ts';
import type { DetectorStream } from '../detector.ts';
import { HeldText } from './held-text.ts';

/** What came of a step: the next one can follow, or more text has to come first, or it raised an exception. */
export type TagStep = 'go' | 'wait' | Raised;

/** At least as long as every tag of these streams. */
const LONGEST_TAG = '</arg_value>'.length;

/** A stream that reads tag by tag: the streams of `qwen3_coder` and `poolside_v1`. */
export abstract class TagStream implements DetectorStream {
  readonly previous = [];
  readonly streamed: string[] = [];
  readonly isLinear = true;
  /** What is not read yet, once a push is over. */
  protected buffer = '';
  /** Where the next step begins in the buffer. */
  protected at = 0;
  /** Of the last call. */
  protected index = -1;
  readonly #held = new HeldText();
  /** What the step that waits looks for. */
  #awaited: readonly string[] = [];
  #shown: Span[] = [];
  #calls: MessageCall[] = [];

  push(delta: string, current: string): Message | Raised | null {
    const all = this.#held.isHolding ? this.#held.add(delta) : this.buffer + delta;
    if (all === null) return null;
    this.buffer = all;
    this.#awaited = [];
    this.#shown = [];
    this.#calls = [];
    while (this.at < this.buffer.length) {
      const step = this.step();
      if (step === 'wait') break;
      if (step !== 'go') return step;
    }
    const content = Excerpt.end(current, this.buffer).parts(this.#shown);
    this.buffer = this.buffer.slice(this.at);
    this.at = 0;
    if (this.#awaited.length > 0) this.#held.hold(this.buffer, this.#awaited);
    return { content, calls: this.#calls };
  }

  /** Reads one tag, or the text before the next one. */
  protected abstract step(): TagStep;

  /** Whether the end of the buffer, which begins with `<`, has to wait for more text. */
  protected abstract mayBecomeTag(end: string): boolean;

  /** Text up to the next `<`, or that `<` where it begins no tag. */
  protected passText(isShown: boolean): TagStep {
    const next = this.buffer.indexOf('<', this.at);
    if (next === this.at) {
      const rest = this.buffer.slice(this.at, this.at + LONGEST_TAG);
      if (this.at + rest.length === this.buffer.length && this.mayBecomeTag(rest)) return 'wait';
    }
    const to = next < 0 ? this.buffer.length : Math.max(next, this.at + 1);
    if (isShown) this.#shown.push({ from: this.at, to });
    this.at = to;
    return 'go';
  }

  /** Nothing is read again until one of the marks has come. */
  protected wait(...marks: readonly string[]): TagStep {
    this.#awaited = marks;
    return 'wait';
  }

  protected skip(tag: string): TagStep {
    this.at += tag.length;
    return 'go';
  }

  protected startsWith(tag: string): boolean {
    return this.buffer.startsWith(tag, this.at);
  }

  protected openCall(name: string): void {
    this.index += 1;
    this.#calls.push({ index: this.index, name });
  }

  protected sendArguments(argumentsText: string): void {
    this.#calls.push({ index: this.index, argumentsText });
  }
}
