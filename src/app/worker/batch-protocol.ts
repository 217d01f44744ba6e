import type {
  BatchOutcome,
  Counters,
  FileReading,
  Group,
  LogMember,
  LoggedCall,
  Mapping,
  MappedPart,
  Move,
  Moves,
  OwnFault,
  ReplyResult,
  RequestFacts,
  ToolDefinition,
} from '../../core/index.ts';
import type { RowOrder } from './batch-order.ts';

/** Which results are counted and listed. */
export interface BatchFilter {
  readonly outcome: BatchOutcome | null;
  /** The key of a group; null for all. */
  readonly group: string | null;
  /** Words of the text or the calls of the reply, its id, tools, model, prompt, format, diagnosis or outline. */
  readonly search: string;
  /** The number of a file; null for all. */
  readonly file: number | null;
  /** What became of a reply in the comparison; null for all, and where nothing is compared. */
  readonly move: Move | null;
  /** What is wrong with a call that the log has; null for all. */
  readonly fault: OwnFault | null;
  /** Who says that it is wrong: the score of the log, or only what the log expects; null for all. */
  readonly wrong: 'marked' | 'held' | null;
  /** What became of a reply in what was tried with the group; null for all. The group itself stays as it is. */
  readonly tried: Move | null;
}

export const noFilter: BatchFilter = {
  outcome: null,
  group: null,
  search: '',
  file: null,
  move: null,
  fault: null,
  wrong: null,
  tried: null,
};

/** The server that reads: its parsers, and the settings of provider and request. */
export interface BatchServer {
  /** `BY_FILE`: the page asks the reader's parser file. */
  readonly runtime: string;
  /** Counts the versions of the parser file, where that reads. */
  readonly version?: number;
  readonly reasoning: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly request: RequestFacts;
}

/** Stands for the reader's parser file where a runtime is named. */
export const BY_FILE = 'file';

/** How replies are read. */
export interface BatchSetting {
  readonly server: BatchServer;
  readonly isAligning: boolean;
  /** How many workers may read at the same time. */
  readonly workers: number;
}

/** A file, and the members that somebody has chosen for it. */
export interface MappedFile {
  readonly file: File;
  readonly mapping: Mapping | null;
}

/** Two files by their numbers. */
export interface FilePair {
  readonly before: number;
  readonly after: number;
}

/** How many of the replies that were tried a server reads as they are meant, whole and streamed. */
export interface RankedServer {
  readonly server: BatchServer;
  readonly count: number;
}

/** What is tried with the replies that are listed: each one's own edit, other tools as JSON text, another server, or several. */
export type BatchTrial =
  | { readonly kind: 'edit' }
  | { readonly kind: 'tools'; readonly tools: string }
  | { readonly kind: 'server'; readonly server: BatchServer }
  | { readonly kind: 'servers'; readonly servers: readonly BatchServer[] };

/** What the page asks of the worker that reads many replies. */
export type BatchAsk =
  | ({ readonly kind: 'open'; readonly files: readonly MappedFile[] } & BatchSetting)
  /** Reads the same replies again. */
  | ({ readonly kind: 'read' } & BatchSetting)
  | { readonly kind: 'pause'; readonly isPaused: boolean }
  | { readonly kind: 'stop' }
  | { readonly kind: 'filter'; readonly filter: BatchFilter }
  /** Null: not two files, but two servers, where there were two. */
  | { readonly kind: 'compare'; readonly pair: FilePair | null }
  /** Null ends one that is under way. */
  | { readonly kind: 'try'; readonly trial: BatchTrial | null }
  /** What is listed and saved is in this order until a log is opened. */
  | { readonly kind: 'order'; readonly order: RowOrder }
  | { readonly kind: 'rows'; readonly from: number; readonly to: number }
  | { readonly kind: 'reply'; readonly index: number; readonly isShrunk: boolean }
  | { readonly kind: 'export'; readonly form: 'csv' | 'jsonl' }
  /** What the parser file made of the replies of `ask-file`, in order; null where it could not be asked. */
  | { readonly kind: 'file-read'; readonly number: number; readonly readings: readonly FileReading[] | null }
  /** The first of what is listed, as cases. */
  | { readonly kind: 'cases'; readonly most: number }
  /** The first groups of what is listed, with a reply of each; `order` has the keys of all groups, the worst first. */
  | { readonly kind: 'summary'; readonly order: readonly string[] };

/** A result, and its place among all of them. */
export interface BatchRow extends Pick<
  ReplyResult,
  'id' | 'outcome' | 'why' | 'served' | 'isMarkedWrong' | 'names' | 'model' | 'length' | 'outline'
> {
  readonly index: number;
  /** The outcome before, where two readings are compared. */
  readonly was: BatchOutcome | null;
}

/** A group without its members, which may be a hundred thousand. */
export type BatchGroup = Omit<Group, 'members'>;

/** What changed, without the replies. */
export type BatchMoves = Omit<Moves, 'replies'>;

/** A reply as the page opens it. */
export interface BatchReply {
  readonly id: string;
  readonly text: string;
  /** How long the whole text is, where this is its beginning alone. In UTF-16 units. */
  readonly whole: number | null;
  /** How long it was before it was shrunk; absent where it is as it came. In UTF-16 units. */
  readonly shrunkFrom?: number;
  /** JSON text; '' for none. */
  readonly native: string;
  readonly tools: string;
  /** The answer of the log's own server as JSON text: it proves what the client received. '' where the log has none. */
  readonly raw: string;
  /** The calls that its question expects; null where nobody says. */
  readonly expected: readonly { readonly name: string; readonly argumentsText: string }[] | null;
}

/** A reply with the calls that the log has; null where it says nothing of calls. */
export interface BatchCase extends BatchReply {
  readonly calls: readonly LoggedCall[] | null;
}

/** What one file held. */
export interface BatchFile {
  readonly name: string;
  /** The number of the file that was opened: an archive may hold several. */
  readonly opened: number;
  readonly shape: string;
  /** The place of its first reply. */
  readonly from: number;
  readonly replies: number;
  readonly records: number;
  readonly failed: number;
  /** Records that hold no reply, such as one whose reply is null. */
  readonly without: number;
  readonly declared: number;
  /** How many of its replies have tools of their own. */
  readonly withTools: number;
  /** Of how many replies it says which calls it expects. */
  readonly expected: number;
  readonly troubles: number;
  /** The first of what could not be read, one sentence each. */
  readonly problems: readonly string[];
  /** The members that hold what was read, those of a mapping that no record has, and those that there are. */
  readonly mapping: Mapping;
  readonly unmet: readonly MappedPart[];
  readonly members: readonly LogMember[];
}

/** What the worker says. */
export type BatchTold =
  | {
      readonly kind: 'progress';
      /** Bytes that were read, and of how many. */
      readonly read: number;
      readonly size: number;
      readonly judged: number;
      readonly replies: number;
      /** Replies in a second. */
      readonly rate: number;
      readonly isDone: boolean;
    }
  | { readonly kind: 'files'; readonly files: readonly BatchFile[] }
  | {
      readonly kind: 'groups';
      /** How many replies were read when these were counted. */
      readonly judged: number;
      /** The runtime that has read them: somebody may have chosen another one meanwhile. */
      readonly readBy: string;
      /** Of the results that the filter lets through, but for its outcome and its group. */
      readonly counters: Counters;
      readonly groups: readonly BatchGroup[];
      /** How many rows there are, with the group. */
      readonly rows: number;
      /** What these rows are of: somebody may have asked for others meanwhile, and a group may be there no longer. */
      readonly filter: BatchFilter;
      /** What changed between two files, or since another server read the same replies; null where nothing is compared. */
      readonly moves: BatchMoves | null;
      /** The server before; null where files are compared. */
      readonly before: BatchServer | null;
    }
  | { readonly kind: 'rows'; readonly from: number; readonly rows: readonly BatchRow[] }
  | {
      readonly kind: 'tried';
      readonly done: number;
      readonly all: number;
      /** Null until all are read, and where several servers read them. */
      readonly moves: BatchMoves | null;
      /** The servers that read most come first; null until all have read them. */
      readonly ranked: readonly RankedServer[] | null;
    }
  | ({ readonly kind: 'reply' } & BatchReply)
  | { readonly kind: 'cases'; readonly cases: readonly BatchCase[]; readonly all: number }
  | {
      readonly kind: 'summary';
      readonly runtime: string;
      /** How many replies were read; the counters are of those that are listed. */
      readonly all: number;
      readonly counters: Counters;
      /** The reply is the shortest of the group. */
      readonly groups: readonly { readonly group: BatchGroup; readonly reply: BatchReply | null }[];
      /** The groups after these. */
      readonly left: readonly Pick<BatchGroup, 'outcome' | 'count'>[];
      /** What changed, with all that is on both sides; null where nothing is compared. */
      readonly compared: { readonly moves: BatchMoves; readonly before: Counters; readonly after: Counters } | null;
    }
  /** Only the page can ask a parser file. */
  | {
      readonly kind: 'ask-file';
      readonly number: number;
      readonly replies: readonly { readonly text: string; readonly tools: readonly ToolDefinition[] }[];
    }
  | { readonly kind: 'exported'; readonly blob: Blob; readonly form: 'csv' | 'jsonl' }
  | { readonly kind: 'problem'; readonly sentence: string };
