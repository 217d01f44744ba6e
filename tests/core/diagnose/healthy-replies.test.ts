import { describe, expect, it } from 'vitest';
import { exampleTools } from '../../../src/core/catalogue/example-tools.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import type { ToolDefinition } from '../../../src/core/index.ts';
import { fixtures, noCalls } from '../../fixtures.ts';
import { diagnosed } from '../../readings.ts';

/** The cases of every format in which nothing is wrong. */
const HEALTHY = new Set(['one-call', 'two-calls', 'text-around']);

interface Reply {
  readonly format: string;
  readonly name: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

const replies: readonly Reply[] = [
  ...formatList.map((format) => ({
    format: format.id,
    name: 'example',
    text: format.example,
    tools: exampleTools(format),
  })),
  ...fixtures
    .filter(({ name }) => HEALTHY.has(name))
    .map(({ format, name, text, expected }) => ({ format, name, text, tools: expected.tools })),
  // Qwen-Agent writes the result after the call.
  ...fixtures
    .filter(({ format, name }) => format === 'qwen-agent-legacy' && name === 'dialect-result-after')
    .map(({ format, name, text, expected }) => ({ format, name, text, tools: expected.tools })),
];

describe.each(replies)('$format/$name', ({ format, text, tools }) => {
  it.each(['auto', `format:${format}`])('has no diagnosis under %s', (profile) => {
    const { diagnoses } = diagnosed({ text }, { runtime: profile, tools });
    expect(diagnoses.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

it.each(noCalls)('$name, a text without calls, is not taken for a damaged one', ({ text, tools }) => {
  const { diagnoses } = diagnosed({ text }, { runtime: 'auto', tools });
  expect(diagnoses.map(({ message }) => message).filter((message) => message.includes('No format can parse'))).toEqual(
    [],
  );
});
