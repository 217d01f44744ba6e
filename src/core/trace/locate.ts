import type { TraceEvent } from './trace.ts';

/**
 * The step an offset of the document belongs to: among the steps that touch it, the one with the shortest span; of
 * equals, the last, which is the innermost. A `leave` says nothing that its `enter` does not, so it is never the answer. Null when no step
 * below the tiers touches the offset.
 */
export function stepAt(trace: readonly TraceEvent[], offset: number): number | null {
  let best: number | null = null;
  let bestLength = Infinity;
  for (const [step, event] of trace.entries()) {
    if (event.kind === 'leave' || event.kind === 'skip') continue;
    if (event.kind === 'enter' && event.part !== 'block') continue;
    if (offset < event.from || offset > event.to) continue;
    const length = event.to - event.from;
    if (length <= bestLength) {
      best = step;
      bestLength = length;
    }
  }
  return best;
}
