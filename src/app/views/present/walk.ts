import type { TraceEvent } from '../../../core/index.ts';
import { stepBy } from '../reply/trace/ladder.ts';

/** Where a presentation is. `hidden`: the answer of this step, which is a gate, is kept back. */
export interface Place {
  /** null before the first step. */
  readonly step: number | null;
  readonly hidden: boolean;
}

/** What is presented, and whether answers wait until the audience had its guess. */
export interface Walk {
  readonly trace: readonly TraceEvent[];
  readonly shown: readonly number[];
  readonly predicting: boolean;
}

/** Arrives at a step: its answer is hidden where one is to be predicted. */
export function goTo({ trace, predicting }: Walk, step: number | null): Place {
  return { step, hidden: predicting && step !== null && trace[step]?.kind === 'gate' };
}

/** Reveals the answer that is hidden; else goes to the next step. At the end nothing changes. */
export function forward(walk: Walk, place: Place): Place {
  if (place.hidden) return { step: place.step, hidden: false };
  const next = stepBy(walk.shown, place.step, 1);
  return next === place.step ? place : goTo(walk, next);
}

/** To the step before, whose answer was seen already. From the first step to the place before it. */
export function back({ shown }: Walk, { step }: Place): Place {
  if (step === null || step === shown[0]) return { step: null, hidden: false };
  return { step: stepBy(shown, step, -1), hidden: false };
}
