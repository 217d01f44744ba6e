import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** As Hermes, with a tag of its own. */
export const longcat: ToolFormat = {
  id: 'longcat',
  lineage: 'Meituan LongCat',
  models: 'LongCat-Flash',
  readers: { vllm: ['longcat'] },
  generic: ['llamacpp', 'ollama'],
  proposed: ['sglang'],
  tier: 'tagged',
  example: '<longcat_tool_call>{"name": "dim_lamp", "arguments": {"room": "attic"}}</longcat_tool_call>',
  openers: [{ text: '<longcat_tool_call>' }],
  read: jsonCalls({ close: ['</longcat_tool_call>'] }),
  closers: ['</longcat_tool_call>'],
};
