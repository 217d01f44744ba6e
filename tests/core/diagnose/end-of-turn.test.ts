import { expect, it } from 'vitest';
import { diagnose, extract, runtimesFor } from '../../../src/core/index.ts';

const runtimes = await runtimesFor('vllm:hermes');

function remedyOf(text: string): string | undefined {
  const options = { runtime: 'vllm:hermes', runtimes, tools: [{ name: 'dim_lamp' }] };
  return diagnose(extract({ text }, options), options).find(({ code }) => code === 'D10')?.remedy;
}

const call = '{"name": "dim_lamp", "arguments": {"room": "attic"}}';

it('the token that ends a turn is named where it follows the JSON', () => {
  expect(remedyOf(`<tool_call>\n${call}<|im_end|>\n</tool_call>`)).toContain('ends the turn of the model');
});

it.each([`${call}}`, `${call}]}`])('a bracket too many is no such token: %s', (body) => {
  const remedy = remedyOf(`<tool_call>\n${body}\n</tool_call>`);
  expect(remedy).toBeDefined();
  expect(remedy).not.toContain('ends the turn');
});
