import { runtimeList } from '../src/core/reader/runtimes.ts';
import { drawn } from './thorough.ts';

/** Runtimes with rules of their own: they get every case of a matrix. */
const ownRules: ReadonlySet<string> = new Set([
  'exathena',
  'exathena-head',
  'chatcli',
  'chatcli-shim',
  'auto',
  'custom',
]);

/** The part of all cases that a runtime gets which shares its rules with many: between seven and twenty of each kind. */
export const shares = { fixtures: 1 / 120, hostile: 1 / 8, noCalls: 1 / 30 } as const;

/** A run of a property for a runtime that shares its rules with many is one of so many. */
const RUNS = 20;

export const runtimesUnderTest: readonly string[] = runtimeList.map(({ id }) => id);

interface Case {
  readonly name: string;
  readonly format?: string;
}

/**
 * The cases of a matrix that a runtime gets: all of them, or a share. A hash of the runtime and the case deals each case, so
 * that a new one changes no other deal, and two hundred engines cover nearly all cases together.
 *
 * @param share the part of all cases, from 0 to 1; the cases of a smaller share are among those of a larger one
 */
export function casesFor<T extends Case>(runtime: string, cases: readonly T[], share: number): readonly T[] {
  if (ownRules.has(runtime)) return cases;
  return cases.filter(({ format = '', name }) => drawn(`${runtime} ${format}/${name}`) < share);
}

/** How often a property is tried for a runtime. */
export function runsFor(runtime: string, runs: number): number {
  return ownRules.has(runtime) ? runs : Math.ceil(runs / RUNS);
}
