/** What the tool editor completes and checks. The engine reads more forms than this describes; nothing here decides. */
const argumentsSchema = { $ref: '#/$defs/argumentsSchema' };
const name = { type: 'string', description: 'The tool’s name.', minLength: 1 };
const description = {
  type: 'string',
  description: 'What the tool does. Compact prompts keep its first sentence, up to 80 characters.',
};

const tool = {
  anyOf: [
    {
      title: 'ExAthena',
      type: 'object',
      required: ['name', 'schema'],
      properties: {
        name,
        description,
        schema: argumentsSchema,
        parallel_safe: { type: 'boolean', description: 'May run in parallel with other calls of the same turn.' },
      },
    },
    {
      title: 'OpenAI',
      type: 'object',
      required: ['type', 'function'],
      properties: {
        type: { const: 'function' },
        function: {
          type: 'object',
          required: ['name'],
          properties: { name, description, parameters: argumentsSchema, strict: { type: 'boolean' } },
        },
      },
    },
    {
      title: 'Anthropic',
      type: 'object',
      required: ['name', 'input_schema'],
      properties: { name, description, input_schema: argumentsSchema },
    },
    {
      title: 'MCP',
      type: 'object',
      required: ['name', 'inputSchema'],
      properties: { name, description, inputSchema: argumentsSchema },
    },
    {
      title: 'A JSON Schema with a title',
      type: 'object',
      required: ['title', 'properties'],
      properties: { title: name, description, properties: { type: 'object' } },
    },
    {
      type: 'object',
      required: ['type', 'name', 'parameters'],
      properties: { type: { const: 'function' }, name, description, parameters: argumentsSchema },
    },
  ],
};

export const toolListSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Tool definitions',
  anyOf: [
    { type: 'array', items: { $ref: '#/$defs/tool' } },
    { $ref: '#/$defs/tool' },
    { type: 'object', required: ['tools'] },
  ],
  $defs: {
    tool,
    argumentsSchema: {
      type: 'object',
      description: 'A JSON Schema for the arguments.',
      properties: {
        type: { const: 'object' },
        properties: { type: 'object', additionalProperties: { $ref: '#/$defs/property' } },
        required: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        additionalProperties: { type: ['boolean', 'object'] },
      },
    },
    property: {
      type: ['object', 'boolean'],
      properties: {
        type: {
          anyOf: [{ $ref: '#/$defs/typeName' }, { type: 'array', items: { $ref: '#/$defs/typeName' } }],
        },
        description: { type: 'string' },
        enum: { type: 'array' },
        default: {},
        items: { $ref: '#/$defs/property' },
        properties: { type: 'object', additionalProperties: { $ref: '#/$defs/property' } },
        required: { type: 'array', items: { type: 'string' } },
        minimum: { type: 'number' },
        maximum: { type: 'number' },
        pattern: { type: 'string' },
      },
    },
    typeName: { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] },
  },
};
