import type {
  BatchOutcome,
  Counters,
  FileReading,
  Group,
  Moves,
  ReplyResult,
  ToolDefinition,
} from '../../core/index.ts';

/** Which results are counted and listed. */
export interface BatchFilter {
  readonly outcome: BatchOutcome | null;
  /** The key of a group; null for all. */
  readonly group: string | null;
  /** Words of the id, the tools, the model or the beginning of the reply. */
  readonly search: string;
}

/** Stands for the reader's parser file where a runtime is named. */
export const BY_FILE = 'file';

/** How replies are read. */
export interface BatchSetting {
  /** `BY_FILE`: the page asks the reader's parser file. */
  readonly runtime: string;
  /** Counts the versions of the parser file; 0 where another runtime reads. */
  readonly version: number;
  readonly isAligning: boolean;
  /** How many workers may read at the same time. */
  readonly workers: number;
}

/** What the page asks of the worker that reads many replies. */
export type BatchAsk =
  | ({ readonly kind: 'open'; readonly files: readonly File[] } & BatchSetting)
  /** Reads the same replies again. */
  | ({ readonly kind: 'read' } & BatchSetting)
  | { readonly kind: 'pause'; readonly isPaused: boolean }
  | { readonly kind: 'stop' }
  | { readonly kind: 'filter'; readonly filter: BatchFilter }
  | { readonly kind: 'rows'; readonly from: number; readonly to: number }
  | { readonly kind: 'reply'; readonly index: number; readonly isShrunk: boolean }
  | { readonly kind: 'export'; readonly form: 'csv' | 'jsonl' }
  /** What the parser file made of the replies of `ask-file`, in order; null where it could not be asked. */
  | { readonly kind: 'file-read'; readonly number: number; readonly readings: readonly FileReading[] | null }
  /** The largest groups of what is listed, with a reply of each. */
  | { readonly kind: 'summary' };

/** A result, and its place among all of them. */
export interface BatchRow extends Pick<ReplyResult, 'id' | 'outcome' | 'isWrong' | 'names' | 'model' | 'outline'> {
  readonly index: number;
}

/** A group without its members, which may be a hundred thousand. */
export type BatchGroup = Omit<Group, 'members'>;

/** A reply as the page opens it. */
export interface BatchReply {
  readonly id: string;
  readonly text: string;
  /** JSON text; '' for none. */
  readonly native: string;
  readonly tools: string;
}

/** What one file held. */
export interface BatchFile {
  readonly name: string;
  readonly shape: string;
  readonly replies: number;
  readonly failed: number;
  readonly declared: number;
  readonly troubles: number;
  /** The first of what could not be read, one sentence each. */
  readonly problems: readonly string[];
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
      /** Of the results that the filter lets through, but for its group. */
      readonly counters: Counters;
      readonly groups: readonly BatchGroup[];
      /** How many rows there are, with the group. */
      readonly rows: number;
      /** What changed since the same replies were read before, with another runtime; null where they were not. */
      readonly moves: { readonly counts: Moves['counts']; readonly sentence: string; readonly before: string } | null;
    }
  | { readonly kind: 'rows'; readonly from: number; readonly rows: readonly BatchRow[] }
  | ({ readonly kind: 'reply' } & BatchReply)
  | {
      readonly kind: 'summary';
      readonly runtime: string;
      readonly counters: Counters;
      /** The reply is the shortest of the group. */
      readonly groups: readonly { readonly group: BatchGroup; readonly reply: BatchReply | null }[];
    }
  /** Only the page can ask a parser file. */
  | {
      readonly kind: 'ask-file';
      readonly number: number;
      readonly replies: readonly { readonly text: string; readonly tools: readonly ToolDefinition[] }[];
    }
  | { readonly kind: 'exported'; readonly blob: Blob; readonly name: string }
  | { readonly kind: 'problem'; readonly sentence: string };
