import { runtimeList } from '../src/core/reader/runtimes.ts';

/** Runtimes with rules of their own: they get every case of a matrix. */
const ownRules: ReadonlySet<string> = new Set([
  'exathena',
  'exathena-head',
  'chatcli',
  'chatcli-shim',
  'auto',
  'custom',
]);

/** Cases and runs for a runtime that shares its rules with many. */
const SHARE = 20;

export const runtimesUnderTest: readonly string[] = runtimeList.map(({ id }) => id);

/**
 * The cases of a matrix that a runtime gets: all of them, or 20. Which 20 depends on the id and is the same in every run,
 * so that sixty engines cover all cases together and the matrix does not grow with each of them.
 */
export function casesFor<T>(runtime: string, cases: readonly T[]): readonly T[] {
  if (ownRules.has(runtime) || cases.length <= SHARE) return cases;
  const step = cases.length / SHARE;
  const shift = Array.from(runtime).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 0) / 9973;
  return Array.from({ length: SHARE }, (_, index) => cases[Math.floor((index + shift) * step)] as T);
}

/** How often a property is tried for a runtime. */
export function runsFor(runtime: string, runs: number): number {
  return ownRules.has(runtime) ? runs : Math.ceil(runs / SHARE);
}
