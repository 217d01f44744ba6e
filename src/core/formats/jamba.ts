import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list in plural tags; Apriel adds ids. */
export const jamba: ToolFormat = {
  id: 'jamba',
  lineage: 'AI21 Jamba and Tencent Hunyuan-A13B',
  models: 'Jamba 1.5 and later, Hunyuan-A13B, Apriel 1.5 and 1.6',
  dialects: ['with-ids', 'assistant-prefix'],
  readers: { vllm: ['jamba', 'hunyuan_a13b'], llamacpp: ['Apriel 1.5'] },
  generic: ['ollama'],
  tier: 'marked',
  prompt: {
    ask: 'Write all calls as one JSON list between <tool_calls> and </tool_calls>. In each entry "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => callObject(call), { before: '<tool_calls>[', between: ', ', after: ']</tool_calls>' }),
  },
  example: '<tool_calls>[{"name": "load_barge", "arguments": {"tons": 12}}]</tool_calls>',
  openers: [{ text: '<tool_calls>', units: 5, next: /^(?:```(?:json)? ?\n?)?\[/ }],
  read: jsonCalls({ ...inFence, close: ['</tool_calls>'] }),
  closers: ['</tool_calls>'],
};
