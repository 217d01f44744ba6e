import { expect, it } from 'vitest';
import type { ToolDefinition } from '../../../src/core/index.ts';
import type { JsonObject } from '../../../src/core/text/json/index.ts';
import { saidOf } from './told.ts';

const weather: ToolDefinition = {
  name: 'get_weather',
  schema: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city'] },
};

const engine = 'The model wrote the call as its format allows.';
const model = 'Show the exact notation of the call in the prompt';
const deepseek = (args: string): string =>
  `Checking.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>${args}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`;
const harmony = (header: string): string =>
  `<|channel|>analysis<|message|>Why.<|end|><|start|>assistant${header}<|message|>{"city":"Oslo"}`;
const tags = (name: string, ...parameters: string[]): string =>
  `<tool_call>\n<function=${name}>\n${parameters.map((one) => `<parameter=${one}\n</parameter>\n`).join('')}</function>\n</tool_call>`;

it.each([
  [
    'an undeclared name',
    'sglang:llama3',
    '<|python_tag|>{"name": "nope", "parameters": {}}',
    'SGLANG_FORWARD_UNKNOWN_TOOLS',
  ],
  [
    'an undeclared name that no setting lets pass',
    'sglang:interns1',
    'I look.<|action_start|> <|plugin|>{"name": "nope", "parameters": {}}<|action_end|>',
    'Declare the tool under this name',
  ],
  [
    'a reply that the sampler cannot write',
    'llamacpp:qwen3-coder',
    tags('get_weather', 'days>\n5', 'city>\nOslo'),
    'llama-server cannot sample this reply with these tools.',
  ],
  ['valid JSON on several lines', 'vllm:deepseek_v31', deepseek('{\n  "city": "Oslo"\n}'), engine],
  ['a recipient in the role', 'sglang:gpt-oss', harmony(' to=functions.get_weather<|channel|>commentary json'), engine],
  ['arguments that are missing', 'vllm:hermes', '<tool_call>{"name": "get_weather"}</tool_call>', model],
])('the remedy for %s names who can change it', async (_what, runtime, reply, remedy) => {
  const stops = (await saidOf(runtime, reply, [weather])).filter(({ code }) => code === 'D35');
  expect(stops.map((one) => one.remedy)).toEqual([expect.stringContaining(remedy)]);
});

it('the remedy for a value of another type speaks of `$ref` only where the schema has one', async () => {
  const reply = tags('get_weather', 'days>\ntwenty', 'city>\nOslo');
  const remedies = async (days: Record<string, unknown>): Promise<readonly string[]> => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, days },
      $defs: { n: { type: 'integer' } },
    };
    const said = await saidOf('vllm:qwen3_coder', reply, [{ name: 'get_weather', schema: schema as JsonObject }]);
    return said.filter(({ code }) => code === 'D28').map(({ remedy }) => remedy);
  };
  expect(await remedies({ type: 'integer' })).toEqual([expect.not.stringContaining('$ref')]);
  expect(await remedies({ $ref: '#/$defs/n' })).toEqual([expect.stringContaining('without `$ref`')]);
});

it('brackets in the words before a call are the cause, where the parser takes them for one', async () => {
  const reply = 'Use `dict {}` here: {"name": "get_weather", "parameters": {"city": "Oslo"}}';
  const [first] = await saidOf('vllm:llama3_json', reply, [weather]);
  expect(first?.message).toMatch(
    /^The parser takes `\{\}` for a call, in the text before the calls \(line 1, column 11\)\./,
  );
});
