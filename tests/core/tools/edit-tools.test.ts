import { describe, expect, test } from 'vitest';
import {
  addTools,
  freeName,
  mergeTools,
  moveTool,
  removeTool,
  replaceTool,
} from '../../../src/core/tools/edit-tools.ts';
import { readTools } from '../../../src/core/tools/tool-definitions.ts';

const tool = { name: 'c', description: 'Sees.', schema: { type: 'object', properties: {} } };

const names = (text: string | null) => readTools(text ?? '?').tools.map(({ definition }) => definition.name);

describe('adding', () => {
  test.each([
    ['', ['c']],
    ['\n ', ['c']],
    ['[]', ['c']],
    ['{"tools": []}', ['c']],
    ['{"name":"a"}', ['a', 'c']],
    ['[{"name":"a"}]', ['a', 'c']],
    ['[\n  {"name":"a"},\n  {"name":"b"}\n]\n', ['a', 'b', 'c']],
    ['{"tools": [{"name":"a"}], "model": "m"}', ['a', 'c']],
    ['{"result":{"tools":[{"name":"a","inputSchema":{}}]}}', ['a', 'c']],
    ['[{"name":"a"}, null]', ['a', 'c']],
  ])('to %j', (text, expected) => {
    const added = addTools(text, [tool]);
    expect(names(added)).toEqual(expected);
    expect(readTools(added!).tools.at(-1)?.definition).toEqual(tool);
  });

  test('what was there stays as it was written, and the new one follows its layout', () => {
    const text = '[\n    { "name":"a",   "max": 1.0 }\n]';
    expect(addTools(text, [{ name: 'b', schema: {} }])).toBe(
      '[\n    { "name":"a",   "max": 1.0 },\n    {\n      "name": "b",\n      "schema": {}\n    }\n]',
    );
  });

  test.each([
    ['{"type":"function","function":{"name":"a"}}', 'openai'],
    ['[{"name":"a","input_schema":{}}]', 'anthropic'],
    ['[{"name":"a","inputSchema":{}}]', 'mcp'],
    ['[{"title":"a","type":"object"}]', 'json-schema'],
    ['', 'openai'],
  ])('to %s, in its form', (text, form) => {
    expect(readTools(addTools(text, [tool])!).tools.at(-1)?.form).toBe(form);
  });

  test('what only one form can say decides the form', () => {
    const added = readTools(addTools('[{"name":"a","input_schema":{}}]', [{ ...tool, parallelSafe: true }])!);
    expect(added.tools.at(-1)).toMatchObject({ form: 'exathena', definition: { parallelSafe: true } });
  });

  test.each(['[{"name":', '5', '"x"', '{"tools": 5}'])('not to %s', (text) => {
    expect(addTools(text, [tool])).toBeNull();
  });
});

describe('adding what is there', () => {
  const text = '[{"name":"c","schema":{}},{"name":"d"}]';

  test('in its place', () => {
    const merged = mergeTools(text, [tool, { name: 'e' }], 'replace');
    expect(names(merged)).toEqual(['c', 'd', 'e']);
    expect(readTools(merged!).tools[0]?.definition).toEqual(tool);
  });

  test('under a free name', () => {
    expect(names(mergeTools(text, [tool, tool], 'keep-both'))).toEqual(['c', 'd', 'c_2', 'c_3']);
  });

  test('a free name', () => {
    expect(freeName('a', new Set(['a', 'a_2']))).toBe('a_3');
    expect(freeName('b', new Set(['a']))).toBe('b');
  });
});

describe('replacing', () => {
  test('only what is new is written', () => {
    const text = `[
  {
    "type": "function",
    "function": {
      "name": "a",
      "strict": true,
      "parameters": {"type": "object", "maximum": 1.0}
    }
  }
]`;
    const { definition } = readTools(text).tools[0]!;
    expect(replaceTool(text, 0, definition)).toBe(text);
    expect(replaceTool(text, 0, { ...definition, name: 'b', description: 'Does.' })).toBe(
      text.replace('"name": "a",', '"name": "b",\n      "description": "Does.",'),
    );
    expect(replaceTool(text, 0, { ...definition, schema: { type: 'object', properties: {} } })).toBe(
      text.replace(
        '{"type": "object", "maximum": 1.0}',
        '{\n        "type": "object",\n        "properties": {}\n      }',
      ),
    );
  });

  test.each([
    ['{"name":"a"}', { name: 'a', description: 'd', schema: { type: 'object' } }],
    ['{"description":"d","name":"a"}', { name: 'b' }],
    ['{"name":"a","description":"d"}', { name: 'a' }],
    ['{"description":"d","name":"a","schema":{}}', { name: 'a', parallelSafe: false }],
    ['{"name":"a","parameters":{}}', { name: 'a', schema: { type: 'object' } }],
    ['{"title":"a","type":"object"}', { name: 'z', description: 'd', schema: { type: 'object' } }],
    ['{"name":"a","input_schema":{},"cache_control":{}}', { name: 'a', schema: { type: 'object' } }],
  ])('%s reads back as %j', (text, definition) => {
    expect(readTools(replaceTool(text, 0, definition)!).tools.map((one) => one.definition)).toEqual([definition]);
  });
});

describe('taking away and moving', () => {
  const text = '[\n  {"name":"a"},\n  {"name":"b"},\n  {"name":"c"}\n]';

  test.each([
    [0, ['b', 'c']],
    [1, ['a', 'c']],
    [2, ['a', 'b']],
  ])('without %i', (index, expected) => {
    expect(names(removeTool(text, index))).toEqual(expected);
  });

  test('the only one', () => {
    expect(removeTool('[{"name":"a"}]', 0)).toBe('[]');
    expect(removeTool('{"name":"a"}', 0)).toBe('[]');
    expect(removeTool('{"tools": [{"name":"a"}]}', 0)).toBe('{"tools": []}');
    expect(removeTool('[]', 0)).toBeNull();
  });

  test('up and down', () => {
    expect(names(moveTool(text, 1, -1))).toEqual(['b', 'a', 'c']);
    expect(names(moveTool(text, 1, 1))).toEqual(['a', 'c', 'b']);
    expect(moveTool(text, 0, -1)).toBeNull();
    expect(moveTool(text, 2, 1)).toBeNull();
  });
});
