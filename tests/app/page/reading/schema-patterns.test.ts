import { expect, it } from 'vitest';
import { toolWithPattern } from '../../../../src/app/page/reading/schema-patterns.ts';

const tool = (name: string, schema: object) => ({ name, schema: schema as never });
const called = [{ name: 'f' }];

it.each([
  ['in a property', { properties: { a: { type: 'string', pattern: '^a+$' } } }],
  ['in a list of schemas', { anyOf: [{ type: 'null' }, { pattern: '^(a+)+$' }] }],
  ['for names of properties', { patternProperties: { '^a': { type: 'string' } } }],
])('finds a pattern %s', (_where, schema) => {
  expect(toolWithPattern(called, [tool('g', {}), tool('f', schema)])).toBe('f');
});

it.each([
  ['a schema without one', { properties: { a: { type: 'string' } } }],
  ['a property of that name', { properties: { pattern: { type: 'string' } } }],
  ['a value of that name', { default: { pattern: '^a+$' }, enum: [{ pattern: 'b' }] }],
])('finds none in %s', (_what, schema) => {
  expect(toolWithPattern(called, [tool('f', schema)])).toBeNull();
});

it('looks at the tools that are called alone', () => {
  expect(toolWithPattern(called, [tool('g', { pattern: 'a' }), tool('f', {})])).toBeNull();
});

it('reads a schema that is nested 100,000 deep', () => {
  let schema: object = { pattern: 'a' };
  for (let depth = 0; depth < 100_000; depth += 1) schema = { not: schema };
  expect(toolWithPattern(called, [tool('f', schema)])).toBe('f');
});
