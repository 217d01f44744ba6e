import { describe, expect, it } from 'vitest';
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

describe('a schema with mistakes', () => {
  const found = (schema: object): readonly [string, string, string][] => {
    const options = { runtime: 'auto', tools: [{ name: 'turn_off', schema: { type: 'object', ...schema } }] };
    const text = '<tool_call>\n{"name": "turn_off", "arguments": {"area": 7}}\n</tool_call>';
    return diagnose(extract({ text }, options), options).map(({ code, message, remedy }) => [code, message, remedy]);
  };
  const properties = { area: {}, domain: { type: 'string' } };

  it('is at fault where it requires what it does not define', () => {
    expect(found({ properties, required: ['domian'] })).toEqual([
      [
        'D29',
        'The schema of `turn_off` requires `domian`, and no property has this name. Did you mean `domain`?',
        'Correct the names in `required` of the tool: the model is not at fault.',
      ],
    ]);
    // Another part of it, or any name that is allowed, may be what is required.
    expect(found({ properties, required: ['domian'], additionalProperties: true })[0]?.[1]).toContain('lack it');
  });

  it('is not asked where the validator cannot use it', () => {
    expect(found({ type: 'objekt', properties, required: ['domain'] })).toEqual([]);
    expect(found({ properties: { ...properties, area: { type: 'strng' } }, required: ['domain'] })).toEqual([]);
  });
});
