import type {
  AskedRun,
  BesideFile,
  CallArguments,
  Comparison,
  CustomFormat,
  Diagnosis,
  Evidence,
  EvidenceSentences,
  EntryOutcome,
  Extraction,
  FileReading,
  GlanceOptions,
  JsonObject,
  ExerciseKind,
  LessonAnswer,
  LessonCase,
  LessonQuestion,
  PackedRecording,
  PastedOptions,
  ReadPart,
  RecognisedReply,
  ReplyQuestion,
  RequestFacts,
  SystemPrompt,
  ToolCall,
  ToolDefinition,
  ToolProblem,
  ToolWarning,
  Tone,
  Verdict,
  ReadTool,
  SweepProgress,
  WaysOutOptions,
} from '../../core/index.ts';
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

/** A reply as it was read, why something in it was not extracted, and all of that in a few sentences. */
export interface DiagnosedExtraction extends SentExtraction {
  readonly diagnoses: readonly Diagnosis[];
  readonly verdict: Verdict;
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
  /** The flag of the reasoning parser that its server runs first; absent or '' for none. */
  readonly reasoning?: string;
  readonly request?: RequestFacts;
  /** Tool definitions as JSON text as typed. */
  readonly tools: string;
  /** What the runtime `custom` reads. */
  readonly custom?: CustomFormat | null;
}

export interface ExtractJob extends Reading {
  /** The text with its line ends, where these are CRLF: the answer is for it, and its places are in `text`. */
  readonly crlfText?: string | null;
  /** How the text came, where that was recorded. */
  readonly recording?: PackedRecording | null;
  /** The name of the model that wrote it; null or absent where nobody knows it. */
  readonly model?: string | null;
  /** Why its source says that the text ended; null or absent where nobody knows. */
  readonly finishReason?: string | null;
}

/** Reads both sides and compares how they were read. */
export interface CompareJob {
  readonly left: Reading;
  readonly right: Reading;
}

/** Reads tool definitions and joins them to a system prompt. */
export interface ToolsJob {
  /** JSON text as typed. */
  readonly tools: string;
  /** The text whose tools are active instead, because what is typed is no JSON; absent where it is. */
  readonly active?: string;
  readonly system: string;
  readonly preamble: string | null;
}

/** Compares the arguments of calls with the schemas of the declared tools. */
export interface ValidateJob {
  readonly calls: readonly CallArguments[];
  readonly document: string;
  readonly tools: readonly ToolDefinition[];
}

/** Counts tokens, always with the tokenizer `o200k_base`. */
export interface TokensJob {
  readonly texts: readonly string[];
}

/** Reads the types of a source, which is never run. */
export interface TypesJob {
  readonly source: string;
  readonly language: 'typescript' | 'python' | 'zod';
}

export interface YamlJob {
  readonly source: string;
}

/** The value as JSON text, or what is wrong in a sentence. */
export type YamlReading =
  | { readonly json: string; readonly problem: '' }
  | { readonly json: null; readonly problem: string };

/** Takes a pasted text apart: a reply, a response, or the log of a stream, whose deltas are assembled. */
export interface AssembleJob {
  readonly source: string;
  readonly options: PastedOptions;
}

/** Reads many replies the same way. Reports its progress. */
export interface VerdictsJob extends Omit<Reading, 'text' | 'toolCallsText'> {
  readonly replies: readonly RecognisedReply[];
}

/** Reads runs of an experiment with one runtime, and holds them to what is expected. Reports its progress. */
export interface JudgeRunsJob extends Pick<Reading, 'runtime' | 'capabilities' | 'reasoning' | 'request'> {
  readonly runs: readonly AskedRun[];
}

/** What a paste proves about the server that answered, in data and in words. */
export interface WordedEvidence {
  readonly evidence: Evidence;
  readonly sentences: EvidenceSentences;
  /** The reply that is opened in place of the last one, because it went wrong; null for none. */
  readonly wrong: number | null;
  /** Its replies: the evidence speaks of these, and not of what an editor made of them. Of a log that is one of them. */
  readonly replies: readonly Pick<RecognisedReply, 'text' | 'native'>[];
  /** Id of the runtime that stands for the server; null where none does. */
  readonly runtime: string | null;
  /** The reply is what the server left after the thinking: `off` lets its parser begin there. Null elsewhere. */
  readonly thinking: 'off' | null;
  /** What is read is no more than this; null where it is a whole reply, and where there is none. */
  readonly part: ReadPart | null;
  /** The reasoning parser that the paste names, which its server runs first; '' for none. */
  readonly reasoningParser: string;
  /** The separate reasoning with the call in it, which is opened in place of the reply; null elsewhere. */
  readonly reasoning: string | null;
  /** Whether the reader is asked what read it: the paste does not say, and holds a reply. */
  readonly leavesRuntime: boolean;
  /** Whether it is an error after which one has to look for the text of the model: without a call, and the model wrote one. */
  readonly missesText: boolean;
  /** What it means that this runtime makes another answer of the reply than the server did; '' where it does not. */
  readonly differs: string;
}

/** Compares every two-way cut of a reply with the whole. Reports its progress. */
export interface SweepJob extends Omit<Reading, 'text' | 'toolCallsText'> {
  readonly text: string;
}

/** Asks for the smallest text that its server answers in the same way. */
export type ShrinkJob = SweepJob;

/** Asks which runtimes there are. */
export interface RuntimesJob {
  /** `at-hand`: without the engines, whose code has to be fetched. */
  readonly which: 'at-hand' | 'all';
}

export interface ModelJob {
  readonly words: string;
}

/** A reply of which several things are asked, one after another. */
export interface ReplyJob extends Omit<ReplyQuestion, 'tools'> {
  /** JSON text as typed. */
  readonly tools: string;
  /** The runtime that the page reads with. */
  readonly chosen: string;
}

export interface GlanceJob extends ReplyJob, GlanceOptions {}

/** A parser file has read the reply elsewhere: what that is beside the servers. */
export interface FileJob extends ReplyJob {
  readonly reading: FileReading;
}

/** Puts the parser file beside a server. `pieces` are those in which the file was asked. */
export interface BesideJob extends Omit<Reading, 'text' | 'toolCallsText'> {
  readonly pieces: readonly string[];
  readonly reading: FileReading;
}

export interface BesideAnswer {
  readonly whole: BesideFile;
  readonly streamed: BesideFile | null;
}

export interface WaysOutJob extends ReplyJob, WaysOutOptions {}

/** Asks what an app layer makes of the response that the client of a runtime receives. */
export interface LayerJob {
  readonly reading: Reading;
  /** Id of the app layer. */
  readonly layer: string;
}

/** Grades an answer to a question of a lesson. */
export interface GradeJob {
  readonly question: LessonQuestion;
  readonly answer: LessonAnswer;
  /** Ids of the runtimes that are asked. */
  readonly runtimes: readonly string[];
  readonly rendersTemplate: boolean;
}

/** Asks what the engines do at a question of a lesson. */
export type SheetJob = Omit<GradeJob, 'answer'>;

/** Makes an exercise of a case. */
export interface ExerciseJob {
  readonly exercise: ExerciseKind;
  readonly case: LessonCase;
  readonly expected: readonly { readonly name: string; readonly argumentsText: string }[] | null;
}

/** Asks for the system prompt that asks for the calls of one format. */
export interface AskJob {
  readonly format: string;
  /** JSON text as typed. */
  readonly tools: string;
  readonly system: string;
  /** The words that ask for the format; null for ours. */
  readonly words: string | null;
}

export interface ToolsAnswer {
  readonly tools: readonly SentTool[];
  /** Those that are active instead; null for the same. */
  readonly active: readonly ToolDefinition[] | null;
  readonly problems: readonly ToolProblem[];
  /** In the order of the tools. */
  readonly warnings: readonly ToolWarning[];
  /** With the active tools. */
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
  readonly left: DiagnosedExtraction;
  readonly right: DiagnosedExtraction;
  readonly comparison: Comparison;
  /** The sides whose stream gives something else than their whole reply. */
  readonly streamsOtherwise: readonly ('left' | 'right')[];
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
  readonly tone: Tone;
  readonly headline: string;
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
