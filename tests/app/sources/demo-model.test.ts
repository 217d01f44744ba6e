import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cutIntoChains, makeDemoModel } from '../../../scripts/make-demo-model.js';
import answers from '../../../src/app/sources/demo-answers.json';

const file = readFileSync(new URL('../../../src/app/sources/demo-model.gguf', import.meta.url));

test('the model in the repository is what the script writes', () => {
  expect(makeDemoModel(answers).equals(file)).toBe(true);
});

test('it is a GGUF file of version 3', () => {
  expect(file.toString('latin1', 0, 4)).toBe('GGUF');
  expect(file.readUInt32LE(4)).toBe(3);
});

test('every answer is a chain of its own, and no token has two successors', () => {
  const chains = cutIntoChains(answers);
  expect(chains.map((chain) => chain.join(''))).toEqual(answers.map(({ text }) => text));
  expect(new Set(chains.flat()).size).toBe(chains.flat().length);
});

test('an answer with a limit is cut by it, in the middle of its call', () => {
  const chains = cutIntoChains(answers);
  const limited = answers.flatMap(({ maxTokens }, index) => (maxTokens === undefined ? [] : [{ maxTokens, index }]));
  expect(limited).not.toEqual([]);
  for (const { maxTokens, index } of limited) expect(maxTokens).toBeLessThan(chains[index]?.length ?? 0);
});
