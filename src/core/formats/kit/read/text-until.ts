import type { TextSource } from './source.ts';
import type { Resumable } from './resumable.ts';

export interface Until<T extends string> {
  /** The first literal; null if there is none within the limit. */
  readonly literal: T | null;
  /** Its place, or the end of the search. */
  readonly to: number;
}

/** The first of `literals` at or after `from`, at most `limit` UTF-16 units away. */
export function* textUntil<T extends string>(
  source: TextSource,
  from: number,
  literals: readonly T[],
  limit: number,
): Resumable<Until<T>> {
  const longest = Math.max(...literals.map(({ length }) => length));
  const signs = [...new Set(literals.map((one) => one.charAt(0)))];
  /** No literal begins before this. */
  let clearTo = from;
  for (;;) {
    // Most chunks of a long value have no sign with which a literal begins.
    clearTo = firstOf(source, signs, clearTo);
    if (clearTo === source.length && !source.ended && from + limit + longest > source.length) {
      source.keep = Math.max(from, source.length - longest + 1);
      yield;
      continue;
    }
    let literal: T | null = null;
    let to = from + limit;
    for (const one of literals) {
      const at = source.next(one, from);
      if (at >= 0 && (at < to || (at === to && one.length > (literal?.length ?? 0)))) {
        literal = one;
        to = at;
      }
    }
    // A longer literal that begins earlier may be incomplete.
    if (source.ended || Math.min(to, from + limit) + longest <= source.length)
      return { literal, to: Math.min(to, source.length) };
    source.keep = Math.max(from, Math.min(to, source.length - longest + 1));
    clearTo = Math.max(clearTo, source.keep);
    yield;
  }
}

/** The first of `signs` at or after `from`, or the end of the known text. */
function firstOf(source: TextSource, signs: readonly string[], from: number): number {
  let first = source.length;
  for (const sign of signs) {
    const at = source.next(sign, from);
    if (at >= 0 && at < first) first = at;
  }
  return first;
}
