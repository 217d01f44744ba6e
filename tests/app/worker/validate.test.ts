import { getAllRegisteredSchemaUris } from '@hyperjump/json-schema/draft-2020-12';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/core/index.ts';
import { checkFor } from '../../../src/app/worker/validate.ts';
import { validateArguments } from './validate-arguments.ts';

const fetched = vi.fn(() => Promise.reject(new Error('no network in tests')));

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

async function reasonFor(schema: JsonObject, value: JsonValue = {}): Promise<string> {
  const verdict = await validateArguments(schema, JSON.stringify(value));
  return verdict.state === 'unchecked' ? verdict.reason : `not unchecked but ${verdict.state}`;
}

async function problemsOf(schema: JsonObject, value: JsonValue): Promise<string[]> {
  const verdict = await validateArguments(schema, JSON.stringify(value));
  if (verdict.state !== 'problems') return [verdict.state === 'unchecked' ? verdict.reason : verdict.state];
  return verdict.problems.map(({ path, keyword, message }) => `${JSON.stringify(path)} ${keyword}: ${message}`);
}

/** A schema for one property, `x`. */
const x = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { x: schema } });

describe('one sentence for each keyword', () => {
  const cases: readonly (readonly [schema: JsonObject, value: JsonValue, problem: string])[] = [
    [x({ type: 'string' }), { x: 5 }, '["x"] type: `x` should be a string, but it is the number 5.'],
    [x({ type: 'integer' }), { x: 1.5 }, '["x"] type: `x` should be an integer, but it is the number 1.5.'],
    [
      x({ type: ['string', 'null'] }),
      { x: [] },
      '["x"] type: `x` should be a string or null, but it is an empty array.',
    ],
    [x({ type: 'boolean' }), { x: 'yes' }, '["x"] type: `x` should be true or false, but it is the string "yes".'],
    [{ type: 'object' }, [1], '[] type: The value of the arguments should be an object, but it is an array.'],
    [{ required: ['x'] }, {}, '[] required: The required property `x` is missing.'],
    [x({ required: ['y'] }), { x: {} }, '["x"] required: The required property `y` is missing in `x`.'],
    [{ dependentRequired: { x: ['y'] } }, { x: 1 }, '[] dependentRequired: The property `x` needs `y` beside it.'],
    [x({ enum: ['C', 'F', 1] }), { x: 'K' }, '["x"] enum: `x` should be "C", "F" or 1, but it is the string "K".'],
    [x({ const: null }), { x: {} }, '["x"] const: `x` should be null, but it is an empty object.'],
    [x({ minimum: 1 }), { x: 0 }, '["x"] minimum: `x` should be at least 1, but it is the number 0.'],
    [x({ maximum: 1 }), { x: 2 }, '["x"] maximum: `x` should be at most 1, but it is the number 2.'],
    [
      x({ exclusiveMinimum: 1 }),
      { x: 1 },
      '["x"] exclusiveMinimum: `x` should be more than 1, but it is the number 1.',
    ],
    [
      x({ exclusiveMaximum: 1 }),
      { x: 1 },
      '["x"] exclusiveMaximum: `x` should be less than 1, but it is the number 1.',
    ],
    [x({ multipleOf: 5 }), { x: 7 }, '["x"] multipleOf: `x` should be a multiple of 5, but it is the number 7.'],
    [x({ minLength: 2 }), { x: '😀' }, '["x"] minLength: `x` should have at least 2 characters, but it has 1.'],
    [x({ maxLength: 1 }), { x: 'ab' }, '["x"] maxLength: `x` should have at most 1 character, but it has 2.'],
    [x({ pattern: '^a+$' }), { x: 'b' }, '["x"] pattern: `x` does not match the pattern ^a+$.'],
    [x({ minItems: 1 }), { x: [] }, '["x"] minItems: `x` should have at least 1 item, but it has 0.'],
    [x({ maxItems: 0 }), { x: [1] }, '["x"] maxItems: `x` should have at most 0 items, but it has 1.'],
    [x({ uniqueItems: true }), { x: [1, 1] }, '["x"] uniqueItems: `x` holds the same item twice.'],
    [
      x({ minProperties: 2 }),
      { x: { a: 1 } },
      '["x"] minProperties: `x` should have at least 2 properties, but it has 1.',
    ],
    [
      x({ items: { type: 'string' } }),
      { x: ['a', 1] },
      '["x",1] type: `x[1]` should be a string, but it is the number 1.',
    ],
    [x({ prefixItems: [{}], items: false }), { x: [1, 2] }, '["x",1] items: The item `x[1]` is not allowed.'],
    [
      x({ contains: { type: 'string' } }),
      { x: [1] },
      '["x"] contains: `x` does not hold the items that the schema asks for.',
    ],
    [x({ not: { type: 'string' } }), { x: 'a' }, '["x"] not: `x` has a form that the schema rules out.'],
    [
      { properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 2 },
      '["b"] additionalProperties: The property `b` is not allowed.',
    ],
    [
      x({ additionalProperties: { type: 'string' } }),
      { x: { 'first name': 1 } },
      '["x","first name"] type: `x["first name"]` should be a string, but it is the number 1.',
    ],
    [
      x({ patternProperties: { '^_': false } }),
      { x: { _a: 1 } },
      '["x","_a"] patternProperties: The property `_a` is not allowed in `x`.',
    ],
    [
      x({ propertyNames: { pattern: '^a', maxLength: 3 } }),
      { x: { bbbb: 1 } },
      '["x","bbbb"] propertyNames: The property `bbbb` is not allowed in `x`.',
    ],
    [
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      '["b"] unevaluatedProperties: The property `b` is not allowed.',
    ],
    [
      x({ prefixItems: [{}], unevaluatedItems: false }),
      { x: [1, 2] },
      '["x",1] unevaluatedItems: The item `x[1]` is not allowed.',
    ],
    [
      x({ oneOf: [{ type: 'string' }, { type: 'null' }] }),
      { x: 1 },
      '["x"] oneOf: `x` should be a string or null, but it is the number 1.',
    ],
    [
      x({ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }),
      { x: 1 },
      '["x"] anyOf: `x` should be "a", "b" or "c", but it is the number 1.',
    ],
    [
      x({ anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
      { x: {} },
      '["x"] anyOf: `x` fits none of the 2 forms that the schema allows.',
    ],
    [
      x({ oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'string' }] }),
      { x: 1 },
      '["x"] oneOf: `x` fits 2 of the 3 forms that the schema allows, but it should fit exactly one.',
    ],
    [
      { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
      { a: 1 },
      '[] required: The required property `b` is missing.',
    ],
    [
      { ...x({ $ref: '#/$defs/d' }), $defs: { d: { type: 'string' } } },
      { x: 1 },
      '["x"] type: `x` should be a string, but it is the number 1.',
    ],
    [x(false as unknown as JsonObject), { x: 1 }, '["x"] properties: The property `x` is not allowed.'],
  ];

  test.each(cases)('%j and %j', async (schema, value, problem) => {
    expect(await problemsOf(schema, value)).toEqual([problem]);
  });

  test('each failed keyword is one problem', async () => {
    const schema = { type: 'object', required: ['a', 'b'], properties: { c: { type: 'string', minLength: 3 } } };
    expect(await problemsOf(schema, { c: 'x' })).toEqual([
      '[] required: The required property `a` is missing.',
      '[] required: The required property `b` is missing.',
      '["c"] minLength: `c` should have at least 3 characters, but it has 1.',
    ]);
  });

  test('properties of a schema that failed are not called unknown', async () => {
    const inner = { properties: { a: { type: 'string' } } };
    const schema = { allOf: [inner], unevaluatedProperties: false };
    expect(await problemsOf(schema, { a: 1 })).toEqual(['["a"] type: `a` should be a string, but it is the number 1.']);
    // Each value is judged by itself.
    const beside = { properties: { p: schema, q: { unevaluatedProperties: false } } };
    expect(await problemsOf(beside, { p: { a: 1 }, q: { b: 1 } })).toEqual([
      '["p","a"] type: `p.a` should be a string, but it is the number 1.',
      '["q","b"] unevaluatedProperties: The property `b` is not allowed in `q`.',
    ]);
  });

  test('a key of digits is not an index, and pointers hold no surprises', async () => {
    const schema = { additionalProperties: { items: { type: 'string' } } };
    const verdict = await validateArguments(schema, '{"0": [1], "a/b~c": ["x", 2]}');
    expect(verdict).toMatchObject({ problems: [{ path: ['0', 0] }, { path: ['a/b~c', 1] }] });
  });

  test('`format` demands nothing', async () => {
    for (const $schema of ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#']) {
      expect(await validateArguments({ $schema, format: 'email', type: 'string' }, '"nobody"')).toEqual({
        state: 'valid',
      });
    }
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'the property %s is an ordinary one',
    async (name) => {
      const text = `{"${name}": 1}`;
      expect(await validateArguments({ type: 'object', properties: { a: {} } }, text)).toEqual({ state: 'valid' });
      expect(await validateArguments({ properties: { a: {} }, additionalProperties: false }, text)).toMatchObject({
        problems: [{ path: [name], keyword: 'additionalProperties' }],
      });
      const schema = JSON.parse(
        `{"properties": {"${name}": {"type": "string"}}, "required": ["${name}"]}`,
      ) as JsonObject;
      expect(await validateArguments(schema, text)).toMatchObject({ problems: [{ path: [name], keyword: 'type' }] });
      expect(await validateArguments(schema, '{}')).toMatchObject({ problems: [{ path: [], keyword: 'required' }] });
    },
  );
});

describe('dialects', () => {
  const dialects = [
    'http://json-schema.org/draft-04/schema#',
    'http://json-schema.org/draft-06/schema#',
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
    'http://json-schema.org/draft/2020-12/schema#',
  ];

  test.each(dialects)('%s', async ($schema) => {
    const schema = { $schema, properties: { a: { $ref: '#/definitions/d' } }, definitions: { d: { type: 'string' } } };
    expect(await validateArguments(schema, '{"a": "x"}')).toEqual({ state: 'valid' });
    expect(await problemsOf(schema, { a: 1 })).toEqual(['["a"] type: `a` should be a string, but it is the number 1.']);
  });

  test('keywords mean what their dialect says', async () => {
    const tuple = { items: [{ type: 'string' }], additionalItems: false };
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', ...tuple };
    expect(await problemsOf(draft07, ['a', 1])).toEqual(['[1] additionalItems: The item `[1]` is not allowed.']);
    expect(await reasonFor(tuple, ['a', 1])).toBe('The schema is not valid JSON Schema at #/items.');
    const draft04 = { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true };
    expect(await problemsOf(draft04, 1)).toEqual([
      '[] minimum: The value of the arguments should be more than 1, but it is the number 1.',
    ]);
    const companions = { $schema: draft07.$schema, dependencies: { a: ['b'], c: { required: ['d'] } } };
    expect(await problemsOf(companions, { a: 1, c: 1 })).toEqual([
      '[] required: The required property `d` is missing.',
    ]);
    expect(await problemsOf(companions, { a: 1 })).toEqual(['[] dependencies: The property `a` needs `b` beside it.']);
  });
});

describe('a circle among definitions', () => {
  const circle = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };

  test.each(['$defs', 'definitions'])('that nothing leads to keeps no call from being checked: %s', async (key) => {
    const defs = JSON.parse(JSON.stringify(circle).replaceAll('$defs', key)) as JsonObject;
    expect(await problemsOf({ ...x({ type: 'string' }), [key]: defs }, { x: 5 })).toEqual([
      '["x"] type: `x` should be a string, but it is the number 5.',
    ]);
    expect(await problemsOf({ ...x({ type: 'string' }), [key]: defs }, { x: 'low' })).toEqual(['valid']);
  });

  test('that a used definition leads to keeps a call from being checked', async () => {
    const used = { ...x({ $ref: '#/$defs/c' }), $defs: { ...circle, c: { properties: { y: { $ref: '#/$defs/a' } } } } };
    expect(await reasonFor(used, { x: {} })).toMatch(/leads back to itself\.$/);
  });
});

describe('a schema that cannot be used', () => {
  const loop = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
  const cases: readonly (readonly [name: string, schema: JsonObject, reason: string])[] = [
    [
      'an external reference',
      x({ $ref: 'https://example.org/s.json#/a' }),
      'The schema refers to "https://example.org/s.json#/a" at #/properties/x/$ref, and nothing is loaded from the network.',
    ],
    [
      'a relative reference',
      x({ allOf: [{ $ref: '../s.json' }] }),
      'The schema refers to "../s.json" at #/properties/x/allOf/0/$ref, and nothing is loaded from the network.',
    ],
    [
      'a file',
      { $ref: 'file:///etc/passwd' },
      'The schema refers to "file:///etc/passwd" at #/$ref, and nothing is loaded from the network.',
    ],
    [
      'a reference to nothing',
      x({ $ref: '#/$defs/a~1b' }),
      'The schema refers to "#/$defs/a~1b" at #/properties/x/$ref, which is nowhere in it.',
    ],
    [
      'an anchor that is nowhere',
      x({ $ref: '#a' }),
      'The schema refers to "#a" at #/properties/x/$ref, which is nowhere in it.',
    ],
    ['a reference to itself', { $ref: '#' }, "The schema's $ref at #/$ref leads back to itself."],
    ['a circle of references', loop, "The schema's $ref at #/$ref leads back to itself."],
    [
      'a circle in draft-07',
      { $schema: 'http://json-schema.org/draft-07/schema#', ...loop },
      "The schema's $ref at #/$ref leads back to itself.",
    ],
    [
      'an unknown dialect',
      { $schema: 'https://example.org/d' },
      'The schema asks for an unknown dialect, "https://example.org/d", at #/$schema.',
    ],
    [
      'an unknown dialect inside',
      x({ $id: 'b', $schema: 'https://example.org/d' }),
      'The schema asks for an unknown dialect, "https://example.org/d", at #/properties/x/$schema.',
    ],
    ['a wrong type', x({ type: 'strng' }), 'The schema is not valid JSON Schema at #/properties/x/type.'],
    ['a wrong keyword value', { required: 'x' }, 'The schema is not valid JSON Schema at #/required.'],
    [
      'a schema that is none',
      { properties: { 'a b/%': 5 } },
      'The schema is not valid JSON Schema at #/properties/a b~1%.',
    ],
    [
      'a broken pattern',
      x({ pattern: '(' }),
      'The schema holds a regular expression that is not valid at #/properties/x/pattern.',
    ],
    [
      'a broken name pattern',
      x({ patternProperties: { '[': {} } }),
      'The schema holds a regular expression that is not valid at #/properties/x/patternProperties/[.',
    ],
    [
      'the name of a dialect',
      { $id: 'https://json-schema.org/draft/2020-12/schema' },
      "The schema cannot be used: A schema has already been registered for 'https://json-schema.org/draft/2020-12/schema.",
    ],
    ['an identity that is none', { $id: ':::' }, 'The schema cannot be used: Invalid IRI-reference: :::.'],
  ];

  test.each(cases)('%s', async (_name, schema, reason) => {
    expect(await reasonFor(schema)).toBe(reason);
  });

  test.each([
    ['properties', (inner: JsonObject) => ({ properties: { a: inner } })],
    ['not', (inner: JsonObject) => ({ not: inner })],
    ['definitions', (inner: JsonObject) => ({ $defs: { a: inner } })],
  ])('200 levels of %s', async (_name, wrap) => {
    let schema: JsonObject = {};
    for (let level = 0; level < 200; level += 1) schema = wrap(schema);
    expect(await reasonFor(schema)).toMatch(/^The schema is nested more than 128 levels deep at #\/.*…\.$/);
    schema = {};
    for (let level = 0; level < 60; level += 1) schema = wrap(schema);
    expect((await validateArguments(schema, '{}')).state).not.toBe('unchecked');
  });

  test('100,000 levels', async () => {
    let schema: JsonObject = {};
    for (let level = 0; level < 100_000; level += 1) schema = { not: schema };
    expect(await reasonFor(schema)).toContain('nested more than 128 levels');
  });

  test('a schema that applies itself to the same value', async () => {
    expect(await reasonFor({ allOf: [{ $ref: '#' }] })).toBe(
      'The arguments are nested too deeply, or the schema refers to itself without end.',
    );
  });

  test('arguments 100,000 levels deep', async () => {
    const verdict = await validateArguments({ items: { $ref: '#' } }, '['.repeat(100_000) + ']'.repeat(100_000));
    expect(verdict).toMatchObject({ state: 'unchecked' });
  });

  test('arguments that are not JSON', async () => {
    expect(await validateArguments({}, '{a: 1}')).toEqual({
      state: 'unchecked',
      reason: 'The arguments are not valid JSON.',
    });
  });

  test('no schema can change what a dialect means to the next', async () => {
    const $id = 'https://json-schema.org/draft/2020-12/schema';
    const hostile = { $id, $vocabulary: {}, properties: {} };
    expect(await reasonFor(hostile)).toBe(
      'The schema defines its own vocabulary at #/$vocabulary, which is not supported.',
    );
    expect(await reasonFor(x({ const: hostile }))).toContain('its own vocabulary at #/properties/x/const/$vocabulary');
    expect(await problemsOf({ type: 'string', title: 'after' }, 1)).toHaveLength(1);
  });
});

describe('references that stay inside', () => {
  test('recursion, anchors and embedded resources', async () => {
    const tree = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    expect(await problemsOf(tree, { next: { next: { x: 1 } } })).toEqual([
      '["next","next","x"] additionalProperties: The property `x` is not allowed in `next.next`.',
    ]);
    const anchored = { properties: { a: { $ref: '#name' } }, $defs: { d: { $anchor: 'name', type: 'string' } } };
    expect(await problemsOf(anchored, { a: 1 })).toHaveLength(1);
    const embedded = {
      $id: 'https://example.org/root',
      properties: { a: { $ref: 'other' } },
      $defs: { d: { $id: 'https://example.org/other', type: 'string' } },
    };
    expect(await problemsOf(embedded, { a: 1 })).toHaveLength(1);
  });

  test('the meta-schemas are at hand', async () => {
    const schema = { properties: { schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } };
    expect(await validateArguments(schema, '{"schema": {"type": "string"}}')).toEqual({ state: 'valid' });
    expect(await validateArguments(schema, '{"schema": {"type": 5}}')).toMatchObject({ state: 'problems' });
  });
});

describe('what is kept', () => {
  test('nothing stays registered', async () => {
    await validateArguments({ type: 'string', description: 'first' }, '1');
    const before = getAllRegisteredSchemaUris();
    await validateArguments({ $id: 'https://example.org/kept', type: 'string' }, '1');
    await validateArguments({ type: 'strng' }, '1');
    expect(getAllRegisteredSchemaUris()).toEqual(before);
  });

  test('schemas with the same `$id` do not meet', async () => {
    const schema = (type: string): JsonObject => ({ $id: 'https://example.org/same', type });
    const verdicts = await Promise.all([
      validateArguments(schema('string'), '1'),
      validateArguments(schema('integer'), '1'),
      validateArguments(schema('array'), '1'),
    ]);
    expect(verdicts.map(({ state }) => state)).toEqual(['problems', 'valid', 'problems']);
  });

  test('a schema is compiled once, by its text', async () => {
    const schema = (): JsonObject => ({ type: 'object', required: ['compiled once'] });
    expect(checkFor(schema())).toBe(checkFor(schema()));
    const verdicts = await Promise.all(Array.from({ length: 2000 }, () => validateArguments(schema(), '{}')));
    expect(verdicts.every(({ state }) => state === 'problems')).toBe(true);
  });

  test('old schemas are forgotten, not those in use', () => {
    const used = checkFor({ title: 'used' });
    const unused = checkFor({ title: 'unused' });
    for (let index = 0; index < 150; index += 1) {
      void checkFor({ title: `version ${index}` });
      expect(checkFor({ title: 'used' })).toBe(used);
    }
    expect(checkFor({ title: 'unused' })).not.toBe(unused);
  });

  test('the schema of the caller is left as it is', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft-07/schema#',
      $id: 'https://example.org/i',
      properties: {},
    };
    const before = structuredClone(schema);
    await validateArguments(schema, '{}');
    expect(schema).toEqual(before);
  });
});
