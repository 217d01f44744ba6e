import type { Block } from './block.ts';
import type { Resumable } from './resumable.ts';

/** For formats that no marker opens: they are read as bare JSON. */
// eslint-disable-next-line require-yield -- it never has to wait
export function* noBlock(block: Block): Resumable<number> {
  return block.refuse('not-call-shaped', block.at);
}
