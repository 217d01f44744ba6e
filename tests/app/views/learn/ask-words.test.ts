import { expect, it } from 'vitest';
import type { Ask } from '../../../../src/core/index.ts';
import { askedFor, choicesOf, ruleOf, serverOf } from '../../../../src/app/views/learn/lessons/ask-words.ts';

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

it('says what an answer has to do in a stream, and only where it has to', () => {
  const calls = [{ name: 'f', argumentsText: '{}' }];
  const fix = (streamed: boolean): Ask => ({
    kind: 'fix',
    edit: ['text'],
    conditions: [{ must: 'call', calls, ...(streamed ? { streamed } : {}) }],
  });
  expect([fix(true), fix(false), tier].map(ruleOf)).toEqual([
    'The calls have to come whole and in pieces (streamed).',
    '',
    '',
  ]);
  expect(ruleOf({ kind: 'choose', among: [], replies: [] })).not.toBe('');
  // On paper there is no button.
  expect(askedFor(fix(true))).toBe('Edit the text of the reply');
});

it('names the server of a question with its reasoning parser', () => {
  const labelOf = (id: string): string => `<${id}>`;
  expect(serverOf({ profile: 'vllm:hermes' }, labelOf)).toBe('Server: <vllm:hermes>.');
  expect(serverOf({ profile: 'vllm:hermes', reasoningParser: 'qwen3' }, labelOf)).toBe(
    'Server: <vllm:hermes>, reasoning parser `qwen3`.',
  );
});
