import { PythonDict, pythonDumps, type PythonValue } from '../../text/languages/index.ts';
import type { Exception } from '../kit/index.ts';
import type { Sent } from './body.ts';
import type { Typed } from './typing.ts';

/** A parameter whose closer has come, as it is written. */
export interface Found {
  readonly key: string;
  readonly text: string;
}

/** A parameter with its value. */
interface Pair {
  readonly key: string;
  readonly value: PythonValue;
}

/** Reads the values one after the other, up to an exception. */
export function typedPairs(
  found: readonly Found[],
  valueOf: (text: string, key: string) => Typed,
): readonly Pair[] | Exception {
  const pairs: Pair[] = [];
  for (const { key, text } of found) {
    const typed = valueOf(text, key);
    if ('raises' in typed) return typed;
    pairs.push({ key, value: typed.value });
  }
  return pairs;
}

/** All pairs as an object: of equal keys the last one counts. */
export function objectText(pairs: readonly Pair[]): string {
  return pythonDumps(new PythonDict(pairs.map(({ key, value }) => [key, value] as const))) ?? '{}';
}

/** Writes arguments one by one. What was sent cannot be taken back, so of equal keys the first one counts. */
export class PairWriter {
  readonly #keys = new Set<string>();
  #isOpen = false;

  pair({ key, value }: Pair): readonly Sent[] {
    if (this.#keys.has(key)) return [];
    const begin = this.#keys.size > 0 ? ', ' : this.#isOpen ? '' : '{';
    this.#keys.add(key);
    this.#isOpen = true;
    // The key is not escaped.
    return [{ argumentsText: `${begin}"${key}": ${pythonDumps(value) ?? 'null'}` }];
  }

  close(): readonly Sent[] {
    const text = this.#isOpen ? '}' : '{}';
    this.#isOpen = true;
    return [{ argumentsText: text }];
  }
}
