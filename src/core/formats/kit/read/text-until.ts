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
  for (;;) {
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
    let clearTo = source.keep;
    yield;
    // Most chunks of a long value have no sign with which a literal begins. Then they are not searched for each literal.
    while (from + limit + longest > source.length && isClear(source, signs, clearTo)) {
      clearTo = source.length;
      source.keep = Math.max(from, clearTo - longest + 1);
      yield;
    }
  }
}

/** Whether the text goes on, and none of `signs` is in what is known of it from an offset on, which is in the window. */
function isClear({ ended, window, base }: TextSource, signs: readonly string[], from: number): boolean {
  return !ended && !signs.some((sign) => window.includes(sign, from - base));
}
