import * as z from 'zod/mini';
import { describeProblem, linkSchema, type ShapeProblem } from './schema.ts';
import type { LinkState } from './state.ts';

export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `version` is the version whose schema said no. */
  | { readonly ok: false; readonly version: number; readonly problem: ShapeProblem };

/** The step from one version to the next: checks data of its own version, then returns that of the next one. */
interface Migration {
  readonly apply: (data: unknown) => { ok: true; value: unknown } | { ok: false; problem: ShapeProblem };
}

/** How data of every version so far becomes data of the current one. */
export interface VersionHistory<T> {
  /** The current version, from 1. */
  readonly version: number;
  readonly schema: z.ZodMiniType<T>;
  /** Key n holds the step from version n to n + 1, for every n from 1 up to the current version. */
  readonly migrations: Readonly<Record<number, Migration>>;
}

/**
 * Pairs the frozen schema of a version with `up`, which must be pure and total over what that schema lets through.
 *
 * @internal Tests migrate with it; the page will from version 2 of the links on.
 */
export function migration<T>(schema: z.ZodMiniType<T>, up: (data: T) => unknown): Migration {
  return {
    apply(data) {
      const parsed = z.safeParse(schema, data);
      return parsed.success
        ? { ok: true, value: up(parsed.data) }
        : { ok: false, problem: describeProblem(parsed.error) };
    },
  };
}

/** Takes untrusted data of `version` through every step to the current version. Each border is checked; nothing throws. */
export function readVersion<T>(data: unknown, version: number, history: VersionHistory<T>): ReadResult<T> {
  let value = data;
  for (let from = version; from < history.version; from++) {
    const step = history.migrations[from];
    if (step === undefined) {
      return { ok: false, version: from, problem: { field: '', problem: `has an unknown version: ${from}` } };
    }
    const moved = step.apply(value);
    if (!moved.ok) return { ok: false, version: from, problem: moved.problem };
    value = moved.value;
  }
  const parsed = z.safeParse(history.schema, value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, version: history.version, problem: describeProblem(parsed.error) };
}

/**
 * The versions of the link. To change what a link holds: raise `version`, freeze the schema of the old version
 * (its defaults too) in a new entry of `migrations`, and append golden links of the new version.
 */
export const linkHistory: VersionHistory<LinkState> = { version: 1, schema: linkSchema, migrations: {} };
