import type {
  Extraction,
  SystemPrompt,
  ToolCall,
  ToolDefinition,
  ToolProblem,
  ReadTool,
  Validation,
} from '../core/index.ts';

/** A call as it travels between threads; the value of its arguments is in `argumentsText`. */
export type SentCall = Omit<ToolCall, 'arguments'>;

export interface SentExtraction extends Omit<Extraction, 'calls' | 'incomplete'> {
  readonly calls: readonly SentCall[];
  readonly incomplete: readonly SentCall[];
}

/** A tool as it travels: without its syntax tree. */
export type SentTool = Omit<ReadTool, 'schemaNode'>;

export interface ExtractJob {
  readonly kind: 'extract';
  readonly text: string | null;
  readonly toolCallsText: string;
  readonly profile: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Tool definitions as JSON text as typed; profiles that emulate no runtime look at names and schemas. */
  readonly tools: string;
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

export type Job = ExtractJob | ToolsJob | ValidateJob;

export interface ToolsAnswer {
  readonly tools: readonly SentTool[];
  readonly problems: readonly ToolProblem[];
  readonly prompts: { readonly full: SystemPrompt; readonly compact: SystemPrompt };
}

/** The answer to each kind of job. */
export interface Answers {
  readonly extract: SentExtraction;
  readonly tools: ToolsAnswer;
  /** One per call, in order. */
  readonly validate: readonly Validation[];
}

export interface Request {
  readonly run: number;
  readonly job: Job;
}

/** `error` is a bug of ours: the core does not throw on input. */
export type Response =
  | { readonly run: number; readonly ok: true; readonly answer: Answers[Job['kind']] }
  | { readonly run: number; readonly ok: false; readonly error: string };
