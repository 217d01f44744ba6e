import { plannedCalls } from '../kit/schedule.ts';
import type { LoopTurn } from '../kit/turn.ts';
import { exathenaSchedule } from './schedule.ts';

/** After so many mistakes in a row ExAthena asks no more (`max_consecutive_mistakes`). */
export const MOST_MISTAKES = 3;

/**
 * The mistakes in a row at the end of these turns, as ExAthena counts them: an error adds one, a result starts again. Calls
 * that run together do not count at all, because their tasks change only copies of the state.
 */
export function mistakesInARow(turns: readonly LoopTurn[]): number {
  let mistakes = 0;
  for (const turn of turns) {
    const { runs } = exathenaSchedule(plannedCalls(turn));
    for (const [index, run] of runs.entries()) {
      if (run?.lane !== 0 || run.state !== 'done') continue;
      mistakes = turn.outcomes[index]?.kind === 'error' ? mistakes + 1 : 0;
    }
  }
  return mistakes;
}
