import { isAsciiSpace } from '../../../text/document/index.ts';
import type { Block } from './block.ts';
import type { Resumable } from './resumable.ts';
import type { TextSource } from './source.ts';
import { textUntil } from './text-until.ts';
import { turnEnds } from './turn-end.ts';

/** Finds the closing marker outside of strings. If it is missing: the next opener, or the end of the turn after an object. */
export function* gemmaBodyEnd(
  block: Block,
  quote: string,
  close: readonly string[],
): Resumable<{ to: number; literal: string | null }> {
  const { source, opener } = block;
  const ends = [...new Set([...close, opener, ...turnEnds])];
  for (let at = Math.max(block.at, block.from + opener.length); ;) {
    const found = yield* textUntil(source, at, [quote, ...ends], Infinity);
    if (found.literal === quote) {
      const from = found.to + quote.length;
      const end = yield* textUntil(source, from, [quote], Infinity);
      // A string is never closed, so the first marker counts.
      if (end.literal === null) return yield* textUntil(source, from, [...close, opener], Infinity);
      at = end.to + quote.length;
    } else if (found.literal === null || close.includes(found.literal) || found.literal === opener) return found;
    else if (endsObject(source, found.to)) return found;
    else at = found.to + found.literal.length;
  }
}

/** Whether only white space is between an offset and the brace before it. */
function endsObject(source: TextSource, at: number): boolean {
  let to = at;
  while (isAsciiSpace(source.code(to - 1))) to -= 1;
  return source.code(to - 1) === 0x7d;
}
