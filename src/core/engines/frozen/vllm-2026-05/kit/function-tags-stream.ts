import { countOf } from '../../../../text/languages/index.ts';
import { Excerpt, type Message, type Raised } from '../../../kit/index.ts';
import type { ParserStream } from '../../../vllm/parser.ts';
import { isBlankAfter, nthBlock } from './blocks-so-far.ts';
import { FUNCTION } from './function-patterns.ts';

/**
 * The streams of `qwen3_coder` and `seed_oss` of 2026-05: call after call, of which every delta sends one thing. They find
 * the call that is due by counting the blocks in all the text that has come.
 */
export abstract class FunctionTagsStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #open: string;
  readonly #close: string;
  #index = 0;
  /** Whether a block has begun after the calls that are over. */
  #started = false;
  /** Of the function that is due; null while it was not sent. */
  #name: string | null = null;
  #closed = false;
  protected braceSent = false;
  /** So many parameters of the function were sent. */
  protected count = 0;

  constructor(open: string, close: string) {
    this.#open = open;
    this.#close = close;
  }

  push(delta: string, current: string): Message | Raised | null {
    if (delta === '') return null;
    if (this.#closed && countOf(current, this.#close) > this.#index) {
      this.#next(current);
      return null;
    }
    if (this.isText(delta)) return { content: Excerpt.end(current, delta) };
    if (!this.#started) return this.#outside(delta, current);
    const from = this.searchFrom(current);
    if (this.#index >= countOf(current, this.#open)) return null;
    const call = nthBlock(current, this.#index, this.#open, this.#close, from);
    if (call === null) return null;
    if (this.#name === null) return this.#header(call);
    return this.#closed ? null : this.body(call, this.#name, delta);
  }

  /** Whether no call is looked for yet. */
  protected abstract isText(delta: string): boolean;

  /** Where the first block may begin. */
  protected abstract searchFrom(current: string): number;

  /** What is sent of the arguments. `call` is the block as far as it has come. */
  protected abstract body(call: string, name: string, delta: string): Message | Raised | null;

  protected message(argumentsText: string): Message {
    return { calls: [{ index: this.#index, argumentsText }] };
  }

  protected end(): Message {
    this.#closed = true;
    return this.message('}');
  }

  #next(current: string): void {
    this.#index += 1;
    this.#name = null;
    this.#closed = false;
    this.braceSent = false;
    this.count = 0;
    if (this.#index >= countOf(current, this.#open)) this.#started = false;
  }

  #outside(delta: string, current: string): Message | null {
    const at = delta.indexOf(this.#open);
    if (at >= 0) {
      this.#started = true;
      return at > 0 ? { content: Excerpt.end(current, delta).slice(0, at) } : null;
    }
    return isBlankAfter(current, delta, this.#close) ? null : { content: Excerpt.end(current, delta) };
  }

  #header(call: string): Message | null {
    const at = call.indexOf(FUNCTION);
    const to = at < 0 ? -1 : call.indexOf('>', at + FUNCTION.length);
    if (to < 0) return null;
    this.#name = call.slice(at + FUNCTION.length, to);
    return { calls: [{ index: this.#index, name: this.#name, argumentsText: '' }] };
  }
}
