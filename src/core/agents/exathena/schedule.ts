import { haltedSchedule, type CallRun, type PlannedCall, type Schedule } from '../kit/schedule.ts';

/** How many calls ExAthena runs together unless it is told otherwise (`max_concurrency`). */
export const TOGETHER = 4;

/**
 * In which order ExAthena runs the calls of a reply (`ExAthena.Loop.Parallel`), and what that does to their results.
 *
 * Calls whose tool is not parallel safe, or not known, run first and in order; then the safe ones, up to four at a time. A
 * halt ends the turn at once, and no result of it is replayed, not even of calls that were done. Results are put in the
 * order of the calls by their ids: calls that share an id all get the result that came last. An assumption of ours: all
 * calls take equally long, so the safe ones run in waves and end in their order.
 */
export function exathenaSchedule(calls: readonly PlannedCall[]): Schedule {
  const indices = calls.map((_, index) => index);
  const inOrder = indices.filter((index) => calls[index]?.isSafe !== true);
  const together = indices.filter((index) => calls[index]?.isSafe === true);
  const runs = new Array<CallRun | null>(calls.length).fill(null);
  const isHalt = (index: number): boolean => calls[index]?.returns === 'halt';

  for (const [step, index] of inOrder.entries()) {
    runs[index] = { lane: 0, step, state: isHalt(index) ? 'halted' : 'done' };
    if (isHalt(index)) return haltedSchedule(runs, step + 1, index);
  }
  for (let first = 0; first < together.length; first += TOGETHER) {
    const wave = together.slice(first, first + TOGETHER);
    const step = inOrder.length + first / TOGETHER;
    const haltsAt = wave.findIndex(isHalt);
    for (const [position, index] of wave.entries()) {
      const state = haltsAt < 0 || position < haltsAt ? 'done' : position === haltsAt ? 'halted' : 'killed';
      runs[index] = { lane: position + 1, step, state };
    }
    const by = wave[haltsAt];
    if (by !== undefined) return haltedSchedule(runs, step + 1, by);
  }
  const lastOfId = new Map([...inOrder, ...together].map((index) => [calls[index]?.id, index]));
  return {
    runs,
    steps: inOrder.length + Math.ceil(together.length / TOGETHER),
    end: 'all-ran',
    endedBy: null,
    answeredBy: calls.map(({ id }) => lastOfId.get(id) ?? null),
  };
}
