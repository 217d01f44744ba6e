import type { ToolDefinition } from '../../tools/index.ts';
import type { ExpectedCall, Said, ShapeId } from '../reply.ts';
import { type Fields, idOf } from '../values.ts';

/** What is around the records of one document, and holds for all of them. */
export interface Around {
  readonly tools: readonly ToolDefinition[] | null;
  readonly model: string | null;
  /** The shape of the document, where only the whole tells it. */
  readonly shape: ShapeId | null;
}

export const nothingAround: Around = { tools: null, model: null, shape: null };

/** What a record says. Without replies it is a header, a request, or the turn of somebody else. */
export interface RecordReading {
  readonly id: string | null;
  readonly said: readonly Said[];
  readonly tools?: readonly ToolDefinition[] | null;
  readonly model?: string | null;
  readonly prompt?: string | null;
  readonly isRight?: boolean | null;
  /** The calls that the record expects of whoever answers it. */
  readonly expected?: readonly ExpectedCall[] | null;
  /** It failed at the server: there is no reply. */
  readonly hasFailed?: boolean;
  /**
   * Nothing tells of a model: a question and its answer, or a text under a key that anything has, beside what it is about. A list of
   * these is one for people, unless it has a call.
   */
  readonly isPlainAnswer?: boolean;
  /** A second record with the same key is the same one again, as lm-eval writes each once for every filter. */
  readonly once?: string;
  /** It is written again under its id when there is more of it: the last record with that id counts. */
  readonly isGrowing?: boolean;
  /** `outer`: what it says is said by a span inside of it as well, and counts only where there are no `inner` ones. */
  readonly span?: 'inner' | 'outer';
  /** The trace in which spans are inside of each other; null or absent: all of the log. */
  readonly trace?: string | null;
}

/** A record that holds no reply. */
export function nothing(id: unknown = null): RecordReading {
  return { id: idOf(id), said: [] };
}

/** A record that failed at the server. */
export function failure(id: unknown): RecordReading {
  return { id: idOf(id), said: [], hasFailed: true };
}

/** How one kind of log keeps its records. */
export interface Shape {
  readonly id: ShapeId;
  /** Whether a record has this structure. */
  readonly fits: (record: Fields, around: Around) => boolean;
  readonly read: (record: Fields, around: Around) => RecordReading;
}
