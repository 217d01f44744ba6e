import type { LoopTurn } from './turn.ts';

/** What the schedule needs to know of a call. */
export interface PlannedCall {
  readonly id: string;
  /** Its tool is declared `parallel_safe`. */
  readonly isSafe: boolean;
  readonly returns: 'ok' | 'error' | 'halt';
}

/** When and where a call ran. Every call takes one step, because nobody knows how long a tool takes. */
export interface CallRun {
  /** 0: one after the other; from 1 on: together. */
  readonly lane: number;
  /** From 0. */
  readonly step: number;
  /** `killed`: it was running when another call halted. */
  readonly state: 'done' | 'halted' | 'killed';
}

/** In which order the calls of a reply are run, and what that does to their results. */
export interface Schedule {
  /** One for each call, in the order of the calls; null for a call that never began. */
  readonly runs: readonly (CallRun | null)[];
  /** How many steps there are. */
  readonly steps: number;
  readonly end: 'all-ran' | 'halted' | 'stopped-at-error';
  /** The call that halted or failed; null when all ran. */
  readonly endedBy: number | null;
  /** For each call, the call whose result answers it; null when no result does. */
  readonly answeredBy: readonly (number | null)[];
}

/** The calls of a turn as a schedule takes them, given what they return. */
export function plannedCalls({ calls, outcomes }: LoopTurn): PlannedCall[] {
  return calls.map(({ id, isSafe, fault }, index) => ({
    id,
    // A tool that nobody knows cannot be called safe.
    isSafe: isSafe && fault !== 'undeclared',
    returns: outcomes[index]?.kind ?? 'ok',
  }));
}

/** A schedule that call `endedBy` halted, with no result for any call. */
export function haltedSchedule(runs: readonly (CallRun | null)[], steps: number, endedBy: number): Schedule {
  return { runs, steps, end: 'halted', endedBy, answeredBy: runs.map(() => null) };
}
