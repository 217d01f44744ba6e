import { expect, it } from 'vitest';
import { extract, type ToolDefinition } from '../../../src/core/index.ts';

const tide: ToolDefinition = {
  name: 'get_tide',
  schema: { type: 'object', properties: { port: { type: 'string' }, days: { type: 'integer' } } },
};

/** The steps of a reading that tell of damage or of what was not read. */
function told(text: string, tools: readonly ToolDefinition[] = []): readonly string[] {
  const { trace } = extract({ text }, { runtime: 'auto', tools });
  return trace.flatMap((step) => (step.kind === 'reject' || step.kind === 'repair' ? step.code : []));
}

/** The calls, each as its name and its arguments. */
function called(text: string, tools: readonly ToolDefinition[] = []): readonly string[] {
  return extract({ text }, { runtime: 'auto', tools }).calls.map(
    ({ name, argumentsText }) => `${name} ${argumentsText}`,
  );
}

it.each(['<|tool_call_end|>', '<|tool_call_end|><|tool_calls_section_end|>', '<|tool_calls_section_end|>'])(
  'of Kimi, what ends a call whose beginning is lost is no surplus: %s',
  (end) => {
    const text = `I will look. functions.get_tide:0<|tool_call_argument_begin|>{"port": "Husum"}${end}`;
    expect(called(text)).toEqual(['get_tide {"port":"Husum"}']);
    expect(told(text)).toEqual(['missing-marker']);
  },
);

it('with tools the same', () => {
  const text = 'get_tide:0<|tool_call_argument_begin|>{"port": "Husum"}<|tool_calls_section_end|>';
  expect(called(text, [tide])).toEqual(['get_tide {"port":"Husum"}']);
});
