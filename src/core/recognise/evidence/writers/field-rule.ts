import type { Weight, Writer } from '../evidence.ts';
import { get, isObject, items, keyed, text, textAt, type Value } from '../values.ts';

/** The parts of an answer in which servers give themselves away. Absent parts are null. */
export interface View {
  /** The object around it: a response, a chunk, the body of an error. */
  readonly top: Value;
  /** Its first choice or candidate. */
  readonly choice: Value | null;
  /** The message or the delta of that. */
  readonly message: Value | null;
  readonly usage: Value | null;
  readonly error: Value | null;
  /** Its structured calls. */
  readonly calls: readonly Value[];
  /** Whether it is a piece of a stream. */
  readonly isChunk: boolean;
}

export function viewOf(top: Value): View {
  // A choice may be copied alone.
  const isChoice = keyed(top, 'finish_reason') !== null && isObject(get(top, 'message'));
  const choice = items(get(top, 'choices'))[0] ?? (isChoice ? top : null);
  const delta = get(choice, 'delta');
  const message = delta ?? get(choice, 'message') ?? get(top, 'message');
  const error = get(top, 'error');
  return {
    top,
    choice,
    message: isObject(message) ? message : null,
    usage: get(top, 'usage'),
    error: isObject(error) ? error : null,
    // The Responses API has its calls in a list with the rest.
    calls: items(get(message, 'tool_calls') ?? get(top, 'tool_calls') ?? get(top, 'output')),
    isChunk: delta !== null || textAt(top, 'object') === 'chat.completion.chunk',
  };
}

/** A trait of an answer that gives its server away. */
export interface FieldRule {
  readonly id: string;
  readonly writer: Writer;
  readonly weight: Weight;
  /** What is seen there, as a sentence. */
  readonly says: string;
  /** A client sends it back to whoever answers next: it is looked for in the history as well. */
  readonly isSentBack?: true;
  /** The value that shows it; null where it is not there. */
  find(view: View): Value | null;
}

type Where = 'top' | 'choice' | 'message' | 'usage' | 'error';
type Row = readonly [
  id: string,
  weight: Weight,
  says: string,
  find: FieldRule['find'],
  more?: Pick<FieldRule, 'isSentBack'>,
];

/** The key is there, empty or not. */
export const has =
  (where: Where, ...keys: readonly string[]): FieldRule['find'] =>
  (view) => {
    const value = view[where];
    for (const key of keys) {
      const found = value === null ? null : keyed(value, key);
      if (found !== null) return found;
    }
    return null;
  };

export const is =
  (where: Where, key: string, pattern: RegExp): FieldRule['find'] =>
  (view) => {
    const found = get(view[where], key);
    return pattern.test((text(found) ?? '').slice(0, 200)) ? found : null;
  };

function idOf(call: Value): Value | null {
  return get(call, 'call_id') ?? get(call, 'id');
}

/** The id of a call. */
export const callId =
  (pattern: RegExp, fits: (call: Value) => boolean = () => true): FieldRule['find'] =>
  ({ calls }) => {
    const call = calls.find((one) => pattern.test((text(idOf(one)) ?? '').slice(0, 200)) && fits(one));
    return call === undefined ? null : idOf(call);
  };

export const hasIndex = (call: Value): boolean => keyed(call, 'index') !== null;

/** Traits of one writer. A comment before them names where they are written: file and commit, or page. */
export function of(writer: Writer, rows: readonly Row[]): readonly FieldRule[] {
  return rows.map(([id, weight, says, find, more]) => ({ id, writer, weight, says, find, ...more }));
}

export const UUID = /^chatcmpl-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function keyedIn(value: Value | null, key: string): Value | null {
  return value === null ? null : keyed(value, key);
}
