import type { Block } from './block.ts';
import type { Resumable } from './resumable.ts';

/** The reader of formats without an opener, which are read as bare JSON. */
// eslint-disable-next-line require-yield -- it never has to wait
export function* noBlock(block: Block): Resumable<number> {
  return block.refuse('not-call-shaped', block.at);
}
