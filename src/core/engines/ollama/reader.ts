import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { Tape } from './kit/tape.ts';

/** What a request asks of a reader. */
export interface Request {
  readonly tools: readonly ToolDefinition[];
  /** `think`: null where the request does not say it. */
  readonly thinking: boolean | null;
}

/** Where a reader says what it decides; null within a stream, where what was sent is recorded instead. */
export type Steps = Recorder<string> | null;

/** An error that a reader returns, or a panic, which takes the whole server down. */
export class Failure {
  /** In the words of the original. */
  readonly message: string;
  /** A code with words. */
  readonly code: string;
  readonly span: Span;
  readonly at: number;
  readonly isPanic: boolean;

  constructor(message: string, code: string, span: Span, { at = span.from, isPanic = false } = {}) {
    this.message = message;
    this.code = code;
    this.span = span;
    this.at = at;
    this.isPanic = isPanic;
  }
}

/** A call that a reader found. */
export interface FoundCall extends EngineCall {
  /** The id that the text gives it. The server gives the client another one. */
  readonly toolCallId?: string;
}

/** What a reader answers to one piece. Its texts are parts of what it received. */
export class Added {
  readonly content: Span[] = [];
  readonly thinking: Span[] = [];
  readonly calls: FoundCall[] = [];
  /** What ended the reading; the server then drops the rest of this answer. */
  failure: Failure | null = null;

  /** Takes what a later piece gave. */
  append({ content, thinking, calls }: Added): void {
    for (const span of content) this.content.push(span);
    for (const span of thinking) this.thinking.push(span);
    this.addCalls(calls);
  }

  /** One by one: a function takes only so many parameters. */
  addCalls(calls: readonly FoundCall[]): void {
    for (const call of calls) this.calls.push(call);
  }
}

/** `Parser` of the original with its state. */
export abstract class Reader {
  protected readonly tape: Tape;
  protected readonly request: Request;
  protected readonly steps: Steps;

  constructor(request: Request, steps: Steps) {
    this.tape = new Tape(steps);
    this.request = request;
    this.steps = steps;
  }

  /** All text that came. */
  get text(): string {
    return this.tape.text;
  }

  /** Whether it still waits for the rest of something. */
  get isWaiting(): boolean {
    return !this.tape.isEmpty;
  }

  /**
   * Records what the first search for each of these markers answers, with the code that the marker is mapped to. Only a
   * reader that gets the reply as one piece may say so: nothing more comes.
   */
  recordSearches(gates: ReadonlyMap<string, (area: Span) => string>): void {
    const { tape, steps } = this;
    tape.onFirstSearch = (marker, from, at) => {
      const area = { from, to: tape.text.length };
      const gate = gates.get(marker)?.(area);
      if (gate !== undefined) steps?.gate(gate, at >= 0, area, at < 0 ? null : { from: at, to: at + marker.length });
    };
  }

  /**
   * `Add`: one piece of output; `done` with the last one, which is often empty.
   *
   * @param text all that came, with this piece
   */
  add(piece: string, done: boolean, text = this.text + piece): Added {
    this.tape.grow(text);
    const added = new Added();
    added.failure = this.read(added, done);
    return added;
  }

  /** Adds what the buffer gives. */
  protected read(added: Added, done: boolean): Failure | null {
    for (;;) {
      const step = this.step(added, done);
      if (step instanceof Failure) return step;
      if (!step) return null;
    }
  }

  /** Adds what the buffer gives in this state. Whether there is more to do. */
  protected abstract step(added: Added, done: boolean): boolean | Failure;

  /** Takes thinking up to its closer, and goes past that. Whether the closer is there; others may still come. */
  protected takeThinking(added: Added, closer: string, ...others: readonly string[]): boolean {
    const { tape } = this;
    const close = tape.find(closer);
    put(added.thinking, close < 0 ? tape.takeCertain(closer, ...others) : tape.trimmedTo(close));
    if (close >= 0) tape.pass(closer, 'close', close);
    return close >= 0;
  }
}

/** Adds a part unless it is empty. */
export function put(list: Span[], span: Span): void {
  if (span.from < span.to) list.push(span);
}
