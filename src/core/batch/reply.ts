import type { ToolDefinition } from '../tools/index.ts';

/** A call as a log has it: what the server, or whoever wrote the log, made of the reply. */
export interface LoggedCall {
  readonly name: string;
  /** Their value. Text where the log has text that is no JSON; null where it has none. */
  readonly arguments: unknown;
  /** Whether the arguments were written as text that is no JSON. */
  readonly isBroken: boolean;
}

/** A call that somebody expects of a model. */
export interface ExpectedCall {
  readonly name: string;
  /** Of each argument the values that are right, among them an empty text where it may be absent. Null: any arguments. */
  readonly values: Readonly<Record<string, readonly unknown[]>> | null;
  /** Whether texts are right whatever their case, blanks and punctuation, as BFCL counts them. */
  readonly isLoose: boolean;
}

/** What a model said once, as a log has it. */
export interface Said {
  /** Exactly as the model wrote it; null where the log has native calls alone. */
  readonly text: string | null;
  /** Null where the log says nothing of calls, empty where it says that there was none. */
  readonly calls: readonly LoggedCall[] | null;
  /** Whether these calls were read from this very text. Others came beside it: the server had taken them out. */
  readonly areFromText?: boolean;
  /** Whether its prompt shows calls in the very form that it has. */
  readonly isAsAsked?: boolean;
  /** What its message is called everywhere, where that tells it from all others: a log may have one message several times. */
  readonly messageId?: string;
  /** Why its server says that it ended, where the log has the whole answer of the server: text and calls are what the client received. */
  readonly finish?: string;
}

/** One reply of a log. */
export interface LoggedReply extends Said {
  /** The id of its record, else the record's number from 1; `id#2` for the second reply of a record. Ids may repeat. */
  readonly id: string;
  /** What joins records of several files: the id of the record without the number of the reply. */
  readonly record: string;
  /** The number of the record in its file, from 1. */
  readonly number: number;
  /** Null where the log declares none: another file may. */
  readonly tools: readonly ToolDefinition[] | null;
  readonly model: string | null;
  /** With which prompt the model was asked, as the log names it; absent where nothing tells. */
  readonly prompt?: string;
  /** Whether the log counts it as right; null where it does not say. */
  readonly isRight: boolean | null;
  /** The calls that its question expects; absent where none says so. */
  readonly expected?: readonly ExpectedCall[];
  /** Whether its server says that the model ended its turn; absent where nothing tells. */
  readonly isStopped?: boolean;
}

/** What is looked for in a record: see `Mapping`. */
export const mappedParts = ['reply', 'calls', 'tools', 'id', 'right', 'model', 'prompt'] as const;
export type MappedPart = (typeof mappedParts)[number];

/**
 * The members of a record that hold what is looked for, by their paths: `response.text`, `messages[*].content` for each entry of a
 * list, `attributes["ai.text"]` for a name with other characters. `right` is what a score is read from. Empty: no member. Absent:
 * nobody has said.
 */
export type Mapping = Readonly<Partial<Record<MappedPart, string>>>;

/** A member that records have, and what one of them holds there, cut. */
export interface LogMember {
  readonly path: string;
  readonly sample: string;
}

/** The shapes that are recognised by their structure. The last three are read by the generic reader. */
export const shapeIds = [
  'bfcl-result',
  'bfcl-score',
  'questions',
  'openai-batch',
  'anthropic-batch',
  'langfuse',
  'openinference',
  'otel',
  'litellm',
  'lm-eval',
  'inspect',
  'sharegpt',
  'xlam',
  'messages',
  'fixtures',
  'predictions',
  'promptfoo',
  'labelled',
  'trajectories',
  'sessions',
  'open-webui',
  'anomalies',
  'csv',
  'lines',
  'text',
] as const;
export type ShapeId = (typeof shapeIds)[number];

/** What was wrong with a piece of a log; the rest is read. */
export interface LogProblem {
  /**
   * `broken`: no JSON. `value`: JSON that is no record, such as a number. `long`: longer than a string may be. `cut`: the file ends
   * in the middle of it. `characters`: bytes that are no UTF-8. `binary`: no text at all. `packed`: bytes that cannot be unpacked.
   * `bomb`: more comes out of it than a log packs. `words`: words before the JSON.
   */
  readonly code: 'broken' | 'value' | 'long' | 'cut' | 'characters' | 'binary' | 'packed' | 'bomb' | 'words';
  /** The line where it is, from 1; null where lines do not count. */
  readonly line: number | null;
  /** The file of an archive where it is. */
  readonly file?: string;
  /** Of a bomb in an archive: how many bytes its header says that it unpacks to. */
  readonly size?: number;
}

/** What a record without a reply has for that of another file: a question of a benchmark or a request. */
export interface DeclaredFor {
  readonly record: string;
  readonly tools: readonly ToolDefinition[] | null;
  readonly expected: readonly ExpectedCall[] | null;
  readonly prompt: string | null;
}

/** What is known of a log when it ends. */
export interface LogSummary {
  readonly shape: ShapeId;
  /** How many records had each shape, commonest first; of `lines` only those with a reply. */
  readonly shapes: readonly (readonly [ShapeId, number])[];
  readonly records: number;
  /** Records that failed at the server: they are no replies. */
  readonly failed: number;
  /** Records that hold no reply: headers, requests, turns of others. */
  readonly without: number;
  /** How many replies have tools, and how many say which calls are expected, in this very file. */
  readonly withTools: number;
  readonly withExpected: number;
  /** How many problems there were; `problems` has the first of each kind. */
  readonly troubles: number;
  readonly problems: readonly LogProblem[];
  readonly declared: readonly DeclaredFor[];
  /** Where what was read is, as far as that is one member, unless somebody has chosen another one. */
  readonly mapping: Mapping;
  /** Parts of a given mapping whose members no record has. */
  readonly unmet: readonly MappedPart[];
  /** The members of the first records, for whoever changes the mapping. */
  readonly members: readonly LogMember[];
  /** The logs of an archive that holds several, in the order of their replies; empty for any other file. */
  readonly parts: readonly LogPart[];
}

/** One log of an archive. */
export interface LogPart {
  readonly name: string;
  /** How many of the replies are from it. */
  readonly replies: number;
  readonly summary: LogSummary;
}
