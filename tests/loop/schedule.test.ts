import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduleCalls, TOGETHER, type CallRun, type PlannedCall } from '../../src/core/index.ts';

const call = (id: string, isSafe: boolean, returns: PlannedCall['returns'] = 'ok'): PlannedCall => ({
  id,
  isSafe,
  returns,
});

/** Where each call ran, as `lane@step`, with what became of it when it was not done; `-` for one that never began. */
function drawn(runs: readonly (CallRun | null)[]): string {
  return runs
    .map((run) => (run === null ? '-' : `${run.lane}@${run.step}${run.state === 'done' ? '' : ` ${run.state}`}`))
    .join(', ');
}

describe('ExAthena', () => {
  it('runs what is not safe first and in order, then the safe ones together', () => {
    const calls = [call('a', true), call('b', false), call('c', true), call('d', false)];
    const schedule = scheduleCalls('exathena', calls);
    expect(drawn(schedule.runs)).toBe('1@2, 0@0, 2@2, 0@1');
    expect(schedule).toMatchObject({ steps: 3, end: 'all-ran', answeredBy: [0, 1, 2, 3] });
  });

  it('runs four at a time', () => {
    const schedule = scheduleCalls(
      'exathena',
      Array.from({ length: 5 }, (_, index) => call(String(index), true)),
    );
    expect(drawn(schedule.runs)).toBe('1@0, 2@0, 3@0, 4@0, 1@1');
    expect(schedule.steps).toBe(2);
  });

  it('stops at once when one halts, and answers nothing at all', () => {
    const inOrder = scheduleCalls('exathena', [call('a', false), call('b', false, 'halt'), call('c', true)]);
    expect(drawn(inOrder.runs)).toBe('0@0, 0@1 halted, -');
    expect(inOrder).toMatchObject({ end: 'halted', endedBy: 1, answeredBy: [null, null, null] });
    const together = scheduleCalls('exathena', [
      call('a', true),
      call('b', true, 'halt'),
      call('c', true, 'halt'),
      call('d', true),
      call('e', true),
    ]);
    expect(drawn(together.runs)).toBe('1@0, 2@0 halted, 3@0 killed, 4@0 killed, -');
  });

  it('goes on after an error', () => {
    const schedule = scheduleCalls('exathena', [call('a', false, 'error'), call('b', false)]);
    expect(schedule).toMatchObject({ end: 'all-ran', answeredBy: [0, 1] });
  });

  it('gives calls that share an id the result that came last', () => {
    const calls = [call('x', true), call('x', false), call('y', false)];
    expect(scheduleCalls('exathena', calls).answeredBy).toEqual([0, 0, 2]);
  });
});

describe('ChatCLI', () => {
  it('runs all in order, whatever is safe, and stops at the first error', () => {
    const schedule = scheduleCalls('chatcli', [call('a', true), call('b', true, 'error'), call('c', true)]);
    expect(drawn(schedule.runs)).toBe('0@0, 0@1, -');
    expect(schedule).toMatchObject({ end: 'stopped-at-error', endedBy: 1, answeredBy: [0, 1, null] });
  });

  it('has nothing to stop when the last call fails', () => {
    expect(scheduleCalls('chatcli', [call('a', true, 'error')])).toMatchObject({ end: 'all-ran', answeredBy: [0] });
  });

  it('keeps what was done before the user interrupts', () => {
    const schedule = scheduleCalls('chatcli', [call('a', true), call('b', true, 'halt'), call('c', true)]);
    expect(schedule).toMatchObject({ end: 'halted', endedBy: 1, answeredBy: [0, null, null] });
  });

  it('answers calls that share an id each with its own result', () => {
    expect(scheduleCalls('chatcli', [call('x', true), call('x', true)]).answeredBy).toEqual([0, 1]);
  });
});

const anyCalls = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    isSafe: fc.boolean(),
    returns: fc.constantFrom<PlannedCall['returns'][]>('ok', 'ok', 'ok', 'error', 'halt'),
  }),
  { maxLength: 30 },
);
const indicesOf = (calls: readonly PlannedCall[], holds: (one: PlannedCall) => boolean): number[] =>
  calls.flatMap((one, index) => (holds(one) ? [index] : []));

describe('for any list of calls', () => {
  it('ExAthena runs unsafe calls alone, in order and before all safe ones', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const { runs } = scheduleCalls('exathena', calls);
        const unsafe = indicesOf(calls, ({ isSafe }) => !isSafe).flatMap((index) => runs[index] ?? []);
        expect(unsafe.map(({ lane, step }) => [lane, step])).toEqual(unsafe.map((_, step) => [0, step]));
        const safe = indicesOf(calls, ({ isSafe }) => isSafe).flatMap((index) => runs[index] ?? []);
        for (const { lane, step } of safe) {
          expect(lane).toBeGreaterThanOrEqual(1);
          expect(lane).toBeLessThanOrEqual(TOGETHER);
          expect(step).toBeGreaterThanOrEqual(unsafe.length);
        }
      }),
    );
  });

  it('no two calls are in one lane at one time, and no step is empty', () => {
    fc.assert(
      fc.property(anyCalls, fc.constantFrom('exathena', 'chatcli'), (calls, runtime) => {
        const { runs, steps } = scheduleCalls(runtime, calls);
        const places = runs.flatMap((run) => (run === null ? [] : [`${run.lane}@${run.step}`]));
        expect(new Set(places).size).toBe(places.length);
        const used = new Set(runs.flatMap((run) => run?.step ?? []));
        expect([...used].sort((a, b) => a - b)).toEqual(Array.from({ length: steps }, (_, step) => step));
      }),
    );
  });

  it('nothing begins after a halt, and without one ExAthena runs and answers everything', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const { runs, end, endedBy, answeredBy } = scheduleCalls('exathena', calls);
        const halts = runs.filter((run) => run?.state === 'halted');
        expect(halts.length).toBe(end === 'halted' ? 1 : 0);
        if (end === 'halted') {
          expect(calls[endedBy ?? -1]?.returns).toBe('halt');
          const last = runs[endedBy ?? -1]?.step ?? -1;
          for (const run of runs) expect(run?.step ?? -1).toBeLessThanOrEqual(last);
          expect(answeredBy.every((by) => by === null)).toBe(true);
        } else {
          expect(runs.every((run) => run?.state === 'done')).toBe(true);
          expect(answeredBy.map((by) => calls[by ?? -1]?.id)).toEqual(calls.map(({ id }) => id));
        }
      }),
    );
  });

  it('results stand in the order of the calls when ids differ', () => {
    fc.assert(
      fc.property(anyCalls, (some) => {
        const calls = some.map((one, index) => ({ ...one, id: String(index), returns: 'ok' as const }));
        for (const runtime of ['exathena', 'chatcli'] as const) {
          expect(scheduleCalls(runtime, calls).answeredBy).toEqual(calls.map((_, index) => index));
        }
      }),
    );
  });

  it('ChatCLI answers what ran up to the first call that failed or was interrupted', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const { answeredBy, runs } = scheduleCalls('chatcli', calls);
        const first = calls.findIndex(({ returns }) => returns !== 'ok');
        const ran = first < 0 ? calls.length : first + 1;
        expect(runs.map((run) => run !== null)).toEqual(calls.map((_, index) => index < ran));
        const answered = first >= 0 && calls[first]?.returns === 'halt' ? first : ran;
        expect(answeredBy).toEqual(calls.map((_, index) => (index < answered ? index : null)));
      }),
    );
  });
});
