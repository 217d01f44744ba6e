import type { TraceEvent } from '../../../core/index.ts';
import { stepBy } from '../reply/trace/ladder.ts';

/** Where a presentation is. `hidden`: what this step decides is kept back. `closed`: after the last step, at the closing card. */
export interface Place {
  /** null before the first step. */
  readonly step: number | null;
  readonly hidden: boolean;
  readonly closed: boolean;
}

/** What is presented, and whether answers wait until the audience had its guess. */
export interface Walk {
  readonly trace: readonly TraceEvent[];
  readonly shown: readonly number[];
  readonly predicting: boolean;
}

/** What an audience is asked at a step that decides something, other than a gate, which asks itself. */
const questions: Partial<Record<TraceEvent['kind'], string>> = {
  skip: 'Does this parser run?',
  reject: 'The parser has read as far as this. Does it take it?',
  repair: 'The parser has read as far as this. Can it stay as it is?',
  quirk: 'What does the parser make of this?',
  call: 'Which call comes out of this?',
};

/** The question of a step that is no gate; null where it decides nothing. */
export function questionOf(kind: TraceEvent['kind']): string | null {
  return questions[kind] ?? null;
}

function decides(event: TraceEvent | undefined): boolean {
  return event !== undefined && (event.kind === 'gate' || questionOf(event.kind) !== null);
}

/** Arrives at a step: its answer is hidden where one is to be predicted. */
export function goTo({ trace, predicting }: Walk, step: number | null): Place {
  return { step, hidden: predicting && step !== null && decides(trace[step]), closed: false };
}

/** Where the audience is once predicting begins or ends: the answer that is shown is kept back, and the other way round. */
export function switched(walk: Walk, place: Place): Place {
  return place.closed ? place : goTo(walk, place.step);
}

/** Reveals the answer that is hidden; else goes to the next step, and from the last one to the closing card. There nothing changes. */
export function forward(walk: Walk, place: Place): Place {
  if (place.hidden) return { ...place, hidden: false };
  const next = stepBy(walk.shown, place.step, 1);
  if (next !== place.step) return goTo(walk, next);
  return place.closed || place.step === null ? place : { ...place, closed: true };
}

/** To the step before, whose answer was seen already. From the first step to the place before it. */
export function back({ shown }: Walk, { step, closed }: Place): Place {
  if (closed) return { step, hidden: false, closed: false };
  if (step === null || step === shown[0]) return { step: null, hidden: false, closed: false };
  return { step: stepBy(shown, step, -1), hidden: false, closed: false };
}

/** Whether a tier has ended at so many shown steps: while the answer of its last one is kept back, its end would tell it. */
export function isOver({ to }: { readonly to: number }, done: number, hidden: boolean): boolean {
  return hidden ? done > to : done >= to;
}
