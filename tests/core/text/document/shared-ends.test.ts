import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedEnd, sharedStart } from '../../../../src/core/index.ts';

const long = 'All of this is the same. '.repeat(1000);

describe('what two texts share', () => {
  it.each([
    ['nothing', '', long, 0, 0],
    ['all of one of them', long, long + long, long.length, long.length],
    ['all but a letter within', `${long}a${long}`, `${long}b${long}`, long.length, long.length],
    ['a beginning', `${long}a`, `${long}b`, long.length, 0],
    ['an end', `a${long}`, `b${long}`, 0, long.length],
  ])('%s', (_what, one, other, start, end) => {
    expect([sharedStart(one, other), sharedEnd(one, other)]).toEqual([start, end]);
  });

  it('is no more than was asked for', () => {
    expect([sharedStart(long, long, 5000), sharedEnd(long, long, 5000)]).toEqual([5000, 5000]);
    expect([sharedStart(long, long, 0), sharedEnd(long, long, 0)]).toEqual([0, 0]);
  });

  it('is what comparing unit by unit finds, wherever a letter is another one', () => {
    const place = fc.nat(long.length - 1);
    fc.assert(
      fc.property(place, place, fc.integer({ min: 0, max: 9 }), (at, to, grown) => {
        const other = `${long.slice(0, at)}\u{1F600}${'x'.repeat(grown)}${long.slice(Math.max(at, to) + 1)}`;
        const rest = long.length - Math.max(at, to) - 1;
        expect(sharedStart(long, other)).toBe(at);
        expect(sharedEnd(long, other)).toBeGreaterThanOrEqual(rest);
        expect(sharedEnd(long, other, rest)).toBe(rest);
      }),
    );
  });
});
