import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readZod } from '../../../../src/app/worker/read-types/zod.ts';

const schemaOf = (expression: string) =>
  (readZod(`const t = z.object({ a: ${expression} });`).types[0]!.schema['properties'] as Record<string, unknown>)['a'];

describe('a schema of Zod', () => {
  it('is a tool by the name of its variable', () => {
    const source = `
export const getWeather = z
  .object({
    city: z.string().min(1).describe('Name of the "city"'),
    unit: z.enum(['c', 'f']).optional(),
    days: z.number().int().positive().max(30).default(3),
  })
  .strict()
  .describe("Reads the weather");`;
    expect(readZod(source)).toEqual({
      types: [
        {
          name: 'getWeather',
          isPart: false,
          description: 'Reads the weather',
          schema: {
            type: 'object',
            properties: {
              city: { type: 'string', minLength: 1, description: 'Name of the "city"' },
              unit: { type: 'string', enum: ['c', 'f'] },
              days: { type: 'integer', exclusiveMinimum: 0, maximum: 30, default: 3 },
            },
            required: ['city'],
            additionalProperties: false,
          },
        },
      ],
      notes: [],
    });
  });

  it.each([
    ['z.array(z.string()).nonempty()', { type: 'array', items: { type: 'string' }, minItems: 1 }],
    ['z.string().array().length(2)', { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }],
    [
      'z.tuple([z.number(), z.string()])',
      {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'string' }],
        items: false,
        minItems: 2,
      },
    ],
    ['z.record(z.string(), z.number())', { type: 'object', additionalProperties: { type: 'number' } }],
    ['z.union([z.string(), z.null()])', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['z.string().or(z.number())', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['z.string().nullable()', { type: ['string', 'null'] }],
    ['z.literal(7)', { type: 'integer', enum: [7] }],
    ['z.email()', { type: 'string', format: 'email' }],
    ['z.string().regex(/^a+$/i)', { type: 'string', pattern: '^a+$' }],
    ['z.coerce.number().gte(0)', { type: 'number', minimum: 0 }],
    ['z.any()', {}],
    [
      'z.object({ b: z.boolean().nullish() })',
      {
        type: 'object',
        properties: { b: { type: ['boolean', 'null'] } },
      },
    ],
  ])('%s', (expression, schema) => {
    expect(schemaOf(expression)).toEqual(schema);
  });

  it('that another one uses is a part of it', () => {
    const source = 'const Stop = z.object({ n: z.string() }); const Trip = Stop.extend({ to: Stop, at: Color });';
    const { types, notes } = readZod(`${source} const Plan = z.object({ first: Stop, rest: z.array(Trip) });`);
    expect(types.map(({ name, isPart }) => [name, isPart])).toEqual([
      ['Stop', true],
      ['Plan', false],
    ]);
    expect(types[1]?.schema).toMatchObject({
      properties: { rest: { items: { properties: { n: { type: 'string' } }, required: ['n', 'to', 'at'] } } },
    });
    expect(notes).toEqual([
      '`Plan.rest.at` is `Color`, which has no place in a JSON Schema. The schema allows any value there.',
    ]);
  });
});

describe('a tool made of one', () => {
  const wanted = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };

  it.each([
    [
      'of the AI SDK',
      "const tools = { add: tool({ description: 'Adds', inputSchema: z.object({ a: z.number() }) }) };",
    ],
    [
      'of an older AI SDK',
      "const add = tool({ description: 'Adds', parameters: z.object({ a: z.number() }), execute: async () => 1 });",
    ],
    ['of the MCP SDK', "server.tool('add', 'Adds', { a: z.number() }, async ({ a }) => ({}));"],
    [
      'of a newer MCP SDK',
      "server.registerTool('add', { title: 'T', description: 'Adds', inputSchema: { a: z.number() } }, run);",
    ],
    [
      'by a variable',
      "const input = z.object({ a: z.number() });\nconst add = tool({ description: 'Adds', inputSchema: input });",
    ],
  ])('%s', (_, source) => {
    const { types, notes } = readZod(source);
    expect(types.filter(({ isPart }) => !isPart)).toEqual([
      { name: 'add', isPart: false, description: 'Adds', schema: wanted },
    ]);
    expect(notes).toEqual([]);
  });
});

it('says so where there is none', () => {
  expect(readZod('const a = 1;').notes[0]).toContain('has no `z.object(…)`');
});

it('never throws', () => {
  const piece = fc.constantFrom(
    'z',
    '.object(',
    '{',
    '}',
    ')',
    'a: ',
    '.optional()',
    'const t = ',
    "'",
    '[',
    ',',
    'tool(',
    't',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 40 }), (pieces) => {
      expect(() => JSON.stringify(readZod(pieces.join('')))).not.toThrow();
    }),
    { numRuns: 300 },
  );
  expect(() => readZod('const a = z.object({ b: a });')).not.toThrow();
  expect(() => readZod(`const a = ${'z.array('.repeat(3000)}`)).not.toThrow();
});
