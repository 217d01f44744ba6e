import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/core/index.ts';
import { operationsOf } from '../../../../../src/app/views/prompt/import-tools/openapi.ts';
import { validateArguments } from '../../../worker/validate-arguments.ts';

const document: JsonObject = {
  openapi: '3.0.3',
  paths: {
    '/pets/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'trace', in: 'header', schema: { type: 'string' } },
      ],
      get: {
        operationId: 'getPet',
        summary: 'Finds a pet',
        description: 'By its id.',
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'The id.',
            schema: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          },
          { $ref: '#/components/parameters/Page' },
          { name: 'session', in: 'cookie', schema: {} },
        ],
      },
      put: {
        parameters: [{ name: 'name', in: 'query', schema: { type: 'boolean' } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
      },
    },
    '/pets': { post: { operationId: 'add many', requestBody: { $ref: '#/components/requestBodies/Many' } } },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer', nullable: true } } },
    requestBodies: {
      Many: {
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'id'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', example: 'Rex' },
          mother: { $ref: '#/components/schemas/Pet' },
          tag: { $ref: '#/components/schemas/a~1b' },
        },
      },
      'a/b': { type: 'string', enum: ['x'] },
      Unused: { type: 'string' },
    },
  },
};

const operations = operationsOf(document);
const definitionOf = (index: number) => operations[index]!.define().definition;

test('every operation, by its id or by method and path', () => {
  expect(operations.map(({ name, place }) => [name, place])).toEqual([
    ['getPet', 'GET /pets/{id}'],
    ['put_pets_id', 'PUT /pets/{id}'],
    ['add_many', 'POST /pets'],
  ]);
});

test('parameters of the path and of the operation are one object', () => {
  expect(operations[0]!.define()).toEqual({
    definition: {
      name: 'getPet',
      description: 'Finds a pet. By its id.',
      schema: {
        type: 'object',
        properties: {
          id: { type: 'integer', exclusiveMinimum: 0, description: 'The id.' },
          trace: { type: 'string' },
          page: { type: ['integer', 'null'] },
        },
        required: ['id'],
      },
    },
    notes: ['The parameter `session` is sent as cookie and is left out.'],
  });
});

test('the properties of a body join them; what it refers to is kept, once, as it is used', () => {
  const pet = {
    type: 'object',
    required: ['name', 'id'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string' },
      mother: { $ref: '#/$defs/Pet' },
      tag: { $ref: '#/$defs/a~1b' },
    },
  };
  expect(definitionOf(1).schema).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string' },
      trace: { type: 'string' },
      name: { type: 'boolean' },
      name_body: { type: 'string' },
      mother: { $ref: '#/$defs/Pet' },
      tag: { $ref: '#/$defs/a~1b' },
    },
    required: ['id', 'name_body'],
    $defs: { Pet: pet, 'a/b': { type: 'string', enum: ['x'] } },
  });
});

test('a body that is no object is one parameter', () => {
  expect(definitionOf(2).schema).toMatchObject({
    properties: { body: { type: 'array', items: { $ref: '#/$defs/Pet' } } },
  });
});

test('what comes out can be checked against', async () => {
  const schema = definitionOf(1).schema!;
  const check = (text: string) => validateArguments(schema, text);
  expect(await check('{"id":"1","name_body":"Rex","mother":{"id":"2","name":"Eve"},"tag":"x"}')).toEqual({
    state: 'valid',
  });
  expect(await check('{"id":"1","name_body":"Rex","tag":"y"}')).toMatchObject({ state: 'problems' });
});

test.each([
  [undefined, ['name'], 1],
  [true, ['name'], 0],
  [false, undefined, 0],
])('the required members of a body that is required: %s', (required, kept, notes) => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const requestBody = { ...(required === undefined ? {} : { required }), content: { 'application/json': { schema } } };
  const [one] = operationsOf({ operationId: 'go', requestBody });
  const defined = one!.define();
  expect([defined.definition.schema!['required'], defined.notes.length]).toEqual([kept, notes]);
});

test('an operation alone', () => {
  const [one] = operationsOf({
    operationId: 'go',
    requestBody: {
      content: { 'application/json': { schema: { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] } } },
    },
  });
  expect([one?.name, one?.place]).toEqual(['go', '']);
  expect(Object.keys(one!.define().definition.schema!['properties'] as JsonObject)).toEqual(['a', 'b']);
});

describe('nothing throws', () => {
  const deep = JSON.parse(`${'{"items":'.repeat(3000)}{}${'}'.repeat(3000)}`) as JsonObject;
  const withBody = (schema: JsonObject): JsonObject => ({
    requestBody: { required: true, content: { 'application/json': { schema } } },
  });

  test.each<JsonObject>([
    { paths: 5 },
    { paths: { '/a': null, '/b': { get: [] }, '/c': { $ref: '#/paths/~1c' } } },
    { paths: { '/a': { get: { parameters: [null, { name: 5 }, { $ref: '#/nowhere' }], requestBody: 7 } } } },
    withBody({ $ref: '#/components/schemas/Nowhere' }),
    withBody({ $ref: 'other.json#/X' }),
    withBody({ properties: { a: deep } }),
    withBody({ properties: { $ref: { type: 'string' }, nullable: { type: 'string' } } }),
    {
      ...withBody({ allOf: [{ $ref: '#/components/schemas/A' }] }),
      components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } } },
    },
  ])('%#', (root) => {
    for (const one of operationsOf(root)) expect(one.define().definition.schema).toMatchObject({ type: 'object' });
  });

  test('a property called $ref is a property', () => {
    const [one] = operationsOf(withBody({ properties: { $ref: { type: 'string' }, nullable: { type: 'string' } } }));
    expect(one!.define().definition.schema!['properties']).toEqual({
      $ref: { type: 'string' },
      nullable: { type: 'string' },
    });
  });
});
