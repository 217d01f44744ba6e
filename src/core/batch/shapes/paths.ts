import { at, fieldsOf, has, unpacked } from '../values.ts';

/** A step of a path: the name of a member, a place in a list, or every place. */
export type Step = string | number | null;

/** What a path leads to; `places` are those of the lists on the way. */
export interface Reached {
  readonly value: unknown;
  readonly places: readonly number[];
}

/** A path as text, with every place of a list as `[*]`. */
export function pathText(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      if (typeof step !== 'string') return '[*]';
      return /^[\p{L}\p{N}_-]+$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/**
 * The steps of a path; null for a text that is none.
 *
 * @internal Tests compare them with what was written.
 */
export function pathSteps(text: string): Step[] | null {
  const steps: Step[] = [];
  const token = /\.?([\p{L}\p{N}_-]+)|\[\*\]|\[("(?:[^"\\]|\\.)*")\]/uy;
  while (token.lastIndex < text.length) {
    const [, name, quoted] = token.exec(text) ?? [];
    if (token.lastIndex === 0) return null;
    if (quoted === undefined) steps.push(name ?? null);
    else steps.push(nameIn(quoted));
  }
  return steps;
}

function nameIn(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}

/** So many values of one record are reached. */
const MOST_REACHED = 10_000;

/** All values that a path leads to, in their order. JSON in a string on the way is read. */
export function reached(value: unknown, path: string): Reached[] {
  let values: Reached[] = [{ value, places: [] }];
  for (const step of pathSteps(path) ?? []) {
    values = values.flatMap(({ value: outer, places }): Reached[] => {
      const inside = unpacked(outer);
      if (step === null)
        return Array.isArray(inside)
          ? inside.map((inner, place) => ({ value: inner as unknown, places: [...places, place] }))
          : [];
      const fields = fieldsOf(inside);
      return fields !== null && typeof step === 'string' && has(fields, step)
        ? [{ value: at(fields, step), places }]
        : [];
    });
    if (values.length > MOST_REACHED) values = values.slice(0, MOST_REACHED);
  }
  return values;
}

/** The value that belongs to a place: what it shares most lists with, and none where it lies in another entry. */
export function beside(values: readonly Reached[], places: readonly number[]): Reached | null {
  const shared = values.filter(({ places: own }) =>
    own.every((place, level) => level >= places.length || places[level] === place),
  );
  return shared[0] ?? null;
}
