import type { TraceEvent } from '../../../../core/index.ts';

/**
 * How many pieces of markup were taken for calls and could not be read. Where no call is left although one of them was read, the
 * parser gave that one up with the others.
 */
export function refusedBlocks(trace: readonly TraceEvent[], calls: number): number {
  const open: boolean[] = [];
  let malformed = 0;
  let matched = 0;
  for (const event of trace) {
    if (event.kind === 'enter') open.push(event.part === 'block');
    else if (event.kind === 'leave' && open.pop() === true) {
      if (event.outcome === 'malformed') malformed += 1;
      else if (event.outcome === 'matched') matched += 1;
    }
  }
  return malformed > 0 && calls === 0 ? malformed + matched : malformed;
}
