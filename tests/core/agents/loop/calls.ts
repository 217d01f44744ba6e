import fc from 'fast-check';
import type { CallRun } from '../../../../src/core/index.ts';
import type { PlannedCall } from '../../../../src/core/agents/kit/schedule.ts';

export const call = (id: string, isSafe: boolean, returns: PlannedCall['returns'] = 'ok'): PlannedCall => ({
  id,
  isSafe,
  returns,
});

/** Where each call ran, as `lane@step`, with what became of it when it was not done; `-` for one that never began. */
export function drawn(runs: readonly (CallRun | null)[]): string {
  return runs
    .map((run) => (run === null ? '-' : `${run.lane}@${run.step}${run.state === 'done' ? '' : ` ${run.state}`}`))
    .join(', ');
}

export const anyCalls = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    isSafe: fc.boolean(),
    returns: fc.constantFrom<PlannedCall['returns'][]>('ok', 'ok', 'ok', 'error', 'halt'),
  }),
  { maxLength: 30 },
);
/** The calls that a rule holds for, by their places. */
export const indicesOf = (calls: readonly PlannedCall[], holds: (one: PlannedCall) => boolean): number[] =>
  calls.flatMap((one, index) => (holds(one) ? [index] : []));
