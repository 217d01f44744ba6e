import { describe, expect, it } from 'vitest';
import {
  diagnose,
  type Diagnosis,
  extract,
  runtimesFor,
  stepText,
  type ToolDefinition,
  withTools,
} from '../../../src/core/index.ts';
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

it('a parameter that the parser cannot read has a step', async () => {
  const text =
    '<｜DSML｜function_calls><｜DSML｜invoke name="find_ferry"><｜DSML｜parameter name="port">Malmö</｜DSML｜parameter><｜DSML｜parameter name="cars" string="false">2</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>';
  expect(await stepsOf('vllm:deepseek_v32', text)).toContain(
    `The parser reads no argument here: it drops this text (line 1, column ${String(text.indexOf('Malmö') + 1)}).`,
  );
  expect(await stepsOf('vllm:glm45', glm('cars', '2'))).not.toContain('reads no argument here');
});

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

describe('reasoning', () => {
  const call = '<tool_call>\n{"name": "find_ferry", "arguments": {"port": "x"}}\n</tool_call>';
  const told = async (reasoning: string, text: string): Promise<readonly Diagnosis[]> => {
    const runtimes = await runtimesFor('vllm:hermes');
    const options = withTools({ runtime: 'vllm:hermes', reasoning, runtimes, tools: [ferry] }, { text });
    return diagnose(extract({ text }, options), options);
  };

  it('without an end is no matter of the prompt where the parser does not look at it', async () => {
    const [first] = await told('deepseek_r1', call);
    expect(first?.message).toMatch(/takes the reply for reasoning from its beginning\. There is no `<\/think>`/);
    expect(first?.remedy).toContain('Or choose a reasoning parser that ends it at a call.');
  });

  it('has a parser already, which lets a draft through', async () => {
    const [first] = await told('qwen3', `<think>\nMaybe ${call}\n</think>\n\nNo ferry needed.`);
    expect([first?.code, first?.remedy]).toEqual(['D19', expect.stringContaining('Choose a reasoning parser')]);
  });

  it('is ended by a marker that is only a word in it', async () => {
    const [first] = await told('qwen3', `<think>\nI would write <tool_call> here.\n</think>\n\n${call}`);
    expect(first?.message).toMatch(/This marker of a call ends the thinking, .* `json\.loads` rejects this/);
    expect(first?.remedy).toContain('Choose a reasoning parser');
  });
});

it('text that the parser drops after the arguments is lost', async () => {
  const runtimes = await runtimesFor('vllm:mistral:v11');
  const text = '[TOOL_CALLS]find_ferry[ARGS]{"port": "x"} done';
  const { lost, document } = extract({ text }, { runtime: 'vllm:mistral:v11', runtimes, tools: [ferry] });
  expect(lost.map(({ from, to }) => document.slice(from, to))).toEqual([' done']);
});

it('a stream that keeps text which the whole reply loses is not advised against', async () => {
  const text = `${glm('cars', '2')} Bye`;
  const said = await saidOf('vllm:glm45', text, [ferry]);
  expect(said.find(({ code }) => code === 'D32')?.remedy).toContain('only the stream keeps all of the text');
});

describe('a call that does not come', () => {
  const glued =
    '{"name": "find_ferry", "parameters": {"port": "x"}}{"name": "find_ferry", "parameters": {"port": "y"}}';

  it.each(['vllm:llama3_json', 'sglang:llama3'])('is lost where the parser gave up, %s', async (runtime) => {
    const [first] = await saidOf(runtime, glued, [ferry]);
    expect(first?.code).toBe('D35');
    expect(first?.message).toMatch(/KeyError|AttributeError/);
    expect(first?.remedy).not.toContain('skip_special_tokens');
  });

  it('has text around it, and no engine is said to want it on lines of its own', async () => {
    const [first] = await saidOf('vllm:pythonic', 'Text first [find_ferry(port="x")]', [ferry]);
    expect(first?.message).toBe(
      'Text surrounds this call, which has no markers (line 1, column 12). vLLM pythonic returns no call.',
    );
    expect(first?.edit?.label).toBe('Keep only the call');
  });

  it('would not come without the text around it either', async () => {
    const [first] = await saidOf('sglang:pythonic', 'See [find_ferry(port="x", cars=-2)] ok', [ferry]);
    expect([first?.code, first?.message]).toEqual(['D35', expect.stringContaining('negative number')]);
  });
});
