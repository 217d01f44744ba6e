import type { Edit, Span } from '../text/document/index.ts';
import type { ToolCall } from './call.ts';
import type { DiagnosisCode } from './diagnosis-catalogue.ts';
import type { TraceEvent } from './trace.ts';
import type { WordTable } from './words.ts';

/** What is known of a runtime without running it: plain data, of which the page has a list. */
export interface RuntimeInfo {
  /** It is in links and never changes: `exathena`, `format:hermes`, `vllm:hermes`. */
  readonly id: string;
  /** The id of its project. */
  readonly project: string;
  /** What its users set to get it: a parser's flag, a release; empty where there is nothing to set. */
  readonly flag: string;
  readonly label: string;
  /** One sentence: what is run here. */
  readonly emulates: string;
  /** Whose behaviour is reproduced: the release that its golden data ran. */
  readonly source: { readonly version: string; readonly commit?: string; readonly file?: string };
  /** The ids of the formats that it was written for. */
  readonly formats: readonly string[];
  /** Ours: reads by the readers of formats, which take more than an original would. */
  readonly lenient: boolean;
  /** Tier ids in the order in which they are asked. */
  readonly tiers: readonly string[];
  /** What its gates ask for: capabilities of the provider, and whether the request turns thinking on. */
  readonly asks: readonly ('native_tool_calls' | 'self_contained_tools' | 'thinking')[];
  /** It reads the calls of a response that another runtime has made, inside of an app. */
  readonly isAppLayer?: true;
  /** Flags of the reasoning parsers that its server can run before it. */
  readonly reasoningParsers?: readonly string[];
  /** Its server looks for calls only in replies to requests that declare tools. */
  readonly needsTools?: true;
  /** The original was not run: one sentence says what is known of it, and from where. Absent where golden data hold its answers. */
  readonly documented?: string;
}

/** What travels with what a runtime extracted. Apart from the list: the words of all runtimes are nine tenths of a megabyte. */
export interface RuntimeWithWords extends RuntimeInfo {
  /** Words for its own codes: of steps, tiers and errors. */
  readonly words: WordTable;
  /** Which of its steps say best why there is no call. */
  readonly telling?: Telling;
}

/** Codes of steps by how much they say: `first`, then any refusal that is not `vague`, then `then`, then the rest. */
export interface Telling {
  readonly first?: readonly string[];
  readonly vague?: readonly string[];
  readonly then?: readonly string[];
  /** What to do where the runtime finds no call, if no notation of the call would help. */
  readonly remedy?: string;
  /** The name under which the runtime runs the code of the model: the tools are called from there. */
  readonly interpreter?: string;
  /** Of several calls the program runs the first alone: a sentence that says so, and when it runs more. */
  readonly runsFirst?: string;
}

/** What a runtime answers at the end, beside what it recorded: calls, an error, lost text. */
export interface Outcome {
  /** The text that the client gets beside the calls; null where it gets none. */
  readonly content: string | null;
  /** The thinking that the client gets, where a reasoning parser takes it out of the reply; null where that returns none. */
  readonly reasoning?: string | null;
}

export interface Extraction extends Outcome {
  readonly runtime: RuntimeWithWords;
  /** The text, and below it the native part as formatted JSON. All spans point into this. */
  readonly document: string;
  /** Where the text and the native part are in the document; null when the response has no such part. */
  readonly parts: { readonly text: Span | null; readonly native: Span | null };
  readonly outcome: 'calls' | 'none' | 'error';
  /** In the order in which the runtime has them: document order, but for a runtime that reads the text more than once. */
  readonly calls: readonly ToolCall[];
  /** What reaches the client in no form, in order. */
  readonly lost: readonly Span[];
  /** Cut off: the name is known, the arguments are not whole. Never run these. */
  readonly incomplete: readonly ToolCall[];
  readonly suppressed: readonly Suppressed[];
  readonly error?: ExtractionError;
  /** Covers the document once, in order, without gaps. */
  readonly ledger: readonly LedgerEntry[];
  readonly trace: readonly TraceEvent[];
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
  /** In text that the format marks as the answer to the user. */
  | 'in-answer'
  | 'undeclared'
  /** The format defines this name as "no call". */
  | 'no-call';

export interface ExtractionError {
  /** A code of the runtime; its words say what is wrong. */
  readonly code: string;
  /** What the client gets in place of an answer. */
  readonly served: Served;
  readonly span: Span;
  /** The first character that could not be accepted. */
  readonly at: number;
}

/** An error value that the caller can read, an exception that ends it, a status of HTTP, a stream that breaks off. */
type Served = 'error' | 'crash' | 'http-error' | 'broken-stream';

/** `lost`: reaches the client in no form. */
export type LedgerKind = 'content' | 'reasoning' | 'markup' | 'call' | 'suppressed' | 'malformed' | 'lost';

export interface LedgerEntry extends Span {
  readonly kind: LedgerKind;
}

/** Why something was not extracted, or was extracted wrongly, with the smallest edit that changes it. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly message: string;
  /** What is wrong in the text: the beginning of `message`, where the rest is what our own readers make of it. */
  readonly fact?: string;
  /** Which fault of its code it is, where others act on it: its sentence is for people. */
  readonly fault?: 'name-under-other-key' | 'name-with-space';
  /** The marker that the text lacks, where that is the fault. */
  readonly missing?: string;
  readonly span: Span;
  readonly edit: Edit | null;
  /** What to change in the prompt, the engine or the template, so that it does not come again: a sentence or two. */
  readonly remedy: string;
  /** Of the calls that were meant, so many come with other arguments; absent for none. The same in all diagnoses of a reply. */
  readonly changed?: number;
  /** What would be read as calls if their tools were declared. */
  readonly undeclared?: readonly Pick<ToolCall, 'name' | 'argumentsText' | 'format'>[];
}
