import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** As Hermes, with a tag of its own. */
export const longcat: ToolFormat = {
  id: 'longcat',
  lineage: 'Meituan LongCat',
  models: 'LongCat-Flash',
  readers: { vllm: ['longcat'] },
  generic: ['llamacpp', 'ollama'],
  proposed: ['sglang'],
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one JSON object between <longcat_tool_call> and </longcat_tool_call>: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => `<longcat_tool_call>\n${callObject(call)}\n</longcat_tool_call>`),
  },
  example: '<longcat_tool_call>{"name": "dim_lamp", "arguments": {"room": "attic"}}</longcat_tool_call>',
  openers: [{ text: '<longcat_tool_call>' }],
  read: jsonCalls({ ...inFence, close: ['</longcat_tool_call>'] }),
  closers: ['</longcat_tool_call>'],
};
