import type { ContentChunk } from './recording.ts';
import type { Span } from '../text/document/index.ts';
import type { DiagnosisCode } from '../trace/index.ts';

/** Whose wire format a log is in. */
export type LogKind =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'ollama'
  | 'gemini'
  | 'bedrock'
  | 'ai-sdk'
  | 'text-server'
  | 'chunk-list';

/** How the events are written in the log: server-sent events, one JSON value per line, or the items of one JSON array. */
export type LogTransport = 'sse' | 'lines' | 'array';

/**
 * The response that the deltas of one log add up to, and how. All spans point into `log`. `text` and `toolCallsText`
 * mean what they mean in a `RecognisedResponse`, and go to `extract` as `text` and `tool_calls_text`.
 */
export interface Assembly {
  readonly log: string;
  /** Null when no event belongs to a wire format that is known here. */
  readonly kind: LogKind | null;
  readonly transport: LogTransport | null;
  /** The reply text; null when no delta carried text. */
  readonly text: string | null;
  /** The native calls as JSON, in the final shape of the provider, arguments without loss; null when there are none. */
  readonly toolCallsText: string | null;
  /** Reasoning that the provider keeps apart from the text. No tier reads it. */
  readonly reasoning: string;
  /** The text as it came, piece by piece: joined they are `text`. */
  readonly chunks: readonly ContentChunk[];
  readonly calls: readonly AssembledCall[];
  readonly finishReason: string | null;
  readonly usage: TokenUsage | null;
  readonly model: string | null;
  /** The text as the bytes of the log probabilities give it, where they came and differ from `text`; else null. */
  readonly logprobsText: string | null;
  /** Append-only, one per delta and per fault; the index is the number of the step. */
  readonly steps: readonly AssemblyStep[];
  /** What the provider reported as an error while it streamed. */
  readonly errors: readonly StreamError[];
  /** The faults, each kind once. */
  readonly diagnoses: readonly AssemblyDiagnosis[];
  /** Covers the log once, in order, without gaps. */
  readonly ledger: readonly LogEntry[];
}

/** One row of the index and id table. What was added to a call is in the steps with its number. */
export interface AssembledCall {
  /** The index as sent, as JSON text; null when there was none. */
  readonly index: string | null;
  readonly id: string | null;
  readonly name: string;
  /** As the deltas give it; need not be JSON. */
  readonly argumentsText: string;
}

export interface TokenUsage {
  readonly input: number | null;
  readonly output: number | null;
}

export interface StreamError extends Span {
  readonly message: string;
  /** The provider's word for the kind of error; null when it gave none. */
  readonly type: string | null;
}

/** A step is a span itself, like an event of a trace. */
export interface AssemblyStep extends Span {
  readonly code: DeltaCode | FaultCode;
  /** Number of the call it belongs to, from 0; null when to none. */
  readonly call: number | null;
  /** What it brought, as text: the piece, the name, the reason, or what a fault is about. */
  readonly piece: string;
}

export type DeltaCode =
  /** The response begins: its role or its id. */
  | 'start'
  | 'text'
  | 'reasoning'
  | 'refusal'
  /** A call begins; the piece is its index as sent. */
  | 'call-opened'
  | 'call-id'
  | 'call-name'
  | 'call-arguments'
  /** The provider says that a call is whole. */
  | 'call-closed'
  | 'finish'
  | 'usage'
  | 'end'
  | 'keep-alive'
  /** An event without anything for the response; the piece is its type. */
  | 'no-content';

export type FaultCode =
  // The log
  | 'html-page'
  | 'compressed'
  | 'invalid-utf8'
  | 'unread-line'
  | 'log-too-long'
  | 'http-error'
  | 'events-glued'
  | 'event-not-json'
  | 'event-cut'
  | 'event-unknown'
  // The stream
  | 'error-in-stream'
  | 'other-choice'
  | 'after-end'
  | 'stream-cut'
  | 'end-missing'
  | 'done-differs'
  | 'text-snapshot'
  | 'logprobs-differ'
  // Calls
  | 'index-missing'
  | 'index-repeated'
  | 'index-twice'
  | 'index-not-a-number'
  | 'index-unknown'
  | 'id-missing'
  | 'id-only-first'
  | 'id-repeated'
  | 'id-changes'
  | 'name-missing'
  | 'name-repeated'
  | 'arguments-snapshot'
  | 'arguments-empty'
  | 'arguments-cut'
  | 'arguments-not-json'
  // The end
  | 'call-in-reasoning'
  | 'cut-by-limit'
  | 'finish-contradicts';

export interface AssemblyDiagnosis {
  /** A public code where one fits, else that of the fault. */
  readonly code: DiagnosisCode | FaultCode;
  readonly fault: FaultCode;
  readonly message: string;
  /** Where the first such fault is. */
  readonly span: Span;
  /** How many steps have it. */
  readonly count: number;
}

/** `event`: a line that was read as part of an event. `header`: what curl and HTTP put around the body. */
export type LogEntryKind = 'event' | 'comment' | 'header' | 'blank' | 'unread';

export interface LogEntry extends Span {
  readonly kind: LogEntryKind;
}
