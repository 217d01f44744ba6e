import type {
  Extraction,
  JsonObject,
  SystemPrompt,
  ToolCall,
  ToolDefinition,
  ToolProblem,
  ToolWarning,
  ReadTool,
  Validation,
} from '../core/index.ts';

/** A call as it travels between threads; the value of its arguments is in `argumentsText`. */
export type SentCall = Omit<ToolCall, 'arguments'>;

export interface SentExtraction extends Omit<Extraction, 'calls' | 'incomplete'> {
  readonly calls: readonly SentCall[];
  readonly incomplete: readonly SentCall[];
}

/** A tool as it travels: without its syntax trees. */
export type SentTool = Omit<ReadTool, 'schemaNode' | 'bodyNode'>;

export interface ExtractJob {
  readonly kind: 'extract';
  readonly text: string | null;
  readonly toolCallsText: string;
  readonly profile: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** Reads tool definitions and joins them to a system prompt. */
export interface ToolsJob {
  readonly kind: 'tools';
  /** JSON text as typed. */
  readonly tools: string;
  readonly system: string;
  readonly preamble: string | null;
}

/** Compares the arguments of calls with the schemas of the declared tools. */
export interface ValidateJob {
  readonly kind: 'validate';
  readonly calls: readonly SentCall[];
  readonly document: string;
  readonly tools: readonly ToolDefinition[];
}

/** Counts tokens, always with the tokenizer `o200k_base`. */
export interface TokensJob {
  readonly kind: 'tokens';
  readonly texts: readonly string[];
}

/** Reads TypeScript types, which are never run. */
export interface TypesJob {
  readonly kind: 'types';
  readonly source: string;
}

export type Job = ExtractJob | ToolsJob | ValidateJob | TokensJob | TypesJob;

export interface ToolsAnswer {
  readonly tools: readonly SentTool[];
  readonly problems: readonly ToolProblem[];
  /** In the order of the tools. */
  readonly warnings: readonly ToolWarning[];
  readonly prompts: { readonly full: SystemPrompt; readonly compact: SystemPrompt };
}

/** A type that can be the arguments of a tool. */
export interface ReadType {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonObject;
  /** Another type uses it. */
  readonly isPart: boolean;
}

export interface TypesReading {
  /** In the order of the source. */
  readonly types: readonly ReadType[];
  /** What could not be read or said in JSON Schema, one sentence each. */
  readonly notes: readonly string[];
}

/** The answer to each kind of job. */
export interface Answers {
  readonly extract: SentExtraction;
  readonly tools: ToolsAnswer;
  /** One per call, in order. */
  readonly validate: readonly Validation[];
  /** One per text, in order. */
  readonly tokens: readonly number[];
  readonly types: TypesReading;
}

export interface Request {
  readonly run: number;
  readonly job: Job;
}

/** `error` is a bug of ours: the core does not throw on input. */
export type Response =
  | { readonly run: number; readonly ok: true; readonly answer: Answers[Job['kind']] }
  | { readonly run: number; readonly ok: false; readonly error: string };
