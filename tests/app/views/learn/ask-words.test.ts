import { expect, it } from 'vitest';
import type { Ask } from '../../../../src/core/index.ts';
import { choicesOf } from '../../../../src/app/views/learn/lessons/ask-words.ts';

const tier: Ask = { kind: 'predict', what: { of: 'tier' } };
const exathena = { id: 'exathena', tiers: ['fence', 'raw'], words: {} };

it('offers no parser before the runtime of the question has answered, so that none is added under the hand', () => {
  expect(choicesOf(tier, 'exathena', undefined)).toEqual([]);
  expect(choicesOf(tier, 'exathena', { ...exathena, id: 'auto' })).toEqual([]);
  expect(choicesOf(tier, 'exathena', exathena)?.map(({ id }) => id)).toEqual(['fence', 'raw', 'none']);
});

it('offers outcomes at once, and nothing where something is typed', () => {
  expect(choicesOf({ kind: 'predict', what: { of: 'outcome' } }, 'exathena', undefined)?.length).toBe(4);
  expect(choicesOf({ kind: 'predict', what: { of: 'count' } }, 'exathena', exathena)).toBeNull();
});
