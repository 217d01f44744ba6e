import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinDeltas } from '../../../../src/core/engines/kit/deltas.ts';
import type { Delta } from '../../../../src/core/engines/runtime.ts';

const index = fc.oneof(fc.integer({ min: -3, max: 5 }), fc.maxSafeInteger(), fc.double({ noNaN: true }));
const text = fc.string();
const delta: fc.Arbitrary<Delta> = fc.oneof(
  fc.record({ kind: fc.constant('content' as const), text, from: fc.constant(null) }),
  fc.record({ kind: fc.constant('call' as const), index, name: text }),
  fc.record({ kind: fc.constant('arguments' as const), index, text }),
);

it('joins calls whatever their index is, in its order, and loses none', () => {
  fc.assert(
    fc.property(fc.array(delta), (deltas) => {
      const { calls, content } = joinDeltas(deltas);
      const indexes = new Set(deltas.flatMap((one) => ('index' in one ? [one.index] : [])));
      const textOf = (index: number): string =>
        deltas.map((one) => (one.kind === 'arguments' && one.index === index ? one.text : '')).join('');
      const sent = [...indexes].sort((one, other) => one - other).map(textOf);
      expect(calls.map(({ argumentsText }) => argumentsText).filter((all) => all !== '')).toEqual(
        sent.filter((all) => all !== ''),
      );
      expect(calls.length).toBeGreaterThanOrEqual(indexes.size);
      expect(content).toBe(deltas.map((one) => (one.kind === 'content' ? one.text : '')).join(''));
    }),
    { numRuns: 300 },
  );
});

it('has an entry for each index that is left out, unless there are very many', () => {
  const calls = (index: number) => joinDeltas([{ kind: 'call', index, name: 'f' }]).calls;
  expect(calls(1)).toEqual([
    { name: null, argumentsText: '' },
    { name: 'f', argumentsText: '' },
  ]);
  expect(calls(1e12)).toHaveLength(1);
});

it('appends to a name, and forgets what is withdrawn', () => {
  const before: readonly Delta[] = [
    { kind: 'call', index: -1, name: 'se' },
    { kind: 'call', index: -1, name: 't' },
    { kind: 'arguments', index: 4, text: '{}' },
  ];
  expect(joinDeltas(before).calls).toEqual([
    { name: 'set', argumentsText: '' },
    ...Array.from({ length: 4 }, () => ({ name: null, argumentsText: '' })),
    { name: null, argumentsText: '{}' },
  ]);
  expect(joinDeltas([...before, { kind: 'withdrawn', characters: 0, calls: 2 }]).calls).toEqual([]);
});
