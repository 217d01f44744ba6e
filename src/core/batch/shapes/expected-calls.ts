import type { ExpectedCall } from '../reply.ts';
import { at, type Fields, fieldsOf, firstAt, listOf, unpacked } from '../values.ts';
import { callOf } from './calls.ts';
import { saysExpected } from './reply-keys.ts';

const CALLS = ['calls', 'tool_calls', 'function_calls'];
/** Under these keys an empty list says that no call is expected; under others it may be one of anything. */
const OF_CALLS = /calls|^(?:gold|ground_truth|possible_answer)$/i;

/** The calls that a record expects, whoever is to make them; null where it expects none of a kind that can be compared. */
export function expectedIn(record: Fields): readonly ExpectedCall[] | null {
  for (const key of Object.keys(record)) {
    if (!saysExpected(key) && key !== 'possible_answer') continue;
    const value = unpacked(at(record, key));
    const inner = unpacked(firstAt(fieldsOf(value), CALLS));
    const calls = expectedCalls(inner ?? value);
    if (calls === null || (calls.length === 0 && inner === undefined && !OF_CALLS.test(key))) continue;
    return calls;
  }
  return null;
}

function expectedCalls(value: unknown): readonly ExpectedCall[] | null {
  const list = fieldsOf(value) === null ? value : [value];
  if (!Array.isArray(list)) return null;
  const calls = list.map((one) => expectedCall(one));
  return calls.every((one) => one !== null) ? calls : null;
}

/** A call; or as BFCL has it, under its name the right values of each argument. */
function expectedCall(value: unknown): ExpectedCall | null {
  const [[name, given] = [], ...others] = Object.entries(fieldsOf(value) ?? {});
  const values = fieldsOf(given);
  if (name !== undefined && values !== null && others.length === 0 && Object.values(values).every(Array.isArray))
    return {
      name,
      values: Object.fromEntries(Object.entries(values).map(([key, one]) => [key, listOf(one)])),
      isLoose: true,
    };
  const call = callOf(value);
  return call === null ? null : expectedExactly(call.name, call.arguments);
}

/** An expected call with exactly these arguments. */
export function expectedExactly(name: string, given: unknown): ExpectedCall {
  const fields = fieldsOf(given);
  const values = fields === null ? null : Object.entries(fields).map(([key, value]) => [key, [value]] as const);
  return { name, values: values === null ? null : Object.fromEntries(values), isLoose: false };
}
