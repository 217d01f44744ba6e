import type { Span } from '../../../text/document/index.ts';
import { Failure, put, Reader, type Added, type FoundCall, type Request, type Steps } from '../reader.ts';
import { inBlock } from './call-block.ts';
import { THINK, THINK_END, TOOL_CALL, TOOL_CALL_END } from './tags.ts';

type State = 'opening' | 'before-thinking' | 'thinking' | 'before-content' | 'content' | 'before-body' | 'body';

/** Calls in <tool_call>, after thinking where the model thinks. */
export abstract class BlockReader extends Reader {
  #state: State;
  #opener = 0;
  /** The white space around a body is not a part of it. */
  protected readonly trimsBody: boolean = false;
  /** White space after a call is dropped in later pieces as well. */
  protected readonly dropsLaterBlanks: boolean = false;

  /** @param start where the reply begins: `opening` if a <think> may come first */
  constructor(request: Request, steps: Steps, start: 'opening' | 'thinking' | 'content') {
    super(request, steps);
    this.#state = start;
  }

  /** Where the block begins whose end has not come yet, or null. */
  protected get openBlock(): number | null {
    return this.#state === 'before-body' || this.#state === 'body' ? this.#opener : null;
  }

  protected abstract readCall(body: Span, block: Span): FoundCall | Failure;

  protected override step(added: Added): boolean | Failure {
    switch (this.#state) {
      case 'opening':
        return this.open();
      case 'before-thinking':
        return this.#skipSpaceTo('thinking');
      case 'thinking':
        return this.think(added);
      case 'before-content':
        return this.#skipSpaceTo('content');
      case 'content':
        return this.#content(added);
      case 'before-body':
        return this.#skipSpaceTo('body');
      case 'body':
        return this.#body(added);
    }
  }

  protected go(state: State): true {
    this.#state = state;
    return true;
  }

  #skipSpaceTo(state: State): boolean {
    this.tape.skipSpace();
    return !this.tape.isEmpty && this.go(state);
  }

  /** A leading <think>, without which the reply begins with thinking as well. */
  protected open(): boolean {
    const isOpened = this.tape.passLeading(THINK);
    return isOpened !== null && this.go(isOpened ? 'before-thinking' : 'thinking');
  }

  /** Thinking ends at </think> or at the first call. */
  protected think(added: Added): boolean {
    const close = this.tape.find(THINK_END);
    const open = this.tape.find(TOOL_CALL);
    return this.thinkTo(added, close < 0 || open < close ? open : -1);
  }

  /** Thinking up to a call, or where `call` is -1 up to </think>. */
  protected thinkTo(added: Added, call: number): boolean {
    if (call < 0) return this.takeThinking(added, THINK_END, TOOL_CALL) && this.go('before-content');
    put(added.thinking, this.tape.trimmedTo(call));
    this.steps?.quirk('call-ends-thinking', { from: call, to: call + TOOL_CALL.length });
    return this.#enterBody(call);
  }

  #content(added: Added): boolean {
    const { tape } = this;
    const open = tape.find(TOOL_CALL);
    put(added.content, open < 0 ? tape.takeCertain(TOOL_CALL) : tape.trimmedTo(open));
    return open >= 0 && this.#enterBody(open);
  }

  #enterBody(open: number): true {
    this.#opener = open;
    this.tape.at = open + TOOL_CALL.length;
    return this.go(this.trimsBody ? 'before-body' : 'body');
  }

  #body(added: Added): boolean | Failure {
    const { tape } = this;
    const close = tape.find(TOOL_CALL_END);
    if (close < 0) return false;
    const body = this.trimsBody ? tape.trimmedTo(close) : { from: tape.at, to: close };
    const block = { from: this.#opener, to: close + TOOL_CALL_END.length };
    const tags = { open: TOOL_CALL, close: TOOL_CALL_END };
    const call = inBlock(this.steps, { ...block, ...tags }, () => this.readCall(body, block));
    tape.at = block.to;
    tape.skipSpace();
    this.go(this.dropsLaterBlanks ? 'before-content' : 'content');
    if (call instanceof Failure) return call;
    added.calls.push(call);
    return true;
  }
}
