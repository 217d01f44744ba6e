import { at, isObject, itemsOf, keyed, stringOf, stringAt, type Value } from '../../index.ts';
import { type Rule, rulesOf } from './rule.ts';

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
  const isChoice = keyed(top, 'finish_reason') !== null && isObject(at(top, 'message'));
  const choice = itemsOf(at(top, 'choices'))[0] ?? (isChoice ? top : null);
  const delta = at(choice, 'delta');
  const message = delta ?? at(choice, 'message') ?? at(top, 'message');
  const error = at(top, 'error');
  return {
    top,
    choice,
    message: isObject(message) ? message : null,
    usage: at(top, 'usage'),
    error: isObject(error) ? error : null,
    // The Responses API has its calls in a list with the rest.
    calls: itemsOf(at(message, 'tool_calls') ?? at(top, 'tool_calls') ?? at(top, 'output')),
    isChunk: delta !== null || stringAt(top, 'object') === 'chat.completion.chunk',
  };
}

/** The value that shows a trait; null where it is not there. */
type Find = (view: View) => Value | null;

/** A trait of an answer that gives its server away. */
export type FieldRule = Rule<Find>;

/** Traits of one writer. */
export const of = rulesOf<Find>;

type Where = 'top' | 'choice' | 'message' | 'usage' | 'error';

/** The key is there, empty or not. */
export const has =
  (where: Where, ...keys: readonly string[]): Find =>
  (view) => {
    const value = view[where];
    for (const key of keys) {
      const found = value === null ? null : keyed(value, key);
      if (found !== null) return found;
    }
    return null;
  };

export const is =
  (where: Where, key: string, pattern: RegExp): Find =>
  (view) => {
    const found = at(view[where], key);
    return pattern.test((stringOf(found) ?? '').slice(0, 200)) ? found : null;
  };

function idOf(call: Value): Value | null {
  return at(call, 'call_id') ?? at(call, 'id');
}

/** The id of a call. */
export const callId =
  (pattern: RegExp, fits: (call: Value) => boolean = () => true): Find =>
  ({ calls }) => {
    const call = calls.find((one) => pattern.test((stringOf(idOf(one)) ?? '').slice(0, 200)) && fits(one));
    return call === undefined ? null : idOf(call);
  };

/** The second trait, where the first is not there. */
export const unless =
  (other: Find, find: Find): Find =>
  (view) =>
    other(view) === null ? find(view) : null;

export const hasIndex = (call: Value): boolean => keyed(call, 'index') !== null;

export const UUID = /^chatcmpl-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function keyedIn(value: Value | null, key: string): Value | null {
  return value === null ? null : keyed(value, key);
}
