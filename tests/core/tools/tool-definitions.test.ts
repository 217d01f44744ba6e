import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/text/json/node.ts';
import type { ToolDefinition } from '../../../src/core/tools/tool.ts';
import { readTools } from '../../../src/core/tools/tool-definitions.ts';
import type { ToolForm } from '../../../src/core/tools/tool-form.ts';
import { writeTools } from '../../../src/core/tools/write-tools.ts';

const FORMS: readonly ToolForm[] = ['exathena', 'openai', 'openai-responses', 'anthropic', 'mcp', 'json-schema'];

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const expectedTool = { name: 'read_file', description: 'Reads a file.', schema };

function problemsOf(text: string): [code: string, severity: string, where: string][] {
  return readTools(text).problems.map((problem) => [
    problem.code,
    problem.severity,
    text.slice(problem.span.from, problem.span.to),
  ]);
}

function namesOf(text: string): string[] {
  return readTools(text).tools.map((tool) => tool.definition.name);
}

describe('forms', () => {
  test.each<[ToolForm, unknown]>([
    ['exathena', { name: 'read_file', description: 'Reads a file.', schema }],
    ['openai', { type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters: schema } }],
    [
      'openai-responses',
      { type: 'function', name: 'read_file', description: 'Reads a file.', parameters: schema, strict: true },
    ],
    ['anthropic', { name: 'read_file', description: 'Reads a file.', input_schema: schema }],
    ['mcp', { name: 'read_file', title: 'Read', description: 'Reads a file.', inputSchema: schema, annotations: {} }],
    ['json-schema', { title: 'read_file', description: 'Reads a file.', ...schema }],
  ])('%s, alone and in a list', (form, entry) => {
    for (const value of [entry, [entry], { tools: [entry] }, { jsonrpc: '2.0', id: 1, result: { tools: [entry] } }]) {
      const { tools, problems } = readTools(JSON.stringify(value));
      expect(problems).toEqual([]);
      expect(tools.map((tool) => [tool.form, tool.definition])).toEqual([[form, expectedTool]]);
    }
  });

  test('spans show where things are', () => {
    const text = ' [{"type":"function","function":{"name":"a","parameters":{"type":"object"}}},{"name":"b"}]';
    const spans = readTools(text).tools.map((tool) =>
      [tool.span, tool.nameSpan, tool.schemaNode].map((place) => place && text.slice(place.from, place.to)),
    );
    expect(spans).toEqual([
      ['{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}', '"a"', '{"type":"object"}'],
      ['{"name":"b"}', '"b"', null],
    ]);
  });

  test('parallel_safe belongs to the ExAthena form', () => {
    expect(readTools('[{"name":"a","parallel_safe":true},{"name":"b","parallel_safe":false}]').tools).toMatchObject([
      { definition: { name: 'a', parallelSafe: true } },
      { definition: { name: 'b', parallelSafe: false } },
    ]);
    expect(readTools('{"name":"a","input_schema":{},"parallel_safe":true}').tools[0]?.definition).toEqual({
      name: 'a',
      schema: {},
    });
  });

  test('a schema keeps its source', () => {
    const text = '{"title":"t","type":"object","maximum":1.0,"description":"d"}';
    const [tool] = readTools(text).tools;
    expect(tool?.definition).toEqual({ name: 't', description: 'd', schema: { type: 'object', maximum: 1 } });
    expect(tool?.schemaNode?.members.map(({ key, value }) => [key.value, text.slice(value.from, value.to)])).toEqual([
      ['type', '"object"'],
      ['maximum', '1.0'],
    ]);
  });

  test('the first of duplicate keys counts', () => {
    expect(namesOf('{"name":"a","name":"b"}')).toEqual(['a']);
  });

  test.each(['', ' \n\t', '\ufeff', '[]', '{"tools":[]}'])('%j holds no tools', (text) => {
    expect(readTools(text)).toEqual({ tools: [], problems: [] });
  });

  test('a byte order mark is skipped', () => {
    const { tools } = readTools('\ufeff{"name":"a"}');
    expect(tools[0]?.span).toEqual({ from: 1, to: 13 });
  });
});

describe('problems', () => {
  test.each<[text: string, problems: [string, string, string][]]>([
    ['5', [['not-a-tool-list', 'error', '5']]],
    ['{"tools":{}}', [['not-a-tool-list', 'error', '{}']]],
    [
      '[null,[]]',
      [
        ['entry-not-object', 'error', 'null'],
        ['entry-not-object', 'error', '[]'],
      ],
    ],
    ['{}', [['unknown-form', 'error', '{}']]],
    ['[{"type":"web_search"}]', [['unknown-form', 'error', '{"type":"web_search"}']]],
    ['{"title":"Moby Dick","year":1851}', [['unknown-form', 'error', '{"title":"Moby Dick","year":1851}']]],
    ['{"type":"function","function":"f"}', [['function-not-object', 'error', '"f"']]],
    ['{"description":"d"}', [['missing-name', 'error', '{"description":"d"}']]],
    ['{"function":{"parameters":{}}}', [['missing-name', 'error', '{"parameters":{}}']]],
    ['{"type":"object"}', [['missing-name', 'error', '{"type":"object"}']]],
    ['{"name":5,"schema":{}}', [['name-not-string', 'error', '5']]],
    ['{"name":null}', [['name-not-string', 'error', 'null']]],
    ['{"title":["t"],"type":"object"}', [['name-not-string', 'error', '["t"]']]],
    ['{"name":""}', [['empty-name', 'error', '""']]],
    ['[{"name":"a"},{"name":"b"},{"name": "a"}]', [['duplicate-name', 'warning', '"a"']]],
    ['{"name":"a","description":{}}', [['description-not-string', 'warning', '{}']]],
    ['{"name":"a","schema":"s"}', [['schema-not-object', 'error', '"s"']]],
    ['{"name":"a","schema":true}', [['schema-not-object', 'error', 'true']]],
    ['{"name":"a","input_schema":[1]}', [['schema-not-object', 'error', '[1]']]],
    ['{"name":"a","schema":{},"parameters":{"x":1}}', [['several-schema-keys', 'warning', '{"x":1}']]],
    ['{"name":"a","parameters":{}}', [['foreign-schema-key', 'warning', '{}']]],
    ['{"function":{"name":"a","input_schema":{}}}', [['foreign-schema-key', 'warning', '{}']]],
    ['{"name":"a","type":"object","properties":{}}', [['loose-properties', 'warning', '{}']]],
    ['{"name":"a","parallel_safe":1}', [['parallel-safe-not-boolean', 'warning', '1']]],
    ['{"name":"a","description":null,"schema":null,"parallel_safe":null}', []],
  ])('%s', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test('say where the syntax breaks', () => {
    const { tools, problems } = readTools('[\n  {"name": "a"},\n]');
    expect(tools).toEqual([]);
    expect(problems).toEqual([
      {
        code: 'syntax',
        severity: 'error',
        span: { from: 19, to: 20 },
        message: 'The JSON is invalid: unexpected character, expected a value (line 3, column 1).',
      },
    ]);
    expect(readTools('[{"name"').problems[0]?.message).toBe(
      'The JSON is invalid: the text ends too early, expected a colon (line 1, column 9).',
    );
  });

  test('name the tool', () => {
    const text = '[{"name":"a"},{"name":"b","schema":1},{"name":"a"},7]';
    expect(readTools(text).problems.map((problem) => problem.message)).toEqual([
      'Tool 2 (`b`): `schema` is a number, not an object. Callscope ignores it.',
      'Tool 3 (`a`) has the same name as tool 1.',
      'Tool 4 is a number, not an object.',
    ]);
  });

  test('hide no neighbours', () => {
    expect(namesOf('[1,{"name":"a"},{"name":5},{},{"name":"b","schema":0},{"name":"a"}]')).toEqual(['a', 'b', 'a']);
  });

  test('a schema under a foreign key is still read', () => {
    const { tools } = readTools('{"name":"a","parameters":{"type":"object"}}');
    expect(tools).toMatchObject([{ form: 'exathena', definition: { name: 'a', schema: { type: 'object' } } }]);
  });

  test('of two schemas the one of the form is read', () => {
    const { tools } = readTools('{"function":{"name":"a","schema":{"a":1},"parameters":{"b":2}}}');
    expect(tools[0]?.definition.schema).toEqual({ b: 2 });
  });
});

describe('writeTools', () => {
  test('is pretty and leaves out what is absent', () => {
    expect(writeTools([{ name: 'a' }, { name: 'b', parallelSafe: true }], 'exathena')).toBe(
      '[\n  {\n    "name": "a"\n  },\n  {\n    "name": "b",\n    "parallel_safe": true\n  }\n]',
    );
    expect(writeTools([], 'openai')).toBe('[]');
  });

  test('a bare schema is named after the tool', () => {
    const tool = { name: 'a', schema: { title: 'T', description: 'about T', type: 'object' } };
    expect(JSON.parse(writeTools([tool], 'json-schema'))).toEqual([{ title: 'a', type: 'object' }]);
  });

  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom('\ud800', '\udfff', '\\', '"'),
    ),
  });
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonObject[string]);
  const anySchema = fc
    .record(
      {
        type: fc.constantFrom('object', 'string', ['object', 'null']),
        properties: fc.dictionary(text, json, { noNullPrototype: true }),
        required: fc.array(text),
        title: text,
        description: text,
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((record) => record as JsonObject);
  const anyTool: fc.Arbitrary<ToolDefinition> = fc.record(
    { name: text.filter((name) => name !== ''), description: text, schema: anySchema, parallelSafe: fc.boolean() },
    { requiredKeys: ['name'], noNullPrototype: true },
  );

  /** What a form can say of a tool. */
  function sayable(tool: ToolDefinition, form: ToolForm): ToolDefinition {
    const { parallelSafe: _parallelSafe, ...rest } = tool;
    if (form === 'exathena') return tool;
    if (form !== 'json-schema') return rest;
    const own = Object.entries(rest.schema ?? {}).filter(([key]) => key !== 'title' && key !== 'description');
    return { ...rest, schema: Object.fromEntries(own) };
  }

  test.each(FORMS)('%s reads back', (form) => {
    fc.assert(
      fc.property(fc.array(anyTool, { maxLength: 4 }), (tools) => {
        const { tools: read, problems } = readTools(writeTools(tools, form));
        expect(read.map((tool) => tool.definition)).toEqual(tools.map((tool) => sayable(tool, form)));
        expect(problems.filter((problem) => problem.code !== 'duplicate-name')).toEqual([]);
      }),
    );
  });

  test('a schema 10,000 levels deep does not overflow', () => {
    let deep: JsonObject = {};
    for (let depth = 0; depth < 10_000; depth += 1) deep = { items: deep };
    const { tools, problems } = readTools(writeTools([{ name: 'a', schema: deep }], 'mcp'));
    expect(problems).toEqual([]);
    let level = tools[0]?.definition.schema;
    let depth = 0;
    for (; level !== undefined && 'items' in level; depth += 1) level = level['items'] as JsonObject;
    expect(depth).toBe(10_000);
  });
});

test('never throws', () => {
  const word = fc.constantFrom('name', 'title', 'type', 'function', 'tools', 'schema', 'parameters', 'properties', 'x');
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, '', 'function', 'object'),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(word, tie('node'), { maxKeys: 4 }),
    ),
  })).node;
  fc.assert(
    fc.property(value, (tree) => {
      const text = JSON.stringify(tree);
      for (const problem of readTools(text).problems) {
        expect(problem.span.from).toBeGreaterThanOrEqual(0);
        expect(problem.span.to).toBeLessThanOrEqual(text.length);
        expect(problem.message).not.toMatch(/undefined|\[object/);
      }
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readTools(text)));
});
