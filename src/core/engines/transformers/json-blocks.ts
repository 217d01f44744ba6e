import { transformersRuntime } from './runtime.ts';

/** @param lenient as what the `json` parser takes a block that is no JSON: nothing, or text where this is `allow_non_json` */
function schemaOf(lenient: { readonly allow_non_json?: true }): Parameters<typeof transformersRuntime>[0]['schema'] {
  return {
    type: 'object',
    properties: {
      role: { const: 'assistant' },
      thinking: { type: 'string', 'x-regex': '<think>\\s*(.*?)\\s*</think>' },
      content: { type: 'string', 'x-regex': '^(?:<think>.*?</think>)?\\s*(.+?)\\s*(?=<tool_call>|$)' },
      tool_calls: {
        type: 'array',
        'x-regex-iterator': '<tool_call>(.*?)</tool_call>',
        items: {
          'x-parser': 'json',
          'x-parser-args': { transform: "{type: 'function', function: @}", ...lenient },
          type: 'object',
          properties: {
            type: { const: 'function' },
            function: {
              type: 'object',
              properties: { name: { type: 'string' }, arguments: { type: 'object', additionalProperties: {} } },
            },
          },
        },
      },
    },
  };
}

export const jsonBlocks = transformersRuntime({
  flag: 'json-blocks',
  formats: ['hermes'],
  reads: 'A response schema for JSON in <tool_call> tags: one bad block, and the whole message raises.',
  schema: schemaOf({}),
});

export const jsonBlocksLenient = transformersRuntime({
  flag: 'json-blocks-lenient',
  formats: ['hermes'],
  reads: 'The same schema with `allow_non_json`: a bad block becomes text, which the next node refuses.',
  schema: schemaOf({ allow_non_json: true }),
});
