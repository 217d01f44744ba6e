import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exathenaSchedule, TOGETHER } from '../../../../src/core/agents/exathena/schedule.ts';
import { anyCalls, call, drawn, indicesOf } from '../loop/calls.ts';

describe('ExAthena', () => {
  it('runs what is not safe first and in order, then the safe ones together', () => {
    const calls = [call('a', true), call('b', false), call('c', true), call('d', false)];
    const schedule = exathenaSchedule(calls);
    expect(drawn(schedule.runs)).toBe('1@2, 0@0, 2@2, 0@1');
    expect(schedule).toMatchObject({ steps: 3, end: 'all-ran', answeredBy: [0, 1, 2, 3] });
  });

  it('runs four at a time', () => {
    const schedule = exathenaSchedule(Array.from({ length: 5 }, (_, index) => call(String(index), true)));
    expect(drawn(schedule.runs)).toBe('1@0, 2@0, 3@0, 4@0, 1@1');
    expect(schedule.steps).toBe(2);
  });

  it('stops at once when one halts, and answers nothing at all', () => {
    const inOrder = exathenaSchedule([call('a', false), call('b', false, 'halt'), call('c', true)]);
    expect(drawn(inOrder.runs)).toBe('0@0, 0@1 halted, -');
    expect(inOrder).toMatchObject({ end: 'halted', endedBy: 1, answeredBy: [null, null, null] });
    const together = exathenaSchedule([
      call('a', true),
      call('b', true, 'halt'),
      call('c', true, 'halt'),
      call('d', true),
      call('e', true),
    ]);
    expect(drawn(together.runs)).toBe('1@0, 2@0 halted, 3@0 killed, 4@0 killed, -');
  });

  it('goes on after an error', () => {
    const schedule = exathenaSchedule([call('a', false, 'error'), call('b', false)]);
    expect(schedule).toMatchObject({ end: 'all-ran', answeredBy: [0, 1] });
  });

  it('gives calls that share an id the result that came last', () => {
    const calls = [call('x', true), call('x', false), call('y', false)];
    expect(exathenaSchedule(calls).answeredBy).toEqual([0, 0, 2]);
  });
});

describe('for any list of calls', () => {
  it('runs unsafe calls alone, in order and before all safe ones', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const { runs } = exathenaSchedule(calls);
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

  it('nothing begins after a halt, and without one everything runs and is answered', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const { runs, end, endedBy, answeredBy } = exathenaSchedule(calls);
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
});
