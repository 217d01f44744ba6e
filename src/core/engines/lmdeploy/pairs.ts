import { PythonDict, pythonDumps, type PythonValue } from '../../text/languages/index.ts';
import type { Sent } from './body.ts';

/** A parameter whose closer has come. */
export interface Pair {
  readonly key: string;
  readonly value: PythonValue;
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
