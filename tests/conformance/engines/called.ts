import { readPythonJson } from '../../../src/core/text/languages/python/json.ts';
import { isDict, isList, pythonStr, type PythonValue } from '../../../src/core/text/languages/python/value.ts';
import type { Exception } from '../../../src/core/engines/kit/reading.ts';
import type { EngineStream } from '../../../src/core/engines/kit/engine-stream.ts';
import type { Delta } from '../../../src/core/engines/runtime.ts';

// Calls in the shapes of the golden files, for engines that are written in Python.

export interface Called {
  /** Null where a stream sent none, or an empty one. */
  readonly name: string | null;
  readonly argumentsText: string;
  readonly arguments?: unknown;
  readonly id?: string;
}

export function withValue({
  name,
  argumentsText,
  id,
}: {
  name: string | null;
  argumentsText: string;
  id?: string;
}): Called {
  const value = valueOf(argumentsText);
  return {
    name,
    argumentsText,
    ...(value === undefined || value === null ? {} : { arguments: value }),
    ...(id === undefined ? {} : { id }),
  };
}

/** The same, with null for arguments that are no JSON. */
export function withNull(call: { name: string | null; argumentsText: string; id?: string }): Called {
  return { arguments: null, ...withValue(call) };
}

/** What Python's `json.loads` makes of it; undefined where it refuses. */
function valueOf(argumentsText: string): unknown {
  const reading = readPythonJson(argumentsText);
  return reading.ok ? plain(reading.node.value) : undefined;
}

/** As the golden files have it: numbers that JSON cannot hold by name. */
export function plain(value: PythonValue, intOf: (value: bigint) => unknown = Number): unknown {
  if (typeof value === 'bigint') return intOf(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { $float: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
  }
  if (isList(value)) return value.map((item) => plain(item, intOf));
  if (isDict(value))
    return Object.fromEntries([...value.entries()].map(([key, item]) => [pythonStr(key), plain(item, intOf)]));
  return value;
}

/** What a stream sends for pieces, and the exception with which it breaks off. */
export interface Pushed {
  readonly deltas: readonly Delta[];
  readonly raises?: string;
  /** With the message, where the engine knows it. */
  readonly exception?: Exception;
}

export function pushed(stream: EngineStream, pieces: readonly string[]): Pushed {
  const deltas: Delta[] = [];
  let { prompt: current = '' } = stream;
  for (const piece of pieces) {
    current += piece;
    const answer = stream.push(piece, current);
    if ('raises' in answer) return { deltas, raises: answer.raises, exception: { message: '', ...answer } };
    deltas.push(...answer);
  }
  const answer = stream.end?.(current) ?? [];
  if ('raises' in answer) return { deltas, raises: answer.raises, exception: { message: '', ...answer } };
  return { deltas: [...deltas, ...answer] };
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An exception as the golden files have it. */
export function exceptionText({ raises, message }: Exception): string {
  return `${raises}: ${message}`;
}
