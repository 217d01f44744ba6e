import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionPoint } from '../../../../src/core/index.ts';

describe('how many items come first', () => {
  it('is what counting them finds, whatever is looked for', () => {
    const number = fc.integer({ min: -1, max: 30 });
    fc.assert(
      fc.property(fc.array(number), number, (numbers, limit) => {
        const items = numbers.toSorted((one, other) => one - other);
        expect(partitionPoint(items, (item) => item < limit)).toBe(items.filter((item) => item < limit).length);
        expect(partitionPoint(items, (item) => item <= limit)).toBe(items.filter((item) => item <= limit).length);
      }),
    );
  });

  it.each([0, 1, 2, 3, 100])('may be none of %i items, or all of them', (length) => {
    const items = Array.from({ length }, (_, index) => index);
    expect([partitionPoint(items, () => false), partitionPoint(items, () => true)]).toEqual([0, length]);
  });

  it('looks at few of many', () => {
    const items = Array.from({ length: 1_000_000 }, (_, index) => index);
    let looks = 0;
    partitionPoint(items, (item) => {
      looks += 1;
      return item < 777_777;
    });
    expect(looks).toBeLessThanOrEqual(20);
  });
});
