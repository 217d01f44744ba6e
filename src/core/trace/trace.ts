import type { JsonErrorCode, JsonExpectation } from '../text/json/index.ts';
import type { Span } from '../text/document/index.ts';

/**
 * The trace is an append-only list; the index of an event is its step number. `enter` and `leave` nest, so the tree of
 * tiers, blocks and steps is derived from the list. Events carry codes and spans, never sentences. The unions below are the
 * codes that runtimes share, with their sentences in `explain.ts`; every other code belongs to one runtime, which has its
 * words (`RuntimeWithWords.words`).
 */
export type TraceEvent =
  | EnterEvent
  | LeaveEvent
  | GateEvent
  | SkipEvent
  | MarkerEvent
  | ReadEvent
  | RepairEvent
  | RejectEvent
  | QuirkEvent
  | CallEvent;

/** A part of the work that has a beginning and an end. */
export type Part = 'cascade' | 'tier' | 'block';

/** How a part ended. `skipped`: it never ran. `malformed`: it found something it could not read. */
export type Ending = 'matched' | 'empty' | 'malformed' | 'skipped';

/** Every event is a span itself: 8,000 calls make 60,000 events, and a second object for each would double the cost. */
type EventBase = Span;

export interface EnterEvent extends EventBase {
  readonly kind: 'enter';
  readonly part: Part;
  /** The tier's id, or the runtime's id for the cascade; `format:<id>` for a block of which the format is known. */
  readonly name: string;
}

/** The end of the innermost part that is open. */
interface LeaveEvent extends EventBase {
  readonly kind: 'leave';
  readonly outcome: Ending;
}

/** A question asked before or while parsing. Its span is the very text the question looked at. */
export interface GateEvent extends EventBase {
  readonly kind: 'gate';
  /** A `GateCode`, or a code of the runtime. */
  readonly gate: string;
  readonly answer: boolean;
  /** What decided the answer: the marker found, or the character that was in the place of another. */
  readonly found: Span | null;
  /** The texts of which one was looked for, where the question does not say them. */
  readonly expected?: readonly string[];
}

export type GateCode =
  /** Is `tool_calls` a list with at least one entry? */
  | 'native-list'
  /** Is `text` a string? */
  | 'text-is-string';

interface SkipEvent extends EventBase {
  readonly kind: 'skip';
  /** A `SkipCode`, or a code of the runtime. */
  readonly code: string;
}

export type SkipCode =
  /** The gate before this tier was answered with no. */
  | 'no-marker'
  | 'no-text'
  | 'earlier-tier-matched'
  | 'earlier-tier-failed'
  /** An earlier tier claimed the text because of its marker, so this tier never ran. */
  | 'shadowed';

interface MarkerEvent extends EventBase {
  readonly kind: 'marker';
  readonly marker: string;
  readonly role: 'open' | 'close';
}

/** Something was read as what it was taken for. */
interface ReadEvent extends EventBase {
  readonly kind: 'read';
  /** A `ReadCode`, or a code of the runtime. */
  readonly what: string;
}

export type ReadCode =
  | 'name'
  | 'id'
  | 'arguments'
  /** Arguments that are JSON inside a JSON string. */
  | 'decoded-arguments'
  /** The name of one argument that is written as text between markers. */
  | 'key'
  /** The text of one argument that stays text. */
  | 'value'
  /** Text that becomes another value: by the schema, by the format, or because the reader tries it as JSON. */
  | 'coerced-value'
  /** Reasoning: a call in it is none. */
  | 'reasoning'
  /** No arguments that count: the call is made with `{}`. */
  | 'no-arguments'
  /** `{"type": "function", "id", "function": {"name", "arguments"}}` */
  | 'shape-openai'
  /** `{"type": "tool_use", "id", "name", "input"}` */
  | 'shape-anthropic'
  /** `{"id", "name", "arguments" or "input"}` */
  | 'shape-flat'
  /** The same without `id`. */
  | 'shape-flat-without-id';

interface RepairEvent extends EventBase {
  readonly kind: 'repair';
  readonly code: string;
  readonly inserted: string;
  /** Present where the runtime tries one repair after another until a result is JSON. */
  readonly attempt?: RepairAttempt;
}

/** `before` is the text that was tried, which may be a decoded one. `inserted` is empty where the repair changes nothing. */
export interface RepairAttempt {
  readonly before: string;
  readonly outcome: 'taken' | 'refused' | 'unchanged';
}

/** A candidate was refused. `at` is the first character that could not be accepted. */
export interface RejectEvent extends EventBase {
  readonly kind: 'reject';
  /** A `RejectCode`, or a code of the runtime. */
  readonly code: string;
  readonly at: number;
  /** Present when the refusal is a JSON syntax error. */
  readonly json: { readonly code: JsonErrorCode; readonly expected: JsonExpectation | null } | null;
  /** The texts of which one would have been accepted; they may begin before `at`. */
  readonly expected?: readonly string[];
  /** What the original says of it, in its own words. */
  readonly detail?: string;
}

export type RejectCode =
  | 'json-syntax'
  | 'not-an-object'
  | 'missing-name'
  | 'name-not-text'
  | 'missing-arguments'
  | 'arguments-not-an-object'
  | 'arguments-not-json'
  | 'unrecognised-shape'
  | 'name-has-no-text'
  | 'unbalanced-braces'
  | 'native-not-json'
  | 'native-not-a-list'
  | 'duplicate';

/** A behaviour of the emulated runtime that surprises people, shown where it happens. */
interface QuirkEvent extends EventBase {
  readonly kind: 'quirk';
  /** A `QuirkCode`, or a code of the runtime. */
  readonly code: string;
}

export type QuirkCode =
  | 'other-key-ignored'
  /** `arguments` is a number, a boolean or a list; the call is made with `{}`. */
  | 'arguments-dropped'
  | 'one-error-ends-all'
  | 'inside-think'
  | 'duplicate-key'
  | 'empty-arguments-text'
  | 'kept-as-sentinel'
  /** A native entry that has no id, although others need one to join the result to the call. */
  | 'without-id'
  | 'id-renamed'
  | 'non-object-arguments';

interface CallEvent extends EventBase {
  readonly kind: 'call';
  readonly name: string;
  readonly id: string;
  /** The runtime had to make an id. */
  readonly idGenerated: boolean;
}

/** For every event, how many parts enclose it; an `enter` and its `leave` have the same depth. */
export function depths(trace: readonly TraceEvent[]): number[] {
  let depth = 0;
  return trace.map((event) => {
    if (event.kind === 'leave') depth -= 1;
    const own = depth;
    if (event.kind === 'enter') depth += 1;
    return own;
  });
}
