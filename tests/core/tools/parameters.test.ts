import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/text/json/node.ts';
import { DEEPEST_PARAMETER, MOST_PARAMETERS, parametersOf } from '../../../src/core/tools/parameters.ts';

const typeOf = (property: JsonObject): string | undefined =>
  parametersOf({ properties: { a: property } }).rows[0]?.type;

test('what is required, what is not, and what lies inside', () => {
  const table = parametersOf({
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Which.' },
      days: { type: 'integer', default: 3 },
      where: { type: 'array', items: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] } },
      unit: { enum: ['c', 'f'] },
    },
    required: ['city'],
  });
  expect([table.required, table.optional, table.isCut]).toEqual([1, 3, false]);
  expect(table.rows.map(({ name, depth, type, required }) => [name, depth, type, required])).toEqual([
    ['city', 0, 'string', true],
    ['days', 0, 'integer', false],
    ['where', 0, 'object[]', false],
    ['lat', 1, 'number', true],
    ['unit', 0, 'string', false],
  ]);
  expect(table.rows[0]?.description).toBe('Which.');
  expect(table.rows[1]?.default).toBe('3');
  expect(table.rows[4]?.choices).toEqual(['"c"', '"f"']);
});

test.each<[JsonObject, string]>([
  [{}, 'any'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array' }, 'array'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
  [{ anyOf: Array.from({ length: 9 }, (_, index) => ({ $ref: `#/$defs/T${index}` })) }, 'T0 | T1 | T2 | T3 | T4 | …'],
  [{ $ref: '#/$defs/Point' }, 'Point'],
  [{ const: 4 }, 'number'],
  [{ properties: {} }, 'object'],
  [{ type: 5 }, 'any'],
])('%j is %s', (property, type) => {
  expect(typeOf(property)).toBe(type);
});

describe('references', () => {
  test('are followed inside the schema', () => {
    const { rows } = parametersOf({
      properties: { p: { $ref: '#/$defs/a~1b' } },
      $defs: { 'a/b': { type: 'object', description: 'A point.', properties: { x: { type: 'number' } } } },
    });
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['p', 'A point.'],
      ['x', null],
    ]);
  });

  test('that go round are cut at a depth', () => {
    const { rows } = parametersOf({
      properties: { n: { $ref: '#/$defs/Node' } },
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
    });
    expect(rows).toHaveLength(DEEPEST_PARAMETER);
    expect(rows.map(({ isCut }) => isCut)).toEqual([false, false, false, false, false, true]);
  });

  test.each(['#', '#/nowhere', 'https://example.com/a.json', '#/properties/a'])('%s never hangs', ($ref) => {
    expect(parametersOf({ properties: { a: { $ref } } }).rows.length).toBeGreaterThan(0);
  });
});

test('a nullable object and parts of allOf are opened', () => {
  const { rows } = parametersOf({
    properties: { a: { anyOf: [{ type: 'object', properties: { x: {} } }, { type: 'null' }] } },
    allOf: [{ properties: { b: true } }],
  });
  expect(rows.map(({ name, depth }) => [name, depth])).toEqual([
    ['a', 0],
    ['x', 1],
    ['b', 0],
  ]);
});

test('rows are bounded, whatever refers to whatever', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, { $ref: '#' }]));
  const table = parametersOf({ properties: many });
  expect(table.rows).toHaveLength(MOST_PARAMETERS);
  expect([table.optional, table.isCut]).toEqual([300, true]);
});

test('what is not a schema has no parameters', () => {
  expect(parametersOf({ properties: 5, required: 'a', items: [1], allOf: 'x' }).rows).toEqual([]);
  expect(parametersOf(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonObject).rows[0]?.name).toBe(
    '__proto__',
  );
});
