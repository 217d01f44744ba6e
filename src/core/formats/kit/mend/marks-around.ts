import { isQuote } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { codeAt, skipSpace, type Resumable } from '../read/resumable.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/**
 * Skips a quotation mark around JSON that is no string: its own marks are not escaped. Stays at `from` if there is none.
 *
 *     '{"name": "ring_bell", …}'    "{"name": "ring_bell", …}"
 *     ^ from
 */
export function* pastMark(block: Block, from: number): Resumable<number> {
  const { source, rec } = block;
  const mark = yield* codeAt(source, from);
  if (!isQuote(mark) || (yield* codeAt(source, from + 1)) !== OPEN_BRACE) return from;
  if (mark === QUOTE && (yield* codeAt(source, yield* skipSpace(source, from + 2))) !== QUOTE) return from;
  rec.repair('surplus-text', { from, to: from + 1 }, '');
  return from + 1;
}

/** Skips the mark that closes such quotes. */
export function* pastClosingMark(block: Block, from: number): Resumable<number> {
  const at = yield* skipSpace(block.source, from);
  if (!isQuote(yield* codeAt(block.source, at))) return from;
  block.rec.repair('surplus-text', { from: at, to: at + 1 }, '');
  return at + 1;
}
