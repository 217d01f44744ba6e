import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** One object per line in plural tags. */
export const minimaxM1: ToolFormat = {
  id: 'minimax-m1',
  lineage: 'MiniMax M1',
  models: 'MiniMax-M1, MiniMax-Text-01',
  dialects: ['pretty-printed'],
  readers: { others: ['aphrodite minimax'] },
  generic: ['ollama'],
  tier: 'marked',
  prompt: {
    ask: 'Write the calls between <tool_calls> and </tool_calls>, one JSON object on each line: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => callObject(call), { before: '<tool_calls>\n', after: '\n</tool_calls>' }),
  },
  example: '<tool_calls>\n{"name": "weigh_crate", "arguments": {"id": "c7"}}\n</tool_calls>',
  openers: [{ text: '<tool_calls>', units: 5, next: /^(?:```(?:json)? ?\n?)?\{/ }],
  read: jsonCalls({ ...inFence, close: ['</tool_calls>'] }),
};
