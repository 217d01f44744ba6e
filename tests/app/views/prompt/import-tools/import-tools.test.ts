import { describe, expect, test } from 'vitest';
import { readImport, recogniseImport } from '../../../../../src/app/views/prompt/import-tools/import-tools.ts';
import { readTypes } from '../../../../../src/app/worker/read-types.ts';

test.each([
  ['', 'json'],
  ['[{"name":"a"}]', 'json'],
  ['  {"name":"a"', 'json'],
  ['{"tools":[]}', 'json'],
  ['{"openapi":"3.1.0","paths":{}}', 'openapi'],
  ['{"operationId":"go"}', 'openapi'],
  ['{"responses":{}}', 'openapi'],
  ['interface a { b: string }', 'typescript'],
  ['/** d */\nexport type a = { b: string }', 'typescript'],
  ['{ city: string }', 'typescript'],
  ['namespace functions {', 'typescript'],
  ['openapi: 3.0.0\npaths:', 'yaml'],
  ['---\na: 1', 'yaml'],
  ['- name: a', 'yaml'],
  ['hello', 'json'],
])('%j is %s', (text, kind) => {
  expect(recogniseImport(text)).toBe(kind);
});

const read = async (kind: Parameters<typeof readImport>[0], text: string) => {
  const { candidates, notes } = await readImport(kind, text, (source) => Promise.resolve(readTypes(source)));
  return {
    notes,
    found: candidates.map((one) => [one.name, one.isWanted, one.define().definition.schema !== undefined]),
  };
};

describe('candidates', () => {
  test('of JSON, with what could not be parsed', async () => {
    expect(await read('json', '[{"name":"a","parameters":{}},null]')).toEqual({
      found: [['a', true, true]],
      notes: [expect.stringContaining('Tool 2 is null')],
    });
  });

  test('of types: parts of others are not chosen', async () => {
    expect((await read('typescript', 'interface a { b: c } interface c { d: string }')).found).toEqual([
      ['a', true, true],
      ['c', false, true],
    ]);
  });

  test('of types that use each other: all are chosen', async () => {
    expect((await read('typescript', 'interface a { b?: c } interface c { d?: a }')).found).toEqual([
      ['a', true, true],
      ['c', true, true],
    ]);
  });

  test('of a large document: none is chosen', async () => {
    const paths = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/p${index}`, { get: {} }]));
    const { found } = await read('openapi', JSON.stringify({ openapi: '3.1.0', paths }));
    expect(found).toHaveLength(9);
    expect(found.every(([, isWanted]) => isWanted === false)).toBe(true);
  });

  test.each([
    ['openapi', 'openapi: 3', 'Convert YAML'],
    ['openapi', '{"swagger":"2.0","paths":{}}', 'Swagger 2.0'],
    ['openapi', '[1]', 'neither'],
    ['openapi', '{"openapi":"3.0.0"}', 'no operations'],
    ['json', '[{', 'The JSON is invalid'],
    ['typescript', 'const a = 1', 'no interface'],
  ] as const)('none of %s: %s', async (kind, text, note) => {
    expect(await read(kind, text)).toEqual({ found: [], notes: [expect.stringContaining(note)] });
  });

  test('a worker that failed is a note', async () => {
    const { notes } = await readImport('typescript', 'type a = {}', () => Promise.resolve('It took too long.'));
    expect(notes).toEqual(['It took too long.']);
  });
});
