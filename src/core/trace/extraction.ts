import type { Edit } from '../document/edit.ts';
import type { ToolCall } from './call.ts';
import type { CustomFormat } from '../runtimes/own/custom-format.ts';
import type { Wording } from './explain.ts';
import type { Span } from '../document/span.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import type { TraceEvent } from './trace.ts';

/** What a provider says it can do; untrusted, as it may come from a link. Only exact booleans count. */
export interface Capabilities {
  native_tool_calls?: unknown;
  self_contained_tools?: unknown;
  [key: string]: unknown;
}

export interface ExtractOptions {
  /** A profile id; `exathena` when absent. */
  readonly profile?: string;
  readonly capabilities?: Capabilities;
  readonly tools?: readonly ToolDefinition[];
  /** What the profile `custom` reads; null or absent for the first of the form. */
  readonly custom?: CustomFormat | null;
}

export interface Extraction {
  readonly profile: string;
  /** The text, and below it the native part as formatted JSON. All spans point into this. */
  readonly document: string;
  /** Where the text and the native part stand in the document; null when the response has no such part. */
  readonly parts: { readonly text: Span | null; readonly native: Span | null };
  readonly outcome: 'calls' | 'none' | 'error';
  /** In the order in which the runtime has them: document order, but for a runtime that reads the text more than once. */
  readonly calls: readonly ToolCall[];
  /** Cut off: the name is known, the arguments are not whole. Never run these. */
  readonly incomplete: readonly ToolCall[];
  readonly suppressed: readonly Suppressed[];
  readonly error?: ExtractionError;
  /** Covers the document once, in order, without gaps. */
  readonly ledger: readonly LedgerEntry[];
  readonly diagnoses: readonly Diagnosis[];
  readonly trace: readonly TraceEvent[];
  /** Words for steps that only this profile has; see `learnWording`. */
  readonly wording?: Wording;
}

/** Something that looked like a call and was not taken. */
export interface Suppressed {
  readonly span: Span;
  readonly reason: SuppressedReason;
  /** The name it would have called, when that much could be read. */
  readonly name: string | null;
}

export type SuppressedReason =
  | 'self-contained'
  | 'hidden-by-native'
  | 'discarded-with-error'
  | 'duplicate'
  /** An earlier call of the same name holds its arguments or its text, so it never became a call. */
  | 'contained'
  | 'malformed'
  | 'shadowed'
  /** In inline code, a blockquote, or a code block of another language. */
  | 'quoted'
  | 'in-reasoning'
  /** In an answer of a tool that the model made up. */
  | 'in-result'
  | 'undeclared'
  /** The format defines this name as "no call". */
  | 'no-call';

export interface ExtractionError {
  readonly code: ErrorCode;
  readonly span: Span;
  /** The first character that could not be accepted. */
  readonly at: number;
}

/** Error tags of ExAthena, and `runtime_raise` or `runtime_panic` where an original crashes instead of answering. */
export type ErrorCode =
  | 'json_decode_error'
  | 'missing_tool_name'
  | 'invalid_arguments'
  | 'unrecognised_tool_call'
  | 'runtime_raise'
  | 'runtime_panic';

export type LedgerKind = 'content' | 'reasoning' | 'markup' | 'call' | 'suppressed' | 'malformed';

export interface LedgerEntry extends Span {
  readonly kind: LedgerKind;
}

/** Why something was not extracted, or was extracted wrongly, with the smallest edit that changes it. */
export interface Diagnosis {
  readonly code: string;
  readonly message: string;
  readonly span: Span;
  readonly edit: Edit | null;
  /** What to change in the prompt, the engine or the template, so that it does not come again: a sentence or two. */
  readonly remedy: string;
}
