import { describe, expect, test } from 'vitest';
import { recognise } from '../../../../../src/core/index.ts';
import {
  type ImportReaders,
  readImport,
  recogniseImport,
} from '../../../../../src/app/views/prompt/import-tools/import-tools.ts';
import { readTypes } from '../../../../../src/app/worker/read-types/index.ts';
import { readYaml } from '../../../../../src/app/worker/read-types/yaml.ts';

const readers: ImportReaders = {
  types: (job) => Promise.resolve(readTypes(job)),
  yaml: (source) => Promise.resolve(readYaml(source)),
  request: (content) => Promise.resolve(recognise({ content, name: null })),
};

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
  ['def f(a: int): ...', 'python'],
  ['from typing import Literal\n\n@tool\ndef f(a): ...', 'python'],
  ['# A tool.\nclass A(BaseModel):\n    a: int', 'python'],
  ['class A {\n  b: string\n}', 'typescript'],
  ["import { z } from 'zod';\nexport const a = z.object({});", 'zod'],
  ["server.tool('a', { b: z.string() }, run)", 'zod'],
  ["curl https://example.com -d '{}'", 'request'],
  ["$ curl https://example.com -d '{}'", 'request'],
])('%j is %s', (text, kind) => {
  expect(recogniseImport(text)).toBe(kind);
});

const read = async (kind: Parameters<typeof readImport>[0], text: string) => {
  const { candidates, notes } = await readImport(kind, text, readers);
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

  test('of Python and Zod', async () => {
    expect((await read('python', 'def a(b: int): ...')).found).toEqual([['a', true, true]]);
    expect((await read('zod', 'const a = z.object({ b: z.string() });')).found).toEqual([['a', true, true]]);
  });

  test('of YAML: an OpenAPI document, or definitions; what is no YAML names its line', async () => {
    const document = 'openapi: 3.1.0\npaths:\n  /pets:\n    get:\n      operationId: list_pets\n';
    expect((await read('yaml', document)).found).toEqual([['list_pets', true, true]]);
    expect((await read('yaml', '- name: a\n  parameters: {type: object}\n')).found).toEqual([['a', true, true]]);
    expect((await read('yaml', 'a: 1\nb: [1\nc: }')).notes).toEqual([expect.stringMatching(/Look at line [23]\.$/)]);
    const bomb = `a: &a [x, x]\n${Array.from({ length: 40 }, (_, index) => `b${index}: &b${index} [${`*${index === 0 ? 'a' : `b${index - 1}`}, `.repeat(9)}x]`).join('\n')}`;
    expect((await read('yaml', bomb)).notes).toEqual([expect.stringContaining('This YAML cannot be read.')]);
  });

  test('of a curl command, and of the answer of an MCP server', async () => {
    const body =
      '{"model": "m", "messages": [], "tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]}';
    expect((await read('request', `curl https://example.com/v1/chat/completions -d '${body}'`)).found).toEqual([
      ['f', true, true],
    ]);
    expect((await read('request', 'curl https://example.com')).notes).toEqual(['This request declares no tools.']);
    const listed =
      '{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "g", "inputSchema": {"type": "object"}}]}}';
    expect(await read('json', listed)).toMatchObject({ found: [['g', true, true]], notes: [] });
    const page = listed.replace('}}]}', '}}], "nextCursor": "abc"}');
    for (const text of [page, JSON.stringify((JSON.parse(page) as { readonly result: unknown }).result)])
      expect(await read('json', text)).toMatchObject({
        found: [['g', true, true]],
        notes: [expect.stringContaining('`nextCursor`')],
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
    ['openapi', 'openapi: 3', 'Read it as YAML'],
    ['openapi', '{"swagger":"2.0","paths":{}}', 'Swagger 2.0'],
    ['openapi', '[1]', 'neither'],
    ['openapi', '{"openapi":"3.0.0"}', 'no operations'],
    ['json', '[{', 'The JSON is invalid'],
    ['typescript', 'const a = 1', 'no interface'],
  ] as const)('none of %s: %s', async (kind, text, note) => {
    expect(await read(kind, text)).toEqual({ found: [], notes: [expect.stringContaining(note)] });
  });

  test('a worker that failed is a note', async () => {
    const { notes } = await readImport('typescript', 'type a = {}', {
      ...readers,
      types: () => Promise.resolve('It took too long.'),
    });
    expect(notes).toEqual(['It took too long.']);
  });
});
