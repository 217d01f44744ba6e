import { haltedSchedule, type CallRun, type PlannedCall, type Schedule } from '../kit/schedule.ts';

/**
 * In which order ChatCLI runs the calls of a reply (`cli/agent_mode.go`): all in order, and nothing runs after the first
 * error. It has no halt; what comes nearest is the user's Ctrl+C, which ends the run.
 */
export function chatcliSchedule(calls: readonly PlannedCall[]): Schedule {
  const runs = new Array<CallRun | null>(calls.length).fill(null);
  const answeredBy = new Array<number | null>(calls.length).fill(null);
  for (const [index, { returns }] of calls.entries()) {
    runs[index] = { lane: 0, step: index, state: returns === 'halt' ? 'halted' : 'done' };
    if (returns === 'halt') return { ...haltedSchedule(runs, index + 1, index), answeredBy };
    answeredBy[index] = index;
    if (returns === 'error' && index < calls.length - 1) {
      return { runs, steps: index + 1, end: 'stopped-at-error', endedBy: index, answeredBy };
    }
  }
  return { runs, steps: calls.length, end: 'all-ran', endedBy: null, answeredBy };
}
