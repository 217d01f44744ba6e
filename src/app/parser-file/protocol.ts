/** A file of Python as it was dropped, opened or pasted. `path`: as the folder has it, such as `tool_parsers/hermes.py`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** `vllm-tool`: a class with `extract_tool_calls`, LMDeploy's included. `mlx`: a module with `parse_tool_call` and its two markers. */
export type ParserKind = 'vllm-tool' | 'vllm-reasoning' | 'sglang' | 'class' | 'function' | 'mlx';

/** A parser that the files hold. */
export interface FoundParser {
  readonly id: string;
  readonly name: string;
  readonly kind: ParserKind;
  /** What it is, as a sentence says it: "vLLM tool parser". */
  readonly label: string;
  /** The place of its file in the list. */
  readonly file: number;
  readonly line: number;
}

/** Why there is no answer: one sentence with the line in it, and what to do. */
export interface Problem {
  readonly sentence: string;
  readonly remedy: string;
  readonly file: number | null;
  /** From 1. */
  readonly line: number | null;
}

/** A name that the files ask for and nobody dropped. `used`: more than imported or named in an annotation. */
export interface Invented {
  readonly name: string;
  readonly used: boolean;
}

export interface Loaded {
  readonly parsers: readonly FoundParser[];
  /** Texts that the substitute for the tokenizer takes for one token each: constants of the files that look like markers. */
  readonly markers: readonly string[];
  readonly problem: Problem | null;
  readonly invented: readonly Invented[];
}

/** A tool as servers give it to a parser. */
export interface GivenTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}

export interface AnsweredCall {
  readonly name: string;
  /** Exactly as the parser returns it, perhaps no JSON. */
  readonly argumentsText: string;
}

/** What the client gets. */
export interface Answer {
  readonly calls: readonly AnsweredCall[];
  readonly content: string | null;
  readonly reasoning: string | null;
}

export type HeardCall = readonly [index: number, name: string | null, argumentsText: string | null];

/** What the client hears with one chunk; `chunk` is their number where it comes after the last. */
export type HeardDelta = readonly [chunk: number, content: string, reasoning: string, calls: readonly HeardCall[]];

/** A stretch of the reply, in UTF-16 offsets. */
export type Place = readonly [from: number, to: number];

/**
 * A line that ran: its file, its number from 1, how deep the calls are, what it changed, as Python writes it, and where in the
 * reply those values came from: as far as strings carried it, nothing is searched for.
 */
export type LineStep = readonly [
  file: number,
  line: number,
  depth: number,
  changed: Readonly<Record<string, string>>,
  places: Readonly<Record<string, readonly Place[]>>,
];

/** The line that settled the answer. */
export interface Decided {
  readonly file: number | null;
  readonly line: number | null;
  /** `caught`: the parser caught this error and returned no call. */
  readonly why: 'raised' | 'caught' | 'returned';
  /** The error, or ''. */
  readonly sentence: string;
  /** Its place in the steps; -1 where none was kept. */
  readonly step: number;
}

/** An answer, with what came when. */
export type HeardAnswer = Answer & { readonly deltas: readonly HeardDelta[] };

/** Where in the reply what the client gets came from; null where it was made, or nobody knows. */
export interface AnswerPlaces {
  readonly calls: readonly (readonly [name: Place | null, argumentsText: Place | null])[];
  readonly content: Place | null;
  readonly reasoning: Place | null;
  /** Of each delta. */
  readonly deltas: readonly (readonly [content: Place | null, reasoning: Place | null])[];
}

export interface Reading {
  /** Null where it raised, or cannot stream. */
  readonly answer: HeardAnswer | null;
  /** What the client has of a stream in which it raised; null elsewhere. */
  readonly broken: HeardAnswer | null;
  /** Whether the parser reads streams at all. */
  readonly streams: boolean;
  readonly problem: Problem | null;
  readonly decided: Decided | null;
  /** The first 10,000. */
  readonly steps: readonly LineStep[];
  readonly hits: readonly (readonly [file: number, line: number, count: number])[];
  /** How many lines ran. */
  readonly count: number;
  /** Of the answer, or of what came of a stream; null where the parser was read without them. */
  readonly places: AnswerPlaces | null;
  readonly invented: readonly Invented[];
  /** What the parser printed or logged, its first 20,000 characters. */
  readonly output: string;
}

/** What the client gets for one way to cut the reply. */
export interface CutAnswer {
  readonly answer: Answer | null;
  readonly problem: Problem | null;
}

/** What a parser makes of one whole reply of many. */
export interface ReplyAnswer extends CutAnswer {
  /** Null where there is a call. */
  readonly decided: Decided | null;
  readonly places: AnswerPlaces | null;
}

export interface ParserJobs {
  /** `markers`: special tokens of a tokenizer that was opened with the files. */
  load: {
    asks: { readonly files: readonly SourceFile[]; readonly markers?: readonly string[] };
    answers: Loaded;
  };
  /** `chunks`: the pieces it comes in; null for the whole. */
  read: {
    asks: {
      readonly parser: string;
      readonly text: string;
      readonly tools: readonly GivenTool[];
      readonly chunks: readonly string[] | null;
      /** False: the parser's own answer, as golden data have it, without what the server makes of it. */
      readonly served?: boolean;
      /** False: without its lines, which is several times as fast. */
      readonly traced?: boolean;
      /** False: without places. With them it is read once more without, and where the answer differs, that one counts. */
      readonly placed?: boolean;
    };
    answers: Reading;
  };
  cuts: {
    asks: {
      readonly parser: string;
      readonly tools: readonly GivenTool[];
      readonly pieces: readonly (readonly string[])[];
    };
    answers: { readonly cuts: readonly CutAnswer[] | null };
  };
  replies: {
    asks: {
      readonly parser: string;
      readonly replies: readonly { readonly text: string; readonly tools: readonly GivenTool[] }[];
      /** True: with places. */
      readonly placed?: boolean;
    };
    answers: { readonly answers: readonly ReplyAnswer[] };
  };
}

export type ParserJob<Kind extends keyof ParserJobs = keyof ParserJobs> = {
  [One in Kind]: { readonly ask: One } & ParserJobs[One]['asks'];
}[Kind];
