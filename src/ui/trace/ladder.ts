import type { Outcome, TraceEvent } from '../../core/index.ts';

/** A tier with its steps, as the ladder shows it. */
export interface Rung {
  /** The tier's id. */
  readonly name: string;
  /** Step numbers of its beginning and its end. */
  readonly enter: number;
  readonly leave: number;
  readonly outcome: Outcome;
  /** The steps that are shown, in order: its own, and before them the gates that led to it. */
  readonly steps: readonly LadderStep[];
}

export interface LadderStep {
  readonly step: number;
  /** Blocks around it: 0 or 1. */
  readonly depth: number;
}

/**
 * The rungs of a trace. Beginnings and ends of tiers are the rungs themselves, and the end of a block says nothing
 * that its steps do not, so neither is shown as a step.
 */
export function ladderOf(trace: readonly TraceEvent[]): Rung[] {
  const rungs: Rung[] = [];
  let steps: LadderStep[] = [];
  let tier: { name: string; enter: number } | null = null;
  let depth = 0;
  const open: ('cascade' | 'tier' | 'block')[] = [];
  for (const [step, event] of trace.entries()) {
    if (event.kind === 'enter') {
      open.push(event.part);
      if (event.part === 'tier') tier = { name: event.name, enter: step };
      if (event.part === 'block') {
        steps.push({ step, depth });
        depth += 1;
      }
    } else if (event.kind === 'leave') {
      const part = open.pop();
      if (part === 'block') depth -= 1;
      if (part === 'tier' && tier !== null) {
        rungs.push({ ...tier, leave: step, outcome: event.outcome, steps });
        tier = null;
        steps = [];
      }
    } else {
      steps.push({ step, depth });
    }
  }
  return rungs;
}

/** Every step the ladder shows, in order: what "next" and "previous" go through. */
export function shownSteps(rungs: readonly Rung[]): number[] {
  return rungs.flatMap(({ steps }) => steps.map(({ step }) => step));
}

/** The shown step that is `by` steps away from `current`; from no step, the first or the last one. */
export function stepBy(shown: readonly number[], current: number | null, by: number): number | null {
  if (shown.length === 0) return null;
  if (current === null) return (by > 0 ? shown[0] : shown.at(-1)) ?? null;
  const at = shown.findIndex((step) => step >= current);
  const from = at < 0 ? shown.length : at;
  // A step that is not shown stands between two that are: going forward, the next one is the answer.
  const index = shown[from] === current || by < 0 ? from + by : from + by - 1;
  return shown[Math.min(Math.max(index, 0), shown.length - 1)] ?? null;
}
