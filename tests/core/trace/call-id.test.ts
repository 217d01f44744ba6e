import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callId } from '../../../src/core/trace/call-id.ts';

describe('callId', () => {
  it('looks like an id of the original and is always the same', () => {
    expect(callId('read_gauge', '{"dial":"oil"}', 7)).toMatch(/^call_[\w-]{12}$/);
    expect(callId('read_gauge', '{"dial":"oil"}', 7)).toBe(callId('read_gauge', '{"dial":"oil"}', 7));
  });

  it('is another one at every place of a document', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 24 - 1 }), fc.nat({ max: 2 ** 24 - 1 }), (one, other) => {
        fc.pre(one !== other);
        expect(callId('f', '{}', one)).not.toBe(callId('f', '{}', other));
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(new Set(Array.from({ length: 10_000 }, (_, at) => callId('f', '{}', at))).size).toBe(10_000);
  });

  it.each([
    ['name', callId('g', '{"a":1}', 0)],
    ['arguments', callId('f', '{"a":2}', 0)],
    ['length', callId('f', '{"a":1}'.padEnd(200), 0)],
  ])('depends on the %s', (_, id) => {
    expect(id).not.toBe(callId('f', '{"a":1}', 0));
  });
});
