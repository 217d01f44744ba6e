import { expect, it } from 'vitest';
import { diagnose } from '../../../src/core/diagnose/index.ts';
import { extract, runtimesFor } from '../../../src/core/reader/index.ts';
import { declaredTools } from '../../../src/core/tools/index.ts';
import { verdictOf } from '../../../src/core/trace/index.ts';

const tools = JSON.stringify([
  {
    name: 'search_flights',
    parameters: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' }, seats: { type: 'integer' } },
    },
  },
]);

const flight = (to: string): string =>
  `<tool_call>\n<function=search_flights>\n<parameter=from>\nOslo\n</parameter>\n${to}\n<parameter=seats>\n2\n</parameter>\n</function>\n</tool_call>`;
const whole = flight('<parameter=to>\nLisbon\n</parameter>');
const broken = flight('<parameter=to\nLisbon\n</parameter>');
const weather = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}';

async function verdict(runtime: string, text: string, declared = '') {
  const options = { runtime, runtimes: await runtimesFor(runtime), tools: declaredTools(declared) };
  const extraction = extract({ text }, options);
  return verdictOf({ ...extraction, diagnoses: diagnose(extraction, options) });
}

it.each([
  ['one call, damaged', broken, 'vLLM qwen3_coder returns the call with other arguments.'],
  ['one of two', `${whole}\n${broken}`, 'vLLM qwen3_coder returns the calls, 1 with other arguments.'],
  ['both', `${broken}\n${broken}`, 'vLLM qwen3_coder returns the calls with other arguments.'],
  ['none', whole, 'vLLM qwen3_coder returns it.'],
])('says first that a server returns other arguments than were meant: %s', async (_, text, gets) => {
  expect(await verdict('vllm:qwen3_coder', text, tools)).toMatchObject({
    tone: text === whole ? 'good' : 'flawed',
    gets,
  });
});

it('says so of a call whose tools nobody declared', async () => {
  const { gets } = await verdict('vllm:qwen3_coder', `I will look that up.\n${broken}`);
  expect(gets).toBe('vLLM qwen3_coder returns the call with other arguments and 20 characters of text.');
});

it('names the call again after a sentence about a marker: “it” would be that', async () => {
  const { headline, gets } = await verdict('vllm:hermes', weather);
  expect(headline).toContain('marker');
  expect(gets).toBe('vLLM hermes returns the call.');
});
