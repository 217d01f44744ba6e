import type { Block } from '../read/block.ts';
import { codeAt, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';

const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/** Skips surplus closing brackets after a complete value, unless one of `markers` begins there. */
export function* pastSurplusClosers(block: Block, from: number, markers: readonly string[]): Resumable<number> {
  const { source, rec } = block;
  for (let to = from; ;) {
    const at = yield* skipSpace(source, to);
    const code = yield* codeAt(source, at);
    if ((code !== CLOSE_BRACE && code !== CLOSE_BRACKET) || (yield* oneOf(source, at, markers)) !== null) return to;
    rec.repair('surplus-closer', { from: at, to: at + 1 }, '');
    to = at + 1;
  }
}
