import { describe, expect, test } from 'vitest';
import { parametersOf } from '../../../../src/core/index.ts';
import { readTypeScript } from '../../../../src/app/worker/read-types/typescript.ts';

const schemaOf = (source: string) => readTypeScript(source).types[0]?.schema;

describe('functions with parameters one by one', () => {
  test('types, defaults, question marks, and what a comment says of each', () => {
    const source = `
/**
 * Reads the weather.
 * @param city Name of the city.
 * @param {number} [days=3] - How many days.
 * @returns nothing
 */
export async function getWeather(city: string, days = 3, unit?: 'c' | 'f', more: Record<string, number> = {}): Promise<void> {}`;
    expect(readTypeScript(source)).toEqual({
      types: [
        {
          name: 'getWeather',
          isPart: false,
          description: 'Reads the weather.',
          schema: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'Name of the city.' },
              days: { type: 'number', description: 'How many days.' },
              unit: { type: 'string', enum: ['c', 'f'] },
              more: { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
            },
            required: ['city'],
          },
        },
      ],
      notes: [],
    });
  });

  test('an arrow function, a parameter that is a function, and one alone', () => {
    expect(schemaOf('const f = (a: string, b: number[]) => a')).toMatchObject({ required: ['a', 'b'] });
    expect(schemaOf('function f(a: string) {}')).toMatchObject({ properties: { a: { type: 'string' } } });
    expect(
      readTypeScript('function f(a: (b: string, c: number) => void, d: string) {}').types[0]?.schema,
    ).toMatchObject({
      properties: { d: { type: 'string' } },
    });
  });
});

describe('types as arguments', () => {
  test('an interface is a tool', () => {
    expect(readTypeScript("interface get_weather { city: string; unit?: 'c' | 'f' }")).toEqual({
      types: [
        {
          name: 'get_weather',
          isPart: false,
          schema: {
            type: 'object',
            properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['c', 'f'] } },
            required: ['city'],
          },
        },
      ],
      notes: [],
    });
  });

  test('comments become descriptions, at every depth', () => {
    const source = `
      /**
       * Reads the weather.
       * Today only.
       */
      export interface get_weather {
        /** The city. */
        city: string; // not this one
        // Where in it.
        place?: {
          /** Degrees. */ 'lat-1': number
        }[]
      }`;
    const [tool] = readTypeScript(source).types;
    expect(tool?.description).toBe('Reads the weather. Today only.');
    expect(parametersOf(tool!.schema).rows.map(({ name, description }) => [name, description])).toEqual([
      ['city', 'The city.'],
      ['place', 'Where in it.'],
      ['lat-1', 'Degrees.'],
    ]);
  });

  test('a comment is not searched for in a string', () => {
    expect(schemaOf("type t = { a: '/* no */' | '// neither' }")).toMatchObject({
      properties: { a: { enum: ['/* no */', '// neither'] } },
    });
  });

  test('the functions of a namespace take one object', () => {
    const source = `namespace functions {
      // Sails a ship.
      type sail = (_: {
        // Where to.
        port: string,
        knots?: number, // default: 4
      }) => any;
      type anchor = () => any;
      type pair = (a: string, b: string) => any;
    } // namespace functions`;
    expect(readTypeScript(source)).toEqual({
      types: [
        {
          name: 'sail',
          description: 'Sails a ship.',
          isPart: false,
          schema: {
            type: 'object',
            properties: { port: { type: 'string', description: 'Where to.' }, knots: { type: 'number' } },
            required: ['port'],
          },
        },
        { name: 'anchor', isPart: false, schema: { type: 'object', properties: {} } },
      ],
      notes: [expect.stringContaining('`pair`')],
    });
  });

  test('a bare object type has no name of its own', () => {
    expect(readTypeScript('{ city: string }').types.map(({ name }) => name)).toEqual(['tool']);
  });

  test('what another type uses is a part; what uses itself is not', () => {
    const source = `type Unit = 'c' | 'f'; interface Place { lat: number } interface go { to: Place; unit: Unit }
      interface tree { next?: tree }`;
    expect(readTypeScript(source).types.map(({ name, isPart }) => [name, isPart])).toEqual([
      ['Place', true],
      ['go', false],
      ['tree', false],
    ]);
  });

  test('cycles become definitions', () => {
    expect(schemaOf('interface A { b?: B } interface B { a?: A; n: number }')).toMatchObject({
      properties: { b: { properties: { a: { properties: { b: { $ref: '#/$defs/B' } } } } } },
      $defs: { B: { properties: { n: { type: 'number' } } }, A: {} },
    });
  });

  test.each<[string, unknown]>([
    ['Date', { type: 'string', format: 'date-time' }],
    ['bigint', { type: 'integer' }],
    ['true | false', { type: 'boolean' }],
    ['1 | 2', { type: 'number', enum: [1, 2] }],
    ['string | null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['string | undefined', { type: 'string' }],
    ['Record<string, number>', { type: 'object', properties: {}, additionalProperties: { type: 'number' } }],
    [
      '[string, number]',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
    ],
    ['readonly string[]', { type: 'array', items: { type: 'string' } }],
    ['unknown', {}],
  ])('%s', (type, schema) => {
    expect(readTypeScript(`interface t { a: ${type} }`)).toMatchObject({
      types: [{ schema: { properties: { a: schema } } }],
      notes: [],
    });
    expect(schemaOf(`interface t { a: ${type} }`)).toHaveProperty('properties.a', schema);
  });
});

describe('functions', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'number' } },
    required: ['city'],
  };

  test.each([
    'function f(args: { city: string; days?: number }): string { return args.city; }',
    'export async function f(args: { city: string; days?: number }): Promise<{ a: 1 }> { const x = { b: 2 }; return x; }',
    'export default function f({ city, days }: { city: string; days?: number }) {}',
    'function f(args: { city: string; days?: number } = { city: "x" }) {}',
    'const f = (args: { city: string; days?: number }) => args.city;',
    'export const f = async ({ city }: { city: string; days?: number }): Promise<void> => {};',
    'declare function f(args: { city: string; days?: number }): void;',
  ])('%s', (source) => {
    expect(readTypeScript(source)).toEqual({ types: [{ name: 'f', isPart: false, schema }], notes: [] });
  });

  test('take types of the source, and comments as descriptions', () => {
    const source = `interface Place { city: string }
      /** Sails a ship. */
      function sail(to: Place): void { const Place = { /** Not this. */ city: 1 }; }
      function stop(_: { /** Why. */ why: string }) {}`;
    expect(readTypeScript(source).types).toMatchObject([
      { name: 'Place', isPart: true },
      {
        name: 'sail',
        isPart: false,
        description: 'Sails a ship.',
        schema: { properties: { city: { type: 'string' } } },
      },
      { name: 'stop', schema: { properties: { why: { description: 'Why.' } } } },
    ]);
  });

  test.each([
    ['function f<T>(args: T) {}', '`function f` is skipped.'],
    ['class Gauge { dial: string }', '`class Gauge` is skipped.'],
    ['enum Dial { Oil } interface f { a: string }', '`enum Dial` is skipped.'],
  ])('%s is named where it is no tool', (source, note) => {
    expect(readTypeScript(source).notes).toEqual([expect.stringContaining(note)]);
  });
});

describe('what cannot be said', () => {
  test.each([
    ['interface t { a: () => void }', '`t.a` is a function'],
    ['interface t { a: Nowhere }', '`Nowhere`, which the text does not declare'],
    ['interface t { a: Map<string, string> }', '`t.a` is a call'],
  ])('%s', (source, note) => {
    const { types, notes } = readTypeScript(source);
    expect(types).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining(note)]);
  });

  test('a type that cannot be read hides no other', () => {
    const { types, notes } = readTypeScript('interface a { m(x: string): void } interface b { c: string }');
    expect(types.map(({ name }) => name)).toEqual(['b']);
    expect(notes).toEqual([expect.stringContaining('`a` cannot be parsed')]);
  });

  test.each([
    '',
    'interface X { a: string',
    "type A = 'a' | 'b'",
    'const a = 1;',
    `type A = ${'{a:'.repeat(5000)}`,
    `type A = ${'('.repeat(5000)}`,
    '/*',
    "'",
    '}}}}))))',
    'interface __proto__ { constructor: string }',
    'x'.repeat(200_000),
  ])('%# is answered', (source) => {
    const { notes, types } = readTypeScript(source);
    expect(notes.length + types.length).toBeGreaterThan(0);
  });
});
