import { expect, it } from 'vitest';
import { isSameData } from '../../../src/app/page/same-data.ts';

const job = { kind: 'glance', text: 'a', pinned: ['x', 'y'], expected: null, capabilities: { thinking: { on: true } } };

it.each([
  ['a copy', structuredClone(job), true],
  ['keys in another order', Object.fromEntries(Object.entries(job).toReversed()), true],
  ['a key that is not there, and one that is undefined', { ...job, tools: undefined }, true],
  ['another text', { ...job, text: 'b' }, false],
  ['a longer list', { ...job, pinned: ['x', 'y', 'z'] }, false],
  ['a shorter list', { ...job, pinned: ['x'] }, false],
  ['something deep', { ...job, capabilities: { thinking: { on: false } } }, false],
  ['null instead of an object', { ...job, capabilities: null }, false],
  ['an object instead of null', { ...job, expected: {} }, false],
  ['a list instead of an object', { ...job, capabilities: [] }, false],
  ['a number instead of a text', { ...job, text: 1 }, false],
])('%s', (_what, other, same) => {
  expect([isSameData(job, other), isSameData(other, job)]).toEqual([same, same]);
});
