import { expect, it } from 'vitest';
import { attemptedCalls } from '../../../../src/app/views/reply/calls/attempts.ts';
import { extract, runtimesFor } from '../../../../src/core/index.ts';

const good = '{"name": "f", "arguments": {"a": 1}}';
const damaged = '{"name": "f", "arguments": {"a": 1,}}';
const tagged = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const coder = (end: string): string => `<tool_call>\n<function=f>\n<parameter=a>\n1\n${end}\n</function>\n</tool_call>`;
const call = '{"name": "f", "parameters": {"a": 1}}';

it.each([
  ['vllm:llama3_json', `${call}${call}`, 0, 2],
  ['vllm:llama3_json', `${call}; ${call}`, 2, 2],
  ['vllm:llama3_json', 'I use no tool.', 0, 0],
  ['vllm:llama3_json', 'A set {} is empty.', 0, 1],
  ['vllm:hermes', `${tagged(good)}\n${tagged(damaged)}`, 0, 2],
  // Nobody knows how many it had read when it stopped with an error.
  ['llamacpp:qwen2.5', `${tagged(good)}\n${tagged(damaged)}`, 0, null],
  ['transformers:json-blocks', `${tagged(good)}\n${tagged(damaged)}`, 0, null],
  // A piece without its end is returned as a call all the same.
  ['vllm:step3p5', `${coder('</parameter>')}\n${coder('')}`, 2, 2],
])('%s of %s returns %i of %i', async (runtime, text, returned, attempted) => {
  const extraction = extract({ text }, { runtime, runtimes: await runtimesFor(runtime), tools: [{ name: 'f' }] });
  expect(extraction.calls).toHaveLength(returned);
  expect(attemptedCalls(extraction)).toBe(attempted);
});
