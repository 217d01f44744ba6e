import { transformersRuntime } from './runtime.ts';

type Schema = Parameters<typeof transformersRuntime>[0]['schema'];

/** @param values what the schema says of the values of parameters */
function schemaOf(values: Schema): Schema {
  return {
    type: 'object',
    properties: {
      role: { const: 'assistant' },
      content: { type: 'string', 'x-regex': '^\\s*(.+?)\\s*(?=<tool_call>|$)' },
      tool_calls: {
        type: 'array',
        'x-regex-iterator': '<tool_call>\\s*(<function=.*?</function>)\\s*</tool_call>',
        items: {
          type: 'object',
          properties: {
            type: { const: 'function' },
            function: {
              type: 'object',
              properties: {
                name: { type: 'string', 'x-regex': '<function=([^>\\s]+)>' },
                arguments: {
                  type: 'object',
                  'x-regex-key-value': '<parameter=(?P<key>[^>\\s]+)>\\n?(?P<value>.*?)\\n?</parameter>',
                  ...values,
                },
              },
            },
          },
        },
      },
    },
  };
}

export const xmlParameters = transformersRuntime({
  flag: 'xml-parameters',
  formats: ['qwen3-coder-xml'],
  reads: 'A response schema for <function=…> in <tool_call> tags, each value JSON or text.',
  schema: schemaOf({ additionalProperties: { 'x-parser': 'json', 'x-parser-args': { allow_non_json: true } } }),
});

export const xmlParametersTyped = transformersRuntime({
  flag: 'xml-parameters-typed',
  formats: ['qwen3-coder-xml'],
  reads: 'The same schema with types for four parameters; a value that does not fit raises.',
  schema: schemaOf({
    properties: {
      days: { type: 'integer' },
      ratio: { type: 'number' },
      metric: { type: 'boolean' },
      tags: { 'x-parser': 'json' },
    },
    additionalProperties: { type: 'string' },
  }),
});
