import { transformersRuntime } from './runtime.ts';

export const jsonBlocksLenient = transformersRuntime({
  flag: 'json-blocks-lenient',
  formats: ['hermes'],
  reads: 'The same schema with `allow_non_json`: a bad block becomes text, which the next node refuses.',
  schema: {
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
          'x-parser-args': { transform: "{type: 'function', function: @}", allow_non_json: true },
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
  },
});
