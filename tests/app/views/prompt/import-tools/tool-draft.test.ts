import { describe, expect, test } from 'vitest';
import type { ToolDefinition } from '../../../../../src/core/index.ts';
import {
  definitionOf,
  draftOf,
  draftProblems,
  emptyDraft,
  newParameter,
  type DraftParameter,
  type ToolDraft,
} from '../../../../../src/app/views/prompt/import-tools/tool-draft.ts';

const draft = (...parameters: Partial<DraftParameter>[]): ToolDraft => {
  let made: ToolDraft = { ...emptyDraft, name: 'a' };
  for (const one of parameters) made = { ...made, parameters: [...made.parameters, { ...newParameter(made), ...one }] };
  return made;
};

test('a draft becomes a tool', () => {
  const made = draft(
    { name: 'city', description: 'Which.' },
    { name: 'unit', isRequired: false, choices: 'c\n f \n\nc' },
    { name: 'days', type: 'integer', isRequired: false, choices: '1\n2' },
    { name: 'tags', type: 'string[]', isRequired: false },
  );
  expect(definitionOf({ ...made, description: 'Does.', parallelSafe: true })).toEqual({
    name: 'a',
    description: 'Does.',
    schema: {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Which.' },
        unit: { type: 'string', enum: ['c', 'f'] },
        days: { type: 'integer', enum: [1, 2] },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['city'],
    },
    parallelSafe: true,
  });
});

test('a tool without parameters says so', () => {
  expect(definitionOf(draft())).toEqual({ name: 'a', schema: { type: 'object', properties: {} } });
});

describe('what the form did not change comes out as it went in', () => {
  test.each<ToolDefinition>([
    { name: 'a', schema: {} },
    { name: 'a', description: 'd', schema: { type: 'object', properties: {}, additionalProperties: false } },
    { name: 'a', schema: { type: 'object', properties: { b: true, a: { $ref: '#/$defs/x' } }, $defs: { x: {} } } },
    {
      name: 'a',
      schema: {
        properties: { a: { enum: ['x', 1, null] }, b: { type: 'array', items: { type: 'string', minLength: 1 } } },
      },
    },
    {
      name: 'a',
      schema: { required: ['b', 'a', 'ghost'], properties: { a: { type: 'string', minLength: 1 }, b: {} } },
    },
    {
      name: 'a',
      schema: { properties: { a: { type: 'object', properties: { x: {} }, description: 'd' } } },
      parallelSafe: false,
    },
  ])('%j', (tool) => {
    expect(definitionOf(draftOf(tool))).toEqual(tool);
  });
});

describe('what it changes keeps the rest', () => {
  const tool: ToolDefinition = {
    name: 'a',
    schema: {
      properties: { a: { type: 'string', minLength: 1 }, b: { anyOf: [{ type: 'string' }] } },
      required: ['a'],
    },
  };
  const change = (index: number, changes: Partial<DraftParameter>) => {
    const made = draftOf(tool);
    const parameters = made.parameters.map((one, at) => (at === index ? { ...one, ...changes } : one));
    return definitionOf({ ...made, parameters }).schema;
  };

  test.each([
    [0, { description: 'd' }, { a: { type: 'string', minLength: 1, description: 'd' } }],
    [0, { choices: 'x' }, { a: { type: 'string', minLength: 1, enum: ['x'] } }],
    [0, { type: 'integer' }, { a: { type: 'integer', minLength: 1 } }],
    [1, { description: 'd' }, { b: { anyOf: [{ type: 'string' }], description: 'd' } }],
  ] as const)('%i %j', (index, changes, properties) => {
    expect(change(index, changes)).toMatchObject({ properties, required: ['a'] });
  });

  test('another name takes the requirement along', () => {
    expect(change(0, { name: 'z' })).toMatchObject({ required: ['z'] });
    expect(change(0, { isRequired: false })).not.toHaveProperty('required');
  });
});

test.each<[ToolDraft, string[], string]>([
  [emptyDraft, ['name'], 'needs a name'],
  [{ ...emptyDraft, name: 'taken' }, ['name'], 'Another tool'],
  [draft({ name: '' }), ['1 name'], 'needs a name'],
  [draft({ name: 'x' }, { name: 'x' }), ['2 name'], 'twice'],
  [draft({ name: 'x', type: 'integer', choices: '1\n1.5' }), ['1 choices'], '`1.5` is not an integer'],
  [draft({ name: 'x', type: 'number', choices: 'one' }), ['1 choices'], 'not a number'],
])('problem %#', (made, fields, message) => {
  const problems = draftProblems(made, new Set(['taken']));
  expect(problems.map(({ field, blocks }) => [field, blocks])).toEqual(fields.map((field) => [field, true]));
  expect(problems[0]?.message).toContain(message);
});

test('an odd name is advised against and not refused', () => {
  expect(draftProblems({ ...emptyDraft, name: 'a b' }, new Set()).map(({ blocks }) => blocks)).toEqual([false]);
  expect(draftProblems(draft({ name: 'x', type: 'number', choices: '1.5' }), new Set())).toEqual([]);
});
