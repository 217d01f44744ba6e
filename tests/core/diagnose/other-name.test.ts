import { expect, it } from 'vitest';
import { diagnose, extract } from '../../../src/core/index.ts';

const tools = [
  {
    name: 'fill_tank',
    schema: { type: 'object', properties: { vol: { type: 'number' } }, required: ['vol'] },
  },
];
const first = (args: string): ReturnType<typeof diagnose>[number] | undefined => {
  const options = { runtime: 'auto', tools };
  const text = `<tool_call>\n{"name": "fill_tank", "arguments": ${args}}\n</tool_call>`;
  return diagnose(extract({ text }, options), options).find(({ code }) => code === 'D29');
};

it('tells of the name that a model gave instead, and how both can be the same', () => {
  expect(first('{"amount": 4}')?.message).toContain('They have `amount`, which is not declared.');
  expect(first('{"amount": 4}')?.remedy).toContain('Name the parameter as the model does');
  expect(first('{}')?.remedy).toContain('State in the description');
  expect(first('{"a": 1, "b": 2}')?.message).not.toContain('which is not declared');
});
