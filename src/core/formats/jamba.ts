import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list in plural tags; Apriel adds ids. */
export const jamba: ToolFormat = {
  id: 'jamba',
  lineage: 'AI21 Jamba',
  models: 'Jamba 1.5 and later, Hunyuan-A13B, Apriel 1.5 and 1.6',
  dialects: ['with-ids', 'assistant-prefix'],
  readers: { vllm: ['jamba', 'hunyuan_a13b'], llamacpp: ['Apriel 1.5'] },
  tier: 'tagged',
  example: '<tool_calls>[{"name": "load_barge", "arguments": {"tons": 12}}]</tool_calls>',
  openers: [{ text: '<tool_calls>', next: /^\[/ }],
  read: jsonCalls({ close: ['</tool_calls>'] }),
  closers: ['</tool_calls>'],
};
