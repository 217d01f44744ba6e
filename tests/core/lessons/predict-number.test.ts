import { expect, it } from 'vitest';
import { gradeAnswer } from '../../../src/core/lessons/index.ts';

it.each([
  ['one', 'You expected `1`.'],
  ['2 calls', 'You expected `2`.'],
  ['soon', 'Type a number, such as `0` or `1`.'],
])('reads “%s” as a number, or asks for one', async (text, says) => {
  const given = { profile: 'vllm:hermes', text: 'Hello.' };
  const question = { case: given, ask: { kind: 'predict', what: { of: 'count' } } } as const;
  expect((await gradeAnswer(question, { kind: 'words', text })).says[0]).toBe(says);
});
