import { describe, expect, it } from 'vitest';
import { extract, runtimesFor, stepText, type ToolDefinition, withTools } from '../../../src/core/index.ts';
import { saidOf } from './told.ts';

const ferry: ToolDefinition = {
  name: 'find_ferry',
  schema: {
    type: 'object',
    properties: { port: { type: 'string' }, cars: { type: 'integer' }, vip: { type: 'boolean' } },
    required: ['port'],
  },
};

/** The steps of a runtime in words, one line each. */
async function stepsOf(runtime: string, text: string, tools: readonly ToolDefinition[] = [ferry]): Promise<string> {
  const options = withTools({ runtime, runtimes: await runtimesFor(runtime), tools }, { text });
  const { trace, runtime: read } = extract({ text }, options);
  return trace.map((event) => stepText(event, text, read.words)).join('\n');
}

const glm = (key: string, value: string): string =>
  `<tool_call>find_ferry\n<arg_key>port</arg_key>\n<arg_value>Malmö</arg_value>\n<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n</tool_call>`;

describe('what became of a value', () => {
  it.each([
    ['vllm:glm45', 'vip', '5', 'converted to a declared type that fits it, or else read as JSON: 5'],
    ['vllm:glm45', 'cars', 'red', 'The text of an argument: red'],
    ['ollama:glm-4.7', 'cars', 'red', 'The text of an argument: red'],
    ['ollama:glm-4.7', 'cars', '2', 'The text of an argument, converted to another value: 2'],
    ['sglang:glm45', 'vip', '5', 'The text of an argument, converted to another value: 5'],
  ])('%s, %s: %s', async (runtime, key, value, says) => {
    expect(await stepsOf(runtime, `${runtime.startsWith('ollama') ? '</think>' : ''}${glm(key, value)}`)).toContain(
      says,
    );
  });

  it('is told once, where it does not fit the schema', async () => {
    const said = await saidOf('vllm:glm45', glm('vip', '5'), [ferry]);
    expect(said.map(({ message }) => message)).toEqual([
      '`vip` of `find_ferry` is the number 5, but the schema requires boolean.',
    ]);
  });
});

const kimi = (id: string, args: string): string =>
  `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${args}<|tool_call_end|>`;
const section = (...calls: readonly string[]): string =>
  `<|tool_calls_section_begin|>${calls.join('')}<|tool_calls_section_end|>`;

describe('arguments that nobody parsed', () => {
  const text = section(kimi('functions.find_ferry:0', '{"port": "Malmö",}'), kimi('find_ferry', '{"port": "x"}'));

  it('are no object, and the id holds the name', async () => {
    const steps = await stepsOf('vllm:kimi_k2', text);
    expect(steps).toContain('The call id: functions.find_ferry:0\nThe tool name: find_ferry\n');
    expect(steps).toContain('The arguments, which the parser does not check: {"port": "Malmö",}');
  });

  it.each(['vllm:kimi_k2', 'sglang:kimi_k2'])(
    'are returned, whatever becomes of the next call: %s',
    async (runtime) => {
      const said = (await saidOf(runtime, text, [ferry])).map(({ message }) => message);
      expect(said[0]).toMatch(/trailing comma .* returns arguments that are no valid JSON/);
      expect(said[1]).toMatch(/The id `find_ferry` .* does not return the call to `find_ferry`/);
    },
  );

  it('have the place of the value of which the parser made no JSON', async () => {
    const reply = '<tool_call>\n<function=find_ferry>\n<parameter=cars>\nred\n</parameter>\n</function>\n</tool_call>';
    const [first] = await saidOf('vllm:qwen3_xml@2026-05', reply, [ferry]);
    expect(first?.message).toContain('found `r` (line 4, column 1)');
    expect(first?.span.from).toBe(reply.indexOf('red'));
    expect(first?.remedy).not.toContain('strict JSON');
  });
});

it('calls of Kimi K2 have the ids that SGLang makes of names and places', async () => {
  const args = '{"port": "x"}';
  const text = section(kimi('functions.find_ferry:4', args), kimi('functions.find_ferry:5', args));
  const options = { runtime: 'sglang:kimi_k2', runtimes: await runtimesFor('sglang:kimi_k2'), tools: [ferry] };
  const ids = ['functions.find_ferry:0', 'functions.find_ferry:1'];
  expect(extract({ text }, options).calls.map(({ id }) => id)).toEqual(ids);
});
