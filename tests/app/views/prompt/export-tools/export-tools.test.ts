import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { recognise, type JsonObject, type ToolDefinition } from '../../../../../src/core/index.ts';
import { exportForms, unsaidBy } from '../../../../../src/app/views/prompt/export-tools/export-tools.ts';
import { recogniseImport, type ImportReaders } from '../../../../../src/app/views/prompt/import-tools/import-tools.ts';
import { readTypes } from '../../../../../src/app/worker/read-types/index.ts';
import { readYaml } from '../../../../../src/app/worker/read-types/yaml.ts';

const readers: ImportReaders = {
  types: (job) => Promise.resolve(readTypes(job)),
  yaml: (source) => Promise.resolve(readYaml(source)),
  request: (content) => Promise.resolve(recognise({ content, name: null })),
};

const forms = exportForms.map((form) => [form.id, form] as const);
const json = ['openai', 'anthropic', 'gemini', 'mcp', 'openapi', 'openapi-yaml', 'curl'];

const weather: ToolDefinition = {
  name: 'get_weather',
  description: 'Reads the weather.\n\nOnly today\'s, in "quotes" and `ticks`.',
  schema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Name of the city: "Łódź", not its code.' },
      unit: { type: 'string', enum: ['c', 'f'] },
      hours: { type: 'array', items: { type: 'number' } },
      place: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
      note: { type: ['string', 'null'] },
      extra: { type: 'object', additionalProperties: { type: 'boolean' } },
      first: { $ref: '#/$defs/Point' },
    },
    required: ['city', 'hours'],
    $defs: { Point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
  },
};
const plain: ToolDefinition = { name: 'log_time', schema: { type: 'object', properties: {} } };

describe.each(forms)('tools as %s', (id, form) => {
  it('say all of an ordinary tool when they are read back', async () => {
    const text = form.write([weather, plain]);
    expect(await unsaidBy(form, text, [weather, plain], readers)).toEqual([]);
  });

  it('are recognised as what they are', () => {
    expect(recogniseImport(form.write([weather, plain]))).toBe(form.reads);
  });

  it('tell what the form cannot say', async () => {
    const tool: ToolDefinition = {
      name: 'read-file',
      schema: {
        type: 'object',
        properties: {
          path: { type: 'string', contentEncoding: 'base64' },
          'max-size': { type: 'integer', minimum: 1 },
        },
      },
    };
    const notes = (await unsaidBy(form, form.write([tool]), [tool], readers)).join('\n');
    if (json.includes(id)) expect(notes).toBe('');
    else expect(notes).toContain('`contentEncoding`');
    if (id === 'typescript') expect(notes).toContain('`minimum`');
    if (['python', 'pydantic', 'typescript', 'zod'].includes(id))
      expect(notes).toContain('`read-file` is named `read_file` here.');
  });
});

test('what only ExAthena has is told', async () => {
  const tool = { ...plain, parallelSafe: true };
  const [openai] = exportForms;
  if (openai === undefined) throw new Error('No form.');
  expect(await unsaidBy(openai, openai.write([tool]), [tool], readers)).toEqual([
    '`parallel_safe` is missing or different: `log_time`.',
  ]);
});

const word = fc.constantFrom('city', 'unit', 'days', 'path', 'line', 'a_b');
/** Words that would end a comment, a docstring or a string if they were not written with care. */
const said = fc
  .array(
    fc.constantFrom(
      'The',
      'city.',
      "it's",
      '"x"',
      '"""',
      '*/',
      '`a`',
      '${b}',
      '\\',
      '\\n',
      '</script>',
      "'",
      'é',
      '😀',
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((words) => `Says ${words.join(' ')} end.`);

/** Schemas that every form can say. */
const anywhere: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonObject>({ type: 'string' }, { type: 'number' }, { type: 'boolean' }),
    fc
      .uniqueArray(fc.constantFrom('a', "it's", '"', '\\', 'é'), { minLength: 1, maxLength: 3 })
      .map((values): JsonObject => ({ type: 'string', enum: values })),
    fc.constantFrom<JsonObject>({ type: ['string', 'null'] }, { type: ['number', 'null'] }),
    tie('schema').map((items): JsonObject => ({ type: 'array', items })),
    tie('schema').map((values): JsonObject => ({ type: 'object', additionalProperties: values })),
    fc
      .tuple(fc.dictionary(word, tie('schema'), { minKeys: 1, maxKeys: 3 }), fc.boolean())
      .map(([properties, isRequired]): JsonObject => ({
        type: 'object',
        properties,
        ...(isRequired && { required: Object.keys(properties) }),
      })),
  ),
})).schema;

const anyTool = fc
  .record({
    name: fc.constantFrom('read_file', 'get_weather', 'f'),
    description: said,
    properties: fc.dictionary(word, fc.tuple(anywhere, fc.option(said, { nil: undefined }))),
  })
  .map(({ name, description, properties }): ToolDefinition => {
    const described = Object.entries(properties).map(
      ([key, [schema, text]]) => [key, text === undefined ? schema : { ...schema, description: text }] as const,
    );
    const [first] = described;
    return {
      name,
      description,
      schema: {
        type: 'object',
        properties: Object.fromEntries(described),
        ...(first !== undefined && { required: [first[0]] }),
      },
    };
  });

/** What comes back in other words: the end of a comment inside of one, and escapes, which our reader of types takes as they are. */
const lossy: Record<string, RegExp> = { typescript: /\*\/|\\{4}/ };

it.each(forms)('any tool as %s comes back with the same schema', async (id, form) => {
  await fc.assert(
    fc.asyncProperty(anyTool, async (tool) => {
      fc.pre(!(lossy[id]?.test(JSON.stringify(JSON.stringify(tool))) ?? false));
      const text = form.write([tool]);
      const notes = await unsaidBy(form, text, [tool], readers);
      if (notes.length > 0) throw new Error(`${notes.join('\n')}\n${text}`);
    }),
    { numRuns: 60 },
  );
});

it.each(forms)('whatever the schema is, %s is written and compared', async (_id, form) => {
  const schema = fc.dictionary(
    fc.constantFrom(
      'type',
      'properties',
      'items',
      'enum',
      'anyOf',
      'required',
      '$ref',
      '$defs',
      'default',
      'pattern',
      'format',
      '__proto__',
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(schema, fc.string(), async (own, name) => {
      const tool = { name: name === '' ? 'f' : name, schema: own as JsonObject };
      await unsaidBy(form, form.write([tool]), [tool], readers);
    }),
    { numRuns: 60 },
  );
});
