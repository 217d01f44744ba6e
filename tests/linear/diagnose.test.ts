import { describe, it } from 'vitest';
import { diagnose, extract, loadProjects, type ToolDefinition } from '../../src/core/index.ts';
import { expectLinear } from './expect-linear.ts';

// Edits are tried up to an allowance of 200,000 characters: what is beyond it must grow with the text and not faster.

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);

const tools: readonly ToolDefinition[] = [
  {
    name: 'log_line',
    schema: {
      type: 'object',
      properties: { text: { type: 'string' }, level: { type: 'integer' } },
      required: ['text'],
    },
  },
];

const BEYOND_TRIES = 201_000;

const coder = (value: string): string =>
  `<tool_call>\n<function=log_line>\n<parameter=text>\n${value}\n</parameter>\n</function>\n</tool_call>`;
const hermes = '<tool_call>{"name": "log_line", "arguments": {"text": "a"}}</tool_call>';

const texts: Readonly<Record<string, (size: number) => string>> = {
  'a long value with closing tags': (size) => coder('a </parameter> b </function> '.repeat(size / 28)),
  'text after a call': (size) => `${hermes}${' and so on'.repeat(size / 10)}`,
  'openers that nothing follows': (size) => `${'<tool_call>\n'.repeat(size / 12)}${hermes}`,
  'a damaged name and many arguments': (size) =>
    `<tool_call>{"name": " log_line", "arguments": {${'"a": 1, '.repeat(size / 8)}"b": 2}}</tool_call>`,
  'many arguments in tags': (size) =>
    `<tool_call>log_line${'<arg_key>a</arg_key> <arg_value>1</arg_value>\n'.repeat(size / 46)}</tool_call>`,
  'one call before and after words': (size) => `${'so '.repeat(size / 6)}${hermes}${' so'.repeat(size / 6)}`,
  'white space in a call': (size) => `<tool_call>log_line${' \n'.repeat(size / 2)}<arg_key>text</arg_key></tool_call>`,
};

describe.each(['vllm:qwen3_coder', 'sglang:glm45', 'llamacpp:qwen3'])(
  'the work for a diagnosis under %s',
  (runtime) => {
    const options = { runtime, runtimes, tools };

    it.each(Object.entries(texts))('grows with the text: %s', (_what, make) => {
      expectLinear(BEYOND_TRIES, make, (text) => diagnose(extract({ text }, options), options));
    });
  },
);
