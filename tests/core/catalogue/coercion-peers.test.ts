import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { coercionPeers, coercionRow, rawValues, extract, readJson, type JsonObject } from '../../../src/core/index.ts';

const columns = ['qwen3_coder', 'minimax_m2', 'deepseek_v32', 'hy_v3', 'glm45', 'smg', 'lmdeploy', 'ollama'];

/** What running the originals gave: the raw text, the declared type, and the value in each column. */
const observed: readonly [raw: string, type: string | null, values: readonly string[]][] = [
  ['null', 'string', ['null', 'null', 'null', '"null"', '"null"', '"null"', '"null"', 'null']],
  ['none', 'string', ['"none"', 'null', '"none"', '"none"', '"none"', '"none"', '"none"', '"none"']],
  ['yes', 'boolean', ['false', 'true', '"yes"', '"yes"', '"yes"', '"yes"', '"yes"', 'false']],
  ['1', 'boolean', ['false', 'true', 'true', '1', '1', '1', '"1"', 'false']],
  ['3.0', 'number', ['3', '3', '3', '3.0', '3.0', '3.0', '3.0', '3']],
  ['3.0', 'integer', ['"3.0"', '3.0', '"3.0"', '3.0', '3.0', '3.0', '"3.0"', '"3.0"']],
  ['"4"', 'string', ['"\\"4\\""', '"\\"4\\""', '"\\"4\\""', '"\\"4\\""', '"\\"4\\""', '"4"', '"4"', '"\\"4\\""']],
  ['[1,2,]', 'array', ['[1,2]', '"[1,2,]"', '"[1,2,]"', '[1,2]', '[1,2]', '"[1,2,]"', '"[1,2,]"', '"[1,2,]"']],
  ["['a']", 'array', ['["a"]', `"['a']"`, `"['a']"`, '["a"]', '["a"]', `"['a']"`, `"['a']"`, `"['a']"`]],
  ['5', null, ['"5"', '"5"', '"5"', '"5"', '5', '5', '"5"', '"5"']],
];

function valueUnder(id: string, raw: string, schema: JsonObject | null): string | undefined {
  return coercionPeers.find((peer) => peer.id === id)?.coerce(raw, schema);
}

describe.each(observed)('%s as %s', (raw, type, values) => {
  const schema = type === null ? null : { type };
  it.each(columns.map((id, index) => [id, values[index]] as const))(
    'is under %s what it was there: %s',
    (id, value) => {
      expect(valueUnder(id, raw, schema)).toBe(value);
    },
  );
});

describe('unions', () => {
  const union = { anyOf: [{ type: 'integer' }, { type: 'boolean' }] };
  it.each([
    ['qwen3_coder', '1', union, '1'],
    ['minimax_m2', '1', union, '1'],
    ['deepseek_v32', '1', union, '"1"'],
    ['hy_v3', 'true', union, 'true'],
    ['glm45', '1', union, '1'],
    ['ollama', 'true', union, 'true'],
    ['ollama', '1', union, '1'],
    ['deepseek_v32', '1', { type: ['boolean', 'integer'] }, 'true'],
    ['deepseek_v32', '7', { type: ['boolean', 'integer'] }, '7'],
    ['lmdeploy', '7', { type: ['null', 'integer'] }, '7'],
    ['qwen3_coder', "{'a': True}", { type: ['object', 'null'] }, '{"a":true}'],
  ] as const)('%s makes of %s', (id, raw, schema, value) => {
    expect(valueUnder(id, raw, schema as unknown as JsonObject)).toBe(value);
  });
});

it('always gives JSON', () => {
  const types = fc.constantFrom('string', 'integer', 'number', 'boolean', 'object', 'array', 'null', 'other');
  const schemas = fc.oneof(
    fc.constant(null),
    types.map((type) => ({ type })),
    fc.array(types).map((type) => ({ type })),
  );
  const raws = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.double().map(String),
    fc.constantFrom('[[[', "{'", '1_0', '+7', '.5', '-0', 'NaN', '1e400'),
  );
  fc.assert(
    fc.property(raws, schemas, (raw, schema) => {
      for (const { json } of coercionRow(raw, schema)) expect(readJson(json).ok, json).toBe(true);
    }),
  );
});

it('marks who disagrees with most of the others', () => {
  const marked = coercionRow('none', { type: 'string' }).filter(({ disagrees }) => disagrees);
  expect(marked.map(({ peer }) => peer)).toEqual(['minimax_m2']);
  expect(coercionRow('tea', { type: 'string' }).some(({ disagrees }) => disagrees)).toBe(false);
});

it('finds the raw values of calls with their schemas', () => {
  const tools = [{ name: 'f', schema: { type: 'object', properties: { a: { type: 'boolean' } } } }];
  const text =
    '<tool_call>\n<function=f>\n<parameter=a>\nyes\n</parameter>\n<parameter=b>\n2\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n{"name": "g", "arguments": {"a": 1}}\n</tool_call>';
  const values = rawValues(extract({ text }, { runtime: 'auto', tools }), tools);
  expect(values.map(({ tool, key, raw, schema }) => ({ tool, key, raw, schema }))).toEqual([
    { tool: 'f', key: 'a', raw: 'yes', schema: { type: 'boolean' } },
    { tool: 'f', key: 'b', raw: '2', schema: null },
  ]);
});

it('follows references in the schema, as the reading does', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'integer' } } };
  const tools = [{ name: 'f', schema }];
  const text = '<tool_call>\n<function=f>\n<parameter=a>\n5\n</parameter>\n</function>\n</tool_call>';
  const [value] = rawValues(extract({ text }, { runtime: 'auto', tools }), tools);
  const cells = coercionRow(value?.raw ?? '', value?.schema ?? null, value?.root);
  expect(cells.find(({ peer }) => peer === 'here')?.json).toBe('5');
  // Who looks for `type` beside the reference finds none.
  expect(cells.find(({ peer }) => peer === 'deepseek_v32')?.json).toBe('"5"');
});

it('has raw values for a reply that the runtime of the page finds no call in, as `auto` reads it', () => {
  const text = '<tool_call>\n<function=f>\n<parameter=a>\n5\n</parameter>\n</function>\n</tool_call>';
  const found = (runtime: string): number => rawValues(extract({ text }, { runtime }), []).length;
  expect([found('exathena'), found('auto')]).toEqual([0, 1]);
});
