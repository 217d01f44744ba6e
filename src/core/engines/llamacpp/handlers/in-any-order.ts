import { choice, nothing, sequence } from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';

/** Of more parts the orders would be too many for a grammar: they have to come in this one. */
const MOST = 6;

/** Each part once, in any order. */
export function inAnyOrder(parts: readonly Matcher[]): Matcher {
  if (parts.length > MOST) return sequence(...parts);
  const known = new Map<number, Matcher>();
  const of = (left: number): Matcher => {
    if (left === 0) return nothing;
    const made =
      known.get(left) ??
      choice(
        ...parts.flatMap((part, index) => (left & (1 << index) ? [sequence(part, of(left & ~(1 << index)))] : [])),
      );
    known.set(left, made);
    return made;
  };
  return of((1 << parts.length) - 1);
}
