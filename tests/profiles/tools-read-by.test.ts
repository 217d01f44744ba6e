import { expect, it } from 'vitest';
import { extract, profiles, toolDefinitions, toolsReadBy } from '../../src/core/index.ts';

const tools = '[{"name": "declared", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}}]';
const text = '{"name": "other", "arguments": {"a": 1}}\n<tool_call>{"name": "@declared", "arguments": {}}</tool_call>';

it.each([...profiles.map(({ id }) => id), 'format:hermes', 'format:raw-json'])(
  '%s answers the same with the tools that it is said to read',
  (profile) => {
    const answer = (declared: string): string =>
      JSON.stringify(extract({ text }, { profile, tools: toolDefinitions(declared) }));
    expect(answer(toolsReadBy(profile, tools))).toBe(answer(tools));
  },
);

it.each(['chatcli-shim', 'auto', 'format:hermes'])('%s reads the tools', (profile) => {
  expect(toolsReadBy(profile, tools)).toBe(tools);
});

it.each(['exathena', 'exathena-head', 'chatcli'])('%s does not read the tools', (profile) => {
  expect(toolsReadBy(profile, tools)).toBe('');
});
