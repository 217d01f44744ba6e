import type { Constraint, TokenUsage, WireMessage } from '../../core/index.ts';
import type { SourceError } from './errors.ts';

/** Where output comes from. */
export interface ModelSource {
  readonly id: string;
  availability(): Promise<Availability>;
  /**
   * Opens one run. It ends with one `done` or one `failed`, or without either when `signal` was aborted; leaving the loop
   * early frees what it holds. Never throws: what goes wrong is an event.
   */
  open(request: SourceRequest, signal: AbortSignal): AsyncIterable<SourceEvent>;
}

export type Availability =
  | { readonly kind: 'ready' }
  /** `bytes`: about how much is fetched before the first token; null when nobody says. Nothing when it was fetched before. */
  | { readonly kind: 'needs-download'; readonly bytes: number | null }
  | { readonly kind: 'unsupported'; readonly reason: string };

export interface SourceRequest {
  /** With the tools written into it, where the reader chose that. */
  readonly system: string;
  readonly user: string;
  /**
   * The messages after the system prompt, where there are more than one question: for sources that take messages, in both
   * wire shapes. The others take `user`, which then holds the whole conversation as text.
   */
  readonly conversation?: { readonly openai: readonly WireMessage[]; readonly anthropic: readonly WireMessage[] };
  readonly sampling: Sampling;
  /** What the engine is held to; absent: nothing. A source that cannot hold it says so, and never runs without it. */
  readonly constraint?: Constraint;
}

export interface Sampling {
  /** 0 takes the likeliest token every time. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The same number draws the same tokens, where a source takes one; chance decides when absent. */
  readonly seed?: number;
}

/** What a source is doing while there is no text. */
export type Phase =
  | 'start'
  | 'runtime'
  | 'library'
  | 'cache'
  | 'model'
  | 'load'
  | 'upload'
  | 'compile'
  | 'connect'
  | 'prompt';

export type SourceEvent =
  /** `loaded` and `total` in bytes, for `compile` in shaders; `total` is null when nobody says. */
  | { readonly kind: 'progress'; readonly phase: Phase; readonly loaded?: number; readonly total?: number | null }
  | { readonly kind: 'text'; readonly text: string }
  /** Native calls so far, as JSON. */
  | { readonly kind: 'calls'; readonly toolCallsText: string }
  /** What the model read, special tokens included, as its engine says it. At most once, before the end. */
  | { readonly kind: 'prompt'; readonly text: string }
  /** A piece of the answer as it came over the wire, before what was read from it. */
  | { readonly kind: 'wire'; readonly text: string }
  | {
      readonly kind: 'done';
      /** In the words of the source; null when it gave none. */
      readonly finishReason: string | null;
      readonly usage: TokenUsage | null;
      /** Native calls as JSON; null when there are none. */
      readonly toolCallsText: string | null;
      /** What else the reader should know: sentences. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: SourceError };
