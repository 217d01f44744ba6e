/** A call of a reply as the loop sees it. */
export interface LoopCall {
  readonly id: string;
  readonly name: string;
  /** Lossless JSON; what a runtime passed on without reading it may be something other than an object. */
  readonly argumentsText: string;
  readonly isSafe: boolean;
  /** What is wrong with it before any tool runs, a sentence each: its name is not declared, or its schema refuses it. */
  readonly fault: 'undeclared' | readonly string[] | null;
}

/** What a tool returned, or what the loop answers in its place. */
export interface ToolOutcome {
  readonly kind: 'ok' | 'error' | 'halt';
  /** A stable word for what went wrong, such as `ENOENT`; '' for none. */
  readonly code: string;
  /** The text of the result, of the error, or of the reason to halt. */
  readonly content: string;
}

/** A result for an id that no call of the reply has. */
interface StrayResult extends ToolOutcome {
  readonly id: string;
}

/** A reply and what came back for it. */
export interface LoopTurn {
  readonly text: string;
  readonly calls: readonly LoopCall[];
  /** Whether the reply could be read; a reply that could not ends a run of ExAthena. */
  readonly isReadable: boolean;
  /** One for each call. */
  readonly outcomes: readonly ToolOutcome[];
  /** For each call, whether its outcome is `presumedOutcome` because nobody entered one. */
  readonly isPresumed: readonly boolean[];
  readonly strays: readonly StrayResult[];
}

/** Something about a result that surprises people. */
export interface ResultNote {
  /** A result has each code once. */
  readonly code: string;
  /** A sentence or two. */
  readonly text: string;
}
