import { transformersRuntime } from './runtime.ts';

export const jsonBlocks = transformersRuntime({
  flag: 'json-blocks',
  formats: ['hermes'],
  reads: 'A response schema for JSON in <tool_call> tags: one bad block, and the whole message raises.',
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
          'x-parser-args': { transform: "{type: 'function', function: @}" },
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
