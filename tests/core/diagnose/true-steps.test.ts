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
