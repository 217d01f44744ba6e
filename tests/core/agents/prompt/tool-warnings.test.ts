import { describe, expect, test } from 'vitest';
import { applyEdit } from '../../../../src/core/text/document/edit.ts';
import { toolWarnings, type ToolWarning } from '../../../../src/core/agents/prompt/tool-warnings.ts';
import { readTools } from '../../../../src/core/tools/tool-definitions.ts';

const warningsOf = (text: string): ToolWarning[] => toolWarnings(readTools(text));

/** A tool that has nothing wrong with it but what is given. */
function listed(parts: { name?: string; description?: string; schema?: unknown }): string {
  return JSON.stringify([
    {
      name: 'read',
      description: 'Reads.',
      schema: { type: 'object', properties: { a: { type: 'string' } } },
      ...parts,
    },
  ]);
}

const where = (text: string, { span }: ToolWarning): string => text.slice(span.from, span.to);

test('a tool in order has no warnings', () => {
  expect(warningsOf(listed({}))).toEqual([]);
  expect(warningsOf('')).toEqual([]);
  expect(warningsOf('[{"name":')).toEqual([]);
});

/** Code, text, the place, and what the edit makes of the text: null for no edit, a list of codes that remain. */
test.each<[string, string, string, string[] | null]>([
  ['name-at', listed({ name: '@read' }), '"@read"', []],
  ['name-space', listed({ name: 'read file' }), '"read file"', []],
  ['name-separator', listed({ name: 'fs.read' }), '"fs.read"', []],
  ['name-separator', listed({ name: 'fs/read' }), '"fs/read"', []],
  ['name-characters', listed({ name: 'lis_é' }), '"lis_é"', []],
  ['name-too-long', listed({ name: 'a'.repeat(65) }), `"${'a'.repeat(65)}"`, []],
  ['no-description', listed({ description: ' ' }), '"read"', null],
  ['no-description', '[{"name":"a","schema":{}}]', '"a"', null],
  ['root-type-missing', listed({ schema: { properties: {} } }), '{"properties":{}}', []],
  ['root-not-object', listed({ schema: { type: 'array' } }), '"array"', null],
  ['root-not-object', listed({ schema: { type: 'string', properties: {} } }), '"string"', []],
  ['required-unknown', listed({ schema: { type: 'object', properties: { a: {} }, required: ['a', 'b'] } }), '"b"', []],
  ['required-unknown', listed({ schema: { type: 'object', required: ['b'] } }), '"b"', []],
  [
    'required-unknown',
    listed({ schema: { type: 'object', properties: { o: { properties: {}, required: ['x'] } } } }),
    '"x"',
    [],
  ],
  [
    'required-unknown',
    listed({ schema: { type: 'object', properties: { domain: {} }, required: ['domian'] } }),
    '"domian"',
    [],
  ],
  ['unknown-type', listed({ schema: { type: 'objekt', properties: {} } }), '"objekt"', []],
  ['unknown-type', listed({ schema: { type: 'object', properties: { a: { type: 'float' } } } }), '"float"', []],
  ['unknown-type', listed({ schema: { type: 'object', properties: { a: { type: ['any'] } } } }), '"any"', null],
  ['empty-enum', listed({ schema: { type: 'object', properties: { a: { type: 'string', enum: [] } } } }), '[]', []],
  ['foreign-schema-key', '[{"name":"a","description":"d","parameters":{"type":"object"}}]', '{"type":"object"}', []],
])('%s in %s', (code, text, place, left) => {
  const warnings = warningsOf(text);
  expect(warnings.map((one) => [one.code, where(text, one), one.toolIndex])).toEqual([[code, place, 0]]);
  const { edit } = warnings[0]!;
  const after = edit === null ? null : warningsOf(applyEdit(text, edit)).map((one) => one.code);
  expect(after).toEqual(left);
});

test('the cut of a compact description is shown', () => {
  const text = listed({ description: `${'word '.repeat(15)}here ends and this is lost in compact prompts. Second.` });
  const [warning] = warningsOf(text);
  expect(warning).toMatchObject({ code: 'description-cut', edit: null });
  expect(warning?.message).toContain('word word here `');
  expect(warning?.message).toContain('lose `ends and this is lost');
  expect(warningsOf(listed({ description: `${'a'.repeat(79)}. ${'b'.repeat(200)}` }))).toEqual([]);
  // Eighty of these, each of eleven UTF-16 units, are not cut.
  expect(warningsOf(listed({ description: '👨‍👩‍👧‍👦'.repeat(80) }))).toEqual([]);
});

describe('names beside each other', () => {
  test('twins by case', () => {
    const text =
      '[{"name":"Read","description":"d"},{"name":"read","description":"d"},{"name":"Read","description":"d"}]';
    expect(warningsOf(text).map(({ code, toolIndex }) => [code, toolIndex])).toEqual([
      ['name-case-twin', 1],
      ['duplicate-name', 2],
    ]);
  });

  test('a duplicate is renamed to a free name', () => {
    const text = '[{"name":"a","description":"d"},{"name":"a_2","description":"d"},{"name":"a","description":"d"}]';
    const [warning] = warningsOf(text);
    expect(warning?.code).toBe('duplicate-name');
    expect(readTools(applyEdit(text, warning!.edit!)).tools.map(({ definition }) => definition.name)).toEqual([
      'a',
      'a_2',
      'a_3',
    ]);
  });

  test('a mended name does not take that of another tool', () => {
    const text = '[{"name":"a_b","description":"d"},{"name":"a.b","description":"d"}]';
    expect(warningsOf(text).map(({ edit }) => edit?.label)).toEqual(['Rename to `a_b_2`']);
  });
});

test('parts of a composed schema may require what others declare', () => {
  const composed = {
    type: 'object',
    properties: { a: {} },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    required: ['b'],
  };
  expect(warningsOf(listed({ schema: composed }))).toEqual([]);
});

test('a property called enum or required is not the keyword', () => {
  const schema = { type: 'object', properties: { enum: { enum: ['a'] }, required: { type: 'string' } } };
  expect(warningsOf(listed({ schema }))).toEqual([]);
});

test('the edit of the last of several required names takes its comma along', () => {
  const text =
    '[{"name":"a","description":"d","schema":{"type":"object","properties":{"x":{}},"required":["x", "y"]}}]';
  expect(applyEdit(text, warningsOf(text)[0]!.edit!)).toContain('"required":["x"]');
});

test('one kind is listed five times for a tool', () => {
  const schema = { type: 'object', properties: {}, required: Array.from({ length: 50 }, (_, index) => `p${index}`) };
  expect(warningsOf(listed({ schema }))).toHaveLength(5);
});

test('a schema 10,000 levels deep does not overflow', () => {
  const deep = `${'{"properties":{"a":'.repeat(10_000)}{"enum":[]}${'}}'.repeat(10_000)}`;
  expect(warningsOf(`[{"name":"a","description":"d","schema":${deep}}]`).map(({ code }) => code)).toEqual([
    'root-type-missing',
    'empty-enum',
  ]);
});

test('a required name that no property has is told with the one that is meant', () => {
  const text = listed({ schema: { type: 'object', properties: { domain: {} }, required: ['domian'] } });
  expect(warningsOf(text)[0]?.message).toBe(
    '`domian` is required, and no property has this name. Did you mean `domain`?',
  );
});
