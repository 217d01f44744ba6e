import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
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
      text: 'Requires exactly one space between the marker and the list.',
      when: ({ text }) => !text.includes('[TOOL_CALLS] ['),
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall((call) => callObject(call), { before: '[TOOL_CALLS] [', between: ', ', after: ']' })],
  example: '[TOOL_CALLS] [{"name": "hire_kayak", "arguments": {"hours": 2}}]',
  openers: [
    { text: '[TOOL_CALLS]', next: /^(?:\{|\[(?! ?\n?[\p{L}_][^\s()]*\())/u },
    // A word or a sign before the list.
    { text: '[TOOL_CALLS]', next: /^(?:[:=>-]|\p{L}+ ?:)[ \n]?[[{]/u },
  ],
  read: jsonCalls({ close: [], stops: ['[TOOL_CALLS]', '[/TOOL_CALLS]', '\n\n'], junk: true }),
  closers: ['[/TOOL_CALLS]'],
};
