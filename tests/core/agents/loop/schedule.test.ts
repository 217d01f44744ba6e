import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systems } from '../../../../src/core/index.ts';
import { anyCalls } from './calls.ts';

describe('for any list of calls and any system', () => {
  it('no two calls are in one lane at one time, and no step is empty', () => {
    fc.assert(
      fc.property(anyCalls, fc.constantFrom(...systems), (calls, { schedule }) => {
        const { runs, steps } = schedule(calls);
        const places = runs.flatMap((run) => (run === null ? [] : [`${run.lane}@${run.step}`]));
        expect(new Set(places).size).toBe(places.length);
        const used = new Set(runs.flatMap((run) => run?.step ?? []));
        expect([...used].sort((a, b) => a - b)).toEqual(Array.from({ length: steps }, (_, step) => step));
      }),
    );
  });

  it('results are in the order of the calls when ids differ', () => {
    fc.assert(
      fc.property(anyCalls, (some) => {
        const calls = some.map((one, index) => ({ ...one, id: String(index), returns: 'ok' as const }));
        for (const { schedule } of systems) {
          expect(schedule(calls).answeredBy).toEqual(calls.map((_, index) => index));
        }
      }),
    );
  });
});
