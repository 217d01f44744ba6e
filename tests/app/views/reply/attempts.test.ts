import { expect, it } from 'vitest';
import { refusedBlocks } from '../../../../src/app/views/reply/calls/attempts.ts';
import { extract, runtimesFor } from '../../../../src/core/index.ts';

const call = '{"name": "f", "parameters": {"a": 1}}';

it.each([
  ['vllm:llama3_json', `${call}${call}`, 0, 2],
  ['vllm:llama3_json', `${call}; ${call}`, 2, 0],
  ['vllm:llama3_json', 'I use no tool.', 0, 0],
  ['vllm:llama3_json', 'A set {} is empty.', 0, 1],
])('%s of %s returns %i, and refuses %i', async (runtime, text, returned, refused) => {
  const { trace, calls } = extract({ text }, { runtime, runtimes: await runtimesFor(runtime), tools: [{ name: 'f' }] });
  expect(calls).toHaveLength(returned);
  expect(refusedBlocks(trace, calls.length)).toBe(refused);
});
