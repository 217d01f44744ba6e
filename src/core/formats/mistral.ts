import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list behind the marker, without a closer. */
export const mistral: ToolFormat = {
  id: 'mistral',
  lineage: 'Mistral, tokenizer before v11',
  models: 'Mistral 7B v0.3, Mixtral 8x22B, Nemo, Small 24xx, Magistral',
  dialects: ['with-ids', 'stripped'],
  readers: { vllm: ['mistral'], sglang: ['mistral'], smg: ['mistral'], llamacpp: ['Mistral Nemo', 'Magistral'] },
  tier: 'tagged',
  example: '[TOOL_CALLS] [{"name": "hire_kayak", "arguments": {"hours": 2}}]',
  openers: [{ text: '[TOOL_CALLS]', next: /^[[{]/ }],
  read: jsonCalls({ close: [], stops: ['[TOOL_CALLS]', '\n\n'] }),
};
