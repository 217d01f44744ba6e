import { expect, test } from 'vitest';
import { promptTexts } from '../../../src/app/views/prompt/prompt-texts.ts';
import { augmentSystemPrompt } from '../../../src/core/index.ts';

const tools = [
  { name: 'read_gauge', description: 'Reads.', schema: { type: 'object' } },
  { name: 'open_valve', description: 'Opens.', schema: { type: 'object' } },
] as const;

test.each([
  ['', []],
  ['', tools],
  ['You look after a pump house.', tools],
  ['Two\nlines.\n\n', tools.slice(1)],
])('the parts of a prompt add up to the whole: %j', (system, declared) => {
  const { whole, base, preamble, glue, tools: lines } = promptTexts(augmentSystemPrompt(system, declared));
  const parts = [base, preamble, glue, ...lines];
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBe(whole.length);
});
