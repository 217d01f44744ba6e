import { describe, expect, it } from 'vitest';
import { extract, openStream } from '../../src/core/index.ts';
import { runtimesFor } from '../../src/core/reader/runtimes.ts';
import { fill } from '../hostile-texts.ts';
import { growthOf, workOf } from './work.ts';

// Names that do not end, half markers, and markers that come again and again, after the openers behind which they were slow.

/** Twice the text may cost so many times as much. */
const MOST = 2.3;
const SIZE = 20_000;
/** Few, so that what a single piece costs is seen, and not what it costs to read the text again. */
const PIECES = 24;

const tools = [
  { name: 'f', schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } } },
  { name: 'x' },
];

const qwen = [
  ['<tool_call>\n<function=f>\n', '<'],
  ['<tool_call>\n<function=f>\n', '<tool_c'],
  ['<tool_call>\n<function=f>\n<parameter=', '<'],
  ['<tool_call>\n<function=f>\n', '<parameter=a>'],
  ['<tool_call>\n<function=f>\n', '<parameter='],
  ['<tool_call>\n<function=f>\n', '<parameter "'],
  ['<tool_call>\n<function=f>\n', '<name>'],
  ['<tool_call>\n', '<function=f>'],
  ['<tool_call>\n', '<name><'],
  ['', '<tool_call>\n<function=f>\n<parameter=a>'],
  ['', '<tool_call>\n<function=f>\n<parameter=a>x</parameter></function></tool_call>'],
  ['', 'x<tool_call><function=f></function></tool_call>'],
  ['', '<function=f>'],
  ['', '<function='],
] as const;

const dsml = '<｜DSML｜function_calls>\n<｜DSML｜invoke name="">\n';

const texts: readonly (readonly [runtime: string, before: string, piece: string, after?: string])[] = [
  // Arguments without a name: each piece was looked through for one, with all before it.
  ['vllm:gemma4', '<|tool_call>call:', '{'],
  ['vllm:gemma4', '<|tool_call>call:', '{"a":'],
  ['vllm:deepseek_v32', dsml, '<'],
  ['vllm:deepseek_v4', dsml.replace('function_calls', 'tool_calls'), '<｜DSML｜'],
  ['llamacpp:magistral@b8121', '[TOOL_CALLS]', '['],
  ['llamacpp:granite@b8121', '<|tool_call|>', '['],
  ['llamacpp:hermes-2-pro@b8121', '<tool_call>\n{"name": "f", "arguments": {"a":', '['],
  ['vllm:granite-20b-fc', '', '<function_call> {"name": "f", "arguments": {"a": "b"}}'],
  ['vllm:llama3_json', '', '{"name": "f", "parameters": {"a": "b"}}; '],
  ['vllm:qwen3_coder@2026-05', '<tool_call>\n<function=f>\n', '<parameter=a>'],
  // The key of a block without one was looked for in all that follows.
  ['hermes-agent:glm47', '', '</tool_call><tool_call>'],
  ['hermes-agent:glm45', '', '</tool_call><tool_call>'],
  // The same with what is looked for at the end of all.
  [
    'hermes-agent:kimi_k2',
    '<|tool_calls_section_begin|>',
    '<|tool_call_begin|>',
    '<|tool_call_argument_begin|><|tool_call_end|>',
  ],
  // A value that ends far away and is none: each opener read it again.
  ['format:sarashina', '', "2}}] or not.</think>\n<|tool_calls|>[{'name': 'ring", " 'count': 1}}]True, 'c"],
  ...qwen.map((text) => ['ai-sdk:qwen3coder', ...text] as const),
  ...qwen.map((text) => ['ai-sdk:qwen3coder@5.1.6', ...text] as const),
];

const rows = texts.map(([runtime, before, piece, after = '']) => [runtime, before, piece, after] as const);

describe.each(rows)('%s', (runtime, before, piece, after) => {
  const make = (size: number): string => before + fill(piece, size) + after;

  it(`reads ${JSON.stringify(before)} and many ${JSON.stringify(piece)} in time with their length`, async () => {
    const runtimes = await runtimesFor(runtime);
    expect(growthOf(SIZE, make, (text) => extract({ text }, { runtime, runtimes, tools }))).toBeLessThan(MOST);
  });

  it(`streams ${JSON.stringify(before)} and many ${JSON.stringify(piece)} in time with their length`, async () => {
    const runtimes = await runtimesFor(runtime);
    const read = (text: string): void => {
      const stream = openStream({ runtime, runtimes, tools });
      const length = Math.ceil(text.length / PIECES);
      for (let at = 0; at < text.length; at += length) stream.push(text.slice(at, at + length));
      stream.end();
    };
    expect(growthOf(SIZE, make, read)).toBeLessThan(MOST);
  });
});

describe('white space that could be divided in many ways', () => {
  it.each([
    ['ai-sdk:qwen3coder', '<', ' ', 'x'],
    ['ai-sdk:qwen3coder', '<tool_call><', ' ', 'x'],
    ['ai-sdk:qwen3coder@5.1.6', '<tool_call><function>', ' ', '%'],
    ['ai-sdk:qwen3coder@5.1.6', '<tool_call>f', '\t', '%'],
  ])('ends under %s after %j', async (runtime, before, space, after) => {
    const stream = openStream({ runtime, runtimes: await runtimesFor(runtime), tools });
    // It would be tried in 10^11 ways.
    stream.push(before + space.repeat(500_000) + after);
    stream.end();
  });
});

describe('JSON that opens and opens', () => {
  it.each([
    ['llamacpp:magistral@b8121', '[TOOL_CALLS]'],
    ['llamacpp:granite@b8121', '<|tool_call|>'],
    ['llamacpp:hermes-2-pro@b8121', '<tool_call>\n{"name": "f", "arguments": {"a":'],
  ])('is not completed again and again under %s', async (runtime, before) => {
    const runtimes = await runtimesFor(runtime);
    const text = before + fill('[', SIZE);
    const { blocks } = workOf(() => {
      const stream = openStream({ runtime, runtimes, tools });
      for (let at = 0; at < text.length; at += 50) stream.push(text.slice(at, at + 50));
      stream.end();
    });
    expect(blocks / text.length).toBeLessThan(1000);
  });
});
