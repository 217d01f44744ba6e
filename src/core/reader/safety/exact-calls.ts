import type { ToolFormat, WrittenCall } from '../../formats/index.ts';
import { ExactNumbers, isObject, type JsonValue, nodeToValue, readJson } from '../../text/json/index.ts';
import type { IntendedCall } from '../ask-all/asked-reply.ts';

/** Calls as the writers of a format take them. */
interface ExactCalls {
  readonly calls: readonly WrittenCall[];
  /** What was written of them, with all digits of their numbers. */
  readonly exact: (text: string) => string;
}

/** Deeper arguments are not written. */
const DEEPEST = 40;

/** Null where the arguments of a call are no object, or a very deep one. */
export function exactCalls(calls: readonly IntendedCall[]): ExactCalls | null {
  const numbers = new ExactNumbers();
  const written = calls.flatMap(({ name, argumentsText }): WrittenCall[] => {
    const reading = readJson(numbers.take(argumentsText));
    const value = reading.ok ? nodeToValue(reading.node) : null;
    return isObject(value) && isShallow(value, 0) ? [{ name, arguments: value }] : [];
  });
  return written.length < calls.length ? null : { calls: written, exact: (text) => numbers.give(text) };
}

function isShallow(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((one) => isShallow(one, depth + 1));
}

export type Writer = NonNullable<ToolFormat['writes']>[number];

/** How a format writes calls, in each of its spellings. */
export function writersOf({ writes, prompt }: Pick<ToolFormat, 'writes' | 'prompt'>): readonly Writer[] {
  return writes ?? (prompt === undefined ? [] : [prompt.render]);
}
