import type { ContentChunk } from './recording.ts';
import type { Span } from '../text/document/index.ts';
import type { AssembledCall, AssemblyStep, DeltaCode, FaultCode, StreamError, TokenUsage } from './assembly.ts';

/** A call that deltas are still added to. */
export interface OpenCall {
  readonly number: number;
  readonly index: string | null;
  /** What the Responses API calls the id of the output item; null elsewhere. */
  readonly itemId: string | null;
  /** Whether the provider gives such calls an id. */
  readonly hasId: boolean;
  /** The step it began with. */
  readonly openedIn: number;
  id: string | null;
  /** As it is taken so far; the pieces of it are in `nameSteps`. */
  name: string;
  readonly nameSteps: number[];
  /** Whether every piece of the name began with the one before it. */
  repeatsName: boolean;
  isClosed: boolean;
  readonly pieces: string[];
  /** The step of each piece. */
  readonly pieceSteps: number[];
  /** What the provider said at the end, or at once, in place of pieces. */
  whole: string | null;
}

interface CallOptions {
  readonly itemId?: string | null;
  readonly hasId?: boolean;
}

/** More steps than a reader can use or a page can hold. */
const STEP_LIMIT = 200_000;

/**
 * What the readers of the wire formats write into: text, calls and steps. It knows no provider. `place` and `at` are
 * the span and the arrival time of the event at hand.
 */
export class AssemblyRecorder {
  readonly steps: AssemblyStep[] = [];
  readonly chunks: ContentChunk[] = [];
  /** The step of each chunk. */
  readonly chunkSteps: number[] = [];
  readonly calls: OpenCall[] = [];
  readonly errors: StreamError[] = [];
  readonly reasoning: string[] = [];
  /** The bytes of the log probabilities, where a delta has them. */
  readonly bytes: number[] = [];
  hasText = false;
  finishReason: string | null = null;
  usage: TokenUsage | null = null;
  model: string | null = null;
  /** Whether the event came that says that no more will come. */
  ended = false;
  place: Span = { from: 0, to: 0 };
  at: number | null = null;

  /** Whether so much was read that the rest stays unread. */
  get isFull(): boolean {
    return this.steps.length >= STEP_LIMIT;
  }

  step(code: DeltaCode, piece = '', call: OpenCall | null = null): void {
    this.#push(code, this.place, piece, call);
  }

  fault(code: FaultCode, piece = '', call: OpenCall | null = null, place = this.place): void {
    this.#push(code, place, piece, call);
  }

  /** An empty piece says that there is a text; it makes no step. */
  text(piece: string): void {
    this.hasText = true;
    if (piece === '') return;
    this.chunkSteps.push(this.steps.length);
    this.chunks.push({ text: piece, at: this.at });
    this.step('text', piece);
  }

  thought(piece: string): void {
    if (piece === '') return;
    this.reasoning.push(piece);
    this.step('reasoning', piece);
  }

  openCall(index: string | null, { itemId = null, hasId = true }: CallOptions = {}): OpenCall {
    const call: OpenCall = {
      number: this.calls.length,
      index,
      itemId,
      hasId,
      openedIn: this.steps.length,
      id: null,
      name: '',
      nameSteps: [],
      repeatsName: true,
      isClosed: false,
      pieces: [],
      pieceSteps: [],
      whole: null,
    };
    this.calls.push(call);
    this.step('call-opened', index ?? '', call);
    return call;
  }

  setId(call: OpenCall, id: string | null): void {
    if (id === null || id === '' || id === call.id) return;
    call.id = id;
    this.step('call-id', id, call);
  }

  /**
   * Adds a piece of a name. Names come whole in practice, and a proxy that repeats them makes `searchsearch`: as long
   * as each piece begins with the one before it, the last one is taken for the name.
   */
  addName(call: OpenCall, piece: string | null): void {
    if (piece === null || piece === '') return;
    const before = this.steps[call.nameSteps.at(-1) ?? -1]?.piece ?? '';
    if (call.repeatsName && !piece.startsWith(before)) {
      call.repeatsName = false;
      call.name = call.nameSteps.map((step) => this.steps[step]?.piece ?? '').join('');
    }
    call.name = call.repeatsName ? piece : call.name + piece;
    call.nameSteps.push(this.steps.length);
    this.step('call-name', piece, call);
  }

  /** The provider says that a call is whole; some say so twice. */
  close(call: OpenCall): void {
    this.step(call.isClosed ? 'no-content' : 'call-closed', '', call);
    call.isClosed = true;
  }

  addArguments(call: OpenCall, piece: string | null): void {
    if (piece === null || piece === '') return;
    call.pieceSteps.push(this.steps.length);
    call.pieces.push(piece);
    this.step('call-arguments', piece, call);
  }

  setWhole(call: OpenCall, whole: string | null): void {
    if (whole === null) return;
    call.whole = whole;
    this.step('call-arguments', whole, call);
  }

  finish(reason: string | null): void {
    if (reason === null) return;
    this.finishReason = reason;
    this.step('finish', reason);
  }

  count(input: number | null, output: number | null): void {
    if (input === null && output === null) return;
    this.usage = { input: input ?? this.usage?.input ?? null, output: output ?? this.usage?.output ?? null };
    this.step('usage', `${text(this.usage.input)}/${text(this.usage.output)}`);
  }

  named(model: string | null): void {
    // Azure leaves it empty in what it says of the prompt
    if (model !== '') this.model ??= model;
  }

  error(message: string, type: string | null): void {
    this.errors.push({ ...this.place, message, type });
    this.fault('error-in-stream', type === null || type === '' ? message : `${type}: ${message}`);
  }

  end(piece: string): void {
    this.ended = true;
    this.step('end', piece);
  }

  #push(code: DeltaCode | FaultCode, { from, to }: Span, piece: string, call: OpenCall | null): void {
    this.steps.push({ code, from, to, call: call?.number ?? null, piece });
  }
}

/** The arguments as the deltas give them. */
export function argumentsOf(call: OpenCall): string {
  return call.whole ?? call.pieces.join('');
}

export function finishedCall(call: OpenCall): AssembledCall {
  return { index: call.index, id: call.id, name: call.name, argumentsText: argumentsOf(call) };
}

function text(count: number | null): string {
  return count === null ? '?' : String(count);
}
