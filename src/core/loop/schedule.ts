/** Whose loop runs the calls. */
export type LoopRuntime = 'exathena' | 'chatcli';

/** What matters of a call for its place in the schedule. */
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

export interface Schedule {
  readonly runtime: LoopRuntime;
  /** One for each call, in the order of the calls; null for a call that never began. */
  readonly runs: readonly (CallRun | null)[];
  /** How many steps there are. */
  readonly steps: number;
  readonly end: 'all-ran' | 'halted' | 'stopped-at-error';
  /** The call that halted or failed; null when all ran. */
  readonly endedBy: number | null;
  /** For each call the call whose result it is answered with; null when it gets none. */
  readonly answeredBy: readonly (number | null)[];
}

/** How many calls ExAthena runs together unless it is told otherwise (`max_concurrency`). */
export const TOGETHER = 4;

/**
 * In which order the calls of a reply are run, and what that does to their results.
 *
 * ExAthena (`ExAthena.Loop.Parallel`): calls whose tool is not parallel safe, or not known, run first and in order; then the
 * safe ones, up to four at a time. A halt ends the turn at once, and no result of it is replayed, not even of calls that
 * were done. Results are put in the order of the calls by their ids: calls that share an id all get the result that came
 * last. An assumption of ours: all calls take equally long, so the safe ones run in waves and end in their order.
 *
 * ChatCLI (`cli/agent_mode.go`): all calls in order, and nothing runs after the first error. It has no halt; what comes
 * nearest is the user's Ctrl+C, which ends the run.
 */
export function scheduleCalls(runtime: LoopRuntime, calls: readonly PlannedCall[]): Schedule {
  return runtime === 'exathena' ? exathenaSchedule(calls) : chatcliSchedule(calls);
}

function exathenaSchedule(calls: readonly PlannedCall[]): Schedule {
  const indices = calls.map((_, index) => index);
  const inOrder = indices.filter((index) => calls[index]?.isSafe !== true);
  const together = indices.filter((index) => calls[index]?.isSafe === true);
  const runs = new Array<CallRun | null>(calls.length).fill(null);
  const isHalt = (index: number): boolean => calls[index]?.returns === 'halt';

  for (const [step, index] of inOrder.entries()) {
    runs[index] = { lane: 0, step, state: isHalt(index) ? 'halted' : 'done' };
    if (isHalt(index)) return halted('exathena', runs, step + 1, index);
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
    if (by !== undefined) return halted('exathena', runs, step + 1, by);
  }
  const lastOfId = new Map([...inOrder, ...together].map((index) => [calls[index]?.id, index]));
  return {
    runtime: 'exathena',
    runs,
    steps: inOrder.length + Math.ceil(together.length / TOGETHER),
    end: 'all-ran',
    endedBy: null,
    answeredBy: calls.map(({ id }) => lastOfId.get(id) ?? null),
  };
}

function chatcliSchedule(calls: readonly PlannedCall[]): Schedule {
  const runs = new Array<CallRun | null>(calls.length).fill(null);
  const answeredBy = new Array<number | null>(calls.length).fill(null);
  for (const [index, { returns }] of calls.entries()) {
    runs[index] = { lane: 0, step: index, state: returns === 'halt' ? 'halted' : 'done' };
    if (returns === 'halt') return { ...halted('chatcli', runs, index + 1, index), answeredBy };
    answeredBy[index] = index;
    if (returns === 'error' && index < calls.length - 1) {
      return { runtime: 'chatcli', runs, steps: index + 1, end: 'stopped-at-error', endedBy: index, answeredBy };
    }
  }
  return { runtime: 'chatcli', runs, steps: calls.length, end: 'all-ran', endedBy: null, answeredBy };
}

function halted(runtime: LoopRuntime, runs: readonly (CallRun | null)[], steps: number, endedBy: number): Schedule {
  return { runtime, runs, steps, end: 'halted', endedBy, answeredBy: runs.map(() => null) };
}
