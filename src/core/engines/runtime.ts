import type {
  CallIds,
  OpenedDocument,
  Outcome,
  Recorder,
  RuntimeInfo,
  RuntimeWithWords,
  ToolCall,
  Words,
} from '../trace/index.ts';
import type { Span } from '../text/document/index.ts';
import type { ToolDefinition } from '../tools/index.ts';

/** What a provider says it can do, and what the request asked for; untrusted, as it may come from a link. Only exact booleans count. */
export interface Capabilities {
  native_tool_calls?: unknown;
  self_contained_tools?: unknown;
  /** Whether the request turns thinking on (`think`, `enable_thinking`). */
  thinking?: unknown;
  [key: string]: unknown;
}

/** What is known of the request, besides its tools. A server with a reasoning parser asks for it. */
export interface RequestFacts {
  /** How the prompt ends, or all of it; absent where nobody knows. */
  readonly prompt?: string | undefined;
  /** What the request gives to the chat template: `chat_template_kwargs`. Untrusted, as it may come from a link. */
  readonly templateOptions?: Readonly<Record<string, unknown>> | undefined;
  /** Whether several tokens come in one delta: with speculative decoding, or where the server collects them. */
  readonly severalTokens?: boolean | undefined;
  /** Whether the server takes the reply for thinking from its first character; absent: by its own rule. */
  readonly forceReasoning?: boolean | undefined;
  /** False where the request wants the reasoning in one piece (SGLang: `stream_reasoning`). */
  readonly streamReasoning?: boolean | undefined;
}

/** What a runtime may ask beside the reply and the tools. */
export interface RuntimeOptions {
  readonly capabilities: Capabilities;
  /** What the request says about thinking; null where it says nothing. */
  readonly thinking: boolean | null;
  readonly request: RequestFacts;
}

export function runtimeOptions(capabilities: Capabilities = {}, request: RequestFacts = {}): RuntimeOptions {
  const { thinking } = capabilities;
  return { capabilities, thinking: typeof thinking === 'boolean' ? thinking : null, request };
}

/** A piece of a reply as it comes in. */
export interface Chunk {
  readonly text: string;
  /** What of it came as one special token each, in offsets of `text`: some engines look at token ids. */
  readonly special?: readonly Span[];
}

/** A piece of text that the client receives. */
export interface Piece {
  readonly text: string;
  /** Where it was copied from: the offset of its first character in the reply. Null where the server makes it up. */
  readonly from: number | null;
  /** Where that ends, if it is written otherwise there, as a string of JSON is; absent: it is as long as the text. */
  readonly to?: number;
}

/**
 * What the client receives with a chunk. Text knows where it comes from. Calls count from 0; their argument text comes in any
 * number of pieces. An engine may give a call another index, also one below 0.
 */
export type Delta =
  | ({ readonly kind: 'content' } & Piece)
  | ({ readonly kind: 'reasoning' } & Piece)
  | { readonly kind: 'call'; readonly index: number; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string }
  /**
   * All content and calls so far were reasoning that began in the prompt: the client forgets them, and calls count from 0
   * again. Our own readers alone take back what was sent. `characters`: UTF-16 units of content.
   */
  | { readonly kind: 'withdrawn'; readonly characters: number; readonly calls: number };

/** Text that came and is not shown, from `from` (in the text pushed so far) to its end. */
export interface Withheld {
  readonly from: number;
  readonly why:
    /** Its end may be the beginning of an opener. */
    | 'may-open'
    /** It holds an opener that counts only with its line break. */
    | 'needs-line-break'
    /** A fence is open: it is never shown, or only from the end of the fence on. */
    | 'in-fence'
    /** It belongs to reasoning or to a call that is not whole, or it is not known yet whether it does. */
    | 'undecided'
    /** The runtime reads a reply when it is whole. */
    | 'at-end';
  /** The markers that it may still become, whole. */
  readonly mayBecome: readonly string[];
}

/** A runtime at work on a reply that is coming in. What it decides goes to the recorder that it was opened with. */
export interface RuntimeStream {
  /** The text and the special tokens of a chunk. */
  push(text: string, special: Chunk['special']): readonly Delta[];
  /** The reply is over; the recorder has the whole document by now. */
  end(): { readonly deltas: readonly Delta[] } & Outcome;
  /** What is held back now; null when nothing is. */
  withheld(): Withheld | null;
  /** After the end: what of the text was never shown, in order. */
  hidden(): readonly Span[];
}

/** How a call is written for a runtime, where that is the smallest edit that makes it one. */
interface CallWriting {
  /** What the edit does, as a button would say it. */
  readonly label: string;
  /** Whether it needs lines of its own. */
  readonly onOwnLines: boolean;
  write(call: Pick<ToolCall, 'name' | 'argumentsText'>): string;
}

/** The reasoning parsers that a server can run before a tool parser. */
export interface ReasoningChoices {
  readonly flags: readonly string[];
  /** The server with both parsers; null for a flag that it does not know. */
  with(flag: string): Runtime | null;
  /**
   * The flag that belongs to the tool parser and the model; null where none does.
   *
   * @param model the name of the model; null where nobody knows it
   */
  preset(model: string | null): string | null;
}

/**
 * What turns the output of a model into calls. One value of this type is all that the page needs of a runtime: picker,
 * trace, ledger, verdict, stream, comparison and links are derived from it.
 *
 * @typeParam Code the codes of steps, tiers and errors that only this runtime has
 */
export interface Runtime<Code extends string = string> extends RuntimeWithWords {
  readonly words: Readonly<Record<Code, Words>>;
  /** The id under which the original has the same code: it was run there, and the golden data of that id hold for both. */
  readonly sameAs?: string;
  /** The ids of calls that came without one, where it is known how the server makes them. */
  readonly ids?: CallIds;
  /** Markers that a near miss of may have been meant, where no format has them. */
  readonly markers?: readonly string[];
  readonly writing?: CallWriting;
  /** The tools that it knows without a request. */
  readonly ownTools?: readonly ToolDefinition[];
  /** Present where a reasoning parser can run first. */
  readonly reasoning?: ReasoningChoices;
  /** Reads a whole response. It sees the text as it came, with every line end; what it normalises is a step. Never throws. */
  whole(
    opened: OpenedDocument,
    tools: readonly ToolDefinition[],
    options: RuntimeOptions,
    steps: Recorder<Code>,
  ): Outcome;
  /** Reads a reply while it comes in. Absent: the original waits for the end and then reads the whole. */
  stream?(tools: readonly ToolDefinition[], options: RuntimeOptions, steps: Recorder<Code>): RuntimeStream;
}

/** What is known of a runtime, for a list of many. */
export function infoOf({
  id,
  project,
  flag,
  label,
  emulates,
  source,
  formats,
  lenient,
  tiers,
  asks,
  needsTools,
  isAppLayer,
  documented,
  reasoning,
}: Runtime): RuntimeInfo {
  const info = { id, project, flag, label, emulates, source, formats, lenient, tiers, asks };
  return {
    ...info,
    ...(needsTools === undefined ? {} : { needsTools }),
    ...(isAppLayer === undefined ? {} : { isAppLayer }),
    ...(documented === undefined ? {} : { documented }),
    ...(reasoning === undefined ? {} : { reasoningParsers: reasoning.flags }),
  };
}

/** What travels with what it extracted. */
export function infoWithWords(runtime: Runtime): RuntimeWithWords {
  const { words, telling } = runtime;
  return { ...infoOf(runtime), words, ...(telling === undefined ? {} : { telling }) };
}
