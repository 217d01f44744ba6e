import type { TraceEvent } from '../../../../core/index.ts';

/** How many pieces of markup were taken for calls and could not be read. */
export function malformedBlocks(trace: readonly TraceEvent[]): number {
  const open: boolean[] = [];
  let count = 0;
  for (const event of trace) {
    if (event.kind === 'enter') open.push(event.part === 'block');
    else if (event.kind === 'leave' && open.pop() === true && event.outcome === 'malformed') count += 1;
  }
  return count;
}
