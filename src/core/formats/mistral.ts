import { jsonCalls } from './kit/json-calls.ts';
import { listInArguments } from './kit/found-calls.ts';
import { notAsked } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list after the marker, without a closer. */
export const mistral: ToolFormat = {
  id: 'mistral',
  lineage: 'Mistral, tokenizer before v11',
  models: 'Mistral 7B v0.3, Mixtral 8x22B, Nemo, Small 24xx, Magistral',
  dialects: ['with-ids', 'stripped'],
  readers: { vllm: ['mistral'], sglang: ['mistral'], smg: ['mistral'], llamacpp: ['Mistral Nemo', 'Magistral'] },
  generic: ['ollama'],
  failures: [
    {
      engines: ['smg'],
      text: 'Needs exactly one blank between the marker and the list.',
      when: ({ text }) => !text.includes('[TOOL_CALLS] ['),
    },
    {
      engines: ['sglang'],
      text: 'Older releases cut the list at the first `]`: a list among the arguments breaks it.',
      when: listInArguments,
    },
    {
      engines: ['vllm'],
      text: 'A second marker raises an error with tokenizers before v11.',
      when: ({ text }) => text.split('[TOOL_CALLS]', 3).length > 2,
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  example: '[TOOL_CALLS] [{"name": "hire_kayak", "arguments": {"hours": 2}}]',
  openers: [{ text: '[TOOL_CALLS]', next: /^[[{]/ }],
  read: jsonCalls({ close: [], stops: ['[TOOL_CALLS]', '\n\n'] }),
};
