import type {
  AnswerOptions,
  AugmentedPrompt,
  CallArguments,
  Comparison,
  CustomFormat,
  Diagnosis,
  EntryOutcome,
  Extraction,
  FormatPage,
  Glance,
  GlanceOptions,
  JsonObject,
  PackedRecording,
  Pasted,
  PastedContent,
  ProjectInfo,
  PastedOptions,
  ReaderTable,
  Recognised,
  RecognisedReply,
  SystemPrompt,
  ToolCall,
  ToolDefinition,
  ToolProblem,
  ToolWarning,
  ReadTool,
  Sweep,
  SweepProgress,
  Validation,
  WaysOut,
  WaysOutOptions,
  LlamacppPrompt,
  PromptEnd,
} from '../../core/index.ts';
import type { FoundInTemplate } from './found-in-template.ts';
import type {
  LlamacppPromptJob,
  PromptEndJob,
  TemplateAnswer,
  TemplateFindingsJob,
  TemplateJob,
} from './template-jobs.ts';
import type { Parcel } from './parcel.ts';

/**
 * A call as it travels between threads; the value of its arguments is in `argumentsText`, and nothing is checked yet.
 * `returnedText` is absent where it is the same as `argumentsText`.
 */
export type SentCall = Omit<ToolCall, 'arguments' | 'validation' | 'returnedText'> &
  Partial<Pick<ToolCall, 'returnedText'>>;

export interface SentExtraction extends Omit<Extraction, 'calls' | 'incomplete'> {
  readonly calls: readonly SentCall[];
  readonly incomplete: readonly SentCall[];
}

/** A reply as it was read, and why something in it was not extracted. */
export interface DiagnosedExtraction extends SentExtraction {
  readonly diagnoses: readonly Diagnosis[];
}

/** A tool as it travels: without its syntax trees. */
export type SentTool = Omit<ReadTool, 'schemaNode' | 'bodyNode'>;

/** A reply and how it is to be read. */
export interface Reading {
  readonly text: string | null;
  readonly toolCallsText: string;
  /** The id of the runtime that reads it. */
  readonly runtime: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Tool definitions as JSON text as typed. */
  readonly tools: string;
  /** What the runtime `custom` reads. */
  readonly custom?: CustomFormat | null;
}

interface ExtractJob extends Reading {
  readonly kind: 'extract';
  /** How the text came, where that was recorded. */
  readonly recording?: PackedRecording | null;
}

/** Reads both sides and compares how they were read. */
export interface CompareJob {
  readonly kind: 'compare';
  readonly left: Reading;
  readonly right: Reading;
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
interface ValidateJob {
  readonly kind: 'validate';
  readonly calls: readonly CallArguments[];
  readonly document: string;
  readonly tools: readonly ToolDefinition[];
}

/** Counts tokens, always with the tokenizer `o200k_base`. */
interface TokensJob {
  readonly kind: 'tokens';
  readonly texts: readonly string[];
}

/** Reads TypeScript types, which are never run. */
interface TypesJob {
  readonly kind: 'types';
  readonly source: string;
}

/** Takes a pasted text apart: a reply, a response, or the log of a stream, whose deltas are assembled. */
interface AssembleJob {
  readonly kind: 'assemble';
  readonly source: string;
  readonly options: PastedOptions;
}

/** Says what a pasted text is, and finds the replies in it. */
interface RecogniseJob extends PastedContent {
  readonly kind: 'recognise';
}

/** Reads many replies the same way. Reports its progress. */
export interface VerdictsJob extends Omit<Reading, 'text' | 'toolCallsText'> {
  readonly kind: 'verdicts';
  readonly replies: readonly RecognisedReply[];
}

/** Compares every two-way cut of a reply with the whole. Reports its progress. */
export interface SweepJob {
  readonly kind: 'sweep';
  readonly text: string;
  /** The id of the runtime that reads it. */
  readonly runtime: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Tool definitions as JSON text as typed. */
  readonly tools: string;
  readonly custom?: CustomFormat | null;
}

/** Asks which runtimes there are. */
interface RuntimesJob {
  readonly kind: 'runtimes';
  /** `at-hand`: without the engines, whose code has to be fetched. */
  readonly which: 'at-hand' | 'all';
}

/** Asks for the pages of all formats. */
interface FormatsJob {
  readonly kind: 'formats';
}

/** Asks what every runtime makes of a text. Reports its progress. */
export interface ReadersJob extends AnswerOptions {
  readonly kind: 'readers';
  readonly text: string;
  /** JSON text as typed. */
  readonly tools: string;
}

/** Asks what the runtimes that matter for a reply make of it. */
export interface GlanceJob extends GlanceOptions {
  readonly kind: 'glance';
  readonly text: string;
  /** JSON text as typed. */
  readonly tools: string;
}

/** Asks what would make a reply give the calls that were meant. Reports its progress. */
export interface WaysOutJob extends WaysOutOptions {
  readonly kind: 'ways-out';
  readonly text: string;
  /** JSON text as typed. */
  readonly tools: string;
}

/** Asks what an app layer makes of the response that the client of a runtime receives. */
export interface LayerJob {
  readonly kind: 'layer';
  readonly reading: Reading;
  /** Id of the app layer. */
  readonly layer: string;
}

/** Asks for the system prompt that asks for the calls of one format. */
interface AskJob {
  readonly kind: 'ask';
  readonly format: string;
  /** JSON text as typed. */
  readonly tools: string;
  readonly system: string;
}

export type Job =
  | ExtractJob
  | CompareJob
  | ToolsJob
  | ValidateJob
  | TokensJob
  | TypesJob
  | AssembleJob
  | RecogniseJob
  | VerdictsJob
  | SweepJob
  | RuntimesJob
  | FormatsJob
  | ReadersJob
  | GlanceJob
  | WaysOutJob
  | LayerJob
  | AskJob
  | TemplateJob
  | TemplateFindingsJob
  | PromptEndJob
  | LlamacppPromptJob;

export interface ToolsAnswer {
  readonly tools: readonly SentTool[];
  readonly problems: readonly ToolProblem[];
  /** In the order of the tools. */
  readonly warnings: readonly ToolWarning[];
  readonly prompts: { readonly full: SystemPrompt; readonly compact: SystemPrompt };
}

/** The response that the client receives, and what the app gets of each of its calls. */
export interface LayerAnswer {
  readonly text: string;
  /** Its `tool_calls` as JSON text; '' for none. */
  readonly native: string;
  readonly entries: readonly (EntryOutcome & { readonly name: string })[];
}

/** The steps in `comparison` are those of the two extractions beside it. */
export interface CompareAnswer {
  readonly left: SentExtraction;
  readonly right: SentExtraction;
  readonly comparison: Comparison;
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

/** What a runtime makes of one reply of many. */
export interface ReplyVerdict {
  readonly outcome: Extraction['outcome'];
  readonly headline: string;
}

/** The answer to each kind of job. */
export interface Answers {
  readonly extract: DiagnosedExtraction;
  readonly compare: CompareAnswer;
  readonly layer: LayerAnswer;
  readonly tools: ToolsAnswer;
  /** One per call, in order. */
  readonly validate: readonly Validation[];
  /** One per text, in order. */
  readonly tokens: readonly number[];
  readonly types: TypesReading;
  readonly assemble: Pasted;
  readonly recognise: Recognised;
  /** One per reply, in order. */
  readonly verdicts: readonly ReplyVerdict[];
  readonly sweep: Sweep;
  /** In the order of the picker. */
  readonly runtimes: readonly ProjectInfo[];
  /** By id. */
  readonly formats: readonly FormatPage[];
  readonly readers: ReaderTable;
  /** Null where the text is empty or too long. */
  readonly glance: Glance | null;
  /** Null where there is nothing to change. */
  readonly 'ways-out': WaysOut | null;
  /** Null for a format that nobody asks for in text. */
  readonly ask: AugmentedPrompt | null;
  readonly template: TemplateAnswer;
  readonly 'template-findings': FoundInTemplate;
  /** `isRendered`: whether the template made a prompt of it. */
  readonly 'prompt-end': { readonly isRendered: boolean; readonly end: PromptEnd | null };
  readonly 'llamacpp-prompt': LlamacppPrompt;
}

/** The job is a packed `Job`. */
export interface Request {
  readonly run: number;
  readonly job: Parcel;
}

/** Asks for code that is not fetched with the worker: that of an engine, or of every engine. */
export interface FetchRequest {
  readonly fetch: string;
}

/** How far a long job is. */
export type Progress = SweepProgress;

/** The first thing a worker says: its code has been fetched and run. */
export interface Ready {
  readonly ready: true;
}

/** `problem` is a sentence; null when the code is there. */
export interface Fetched {
  readonly fetched: string;
  readonly problem: string | null;
}

/**
 * `answer` is packed as well. `error` is a bug of ours: the core does not throw on input. Reports of progress come before
 * the answer.
 */
export type Response =
  | { readonly run: number; readonly progress: Progress }
  | { readonly run: number; readonly ok: true; readonly answer: Parcel }
  | { readonly run: number; readonly ok: false; readonly error: string };
