import { transformersRuntime } from './runtime.ts';

export const xmlParameters = transformersRuntime({
  flag: 'xml-parameters',
  formats: ['qwen3-coder-xml'],
  reads: 'A response schema for <function=…> in <tool_call> tags, each value JSON or text.',
  schema: {
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
                  additionalProperties: { 'x-parser': 'json', 'x-parser-args': { allow_non_json: true } },
                },
              },
            },
          },
        },
      },
    },
  },
});
