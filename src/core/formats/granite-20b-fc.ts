import { jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** An opener and no closer: the next opener ends a call. */
export const granite20bFc: ToolFormat = {
  id: 'granite-20b-fc',
  lineage: 'IBM Granite 20B',
  models: 'granite-20b-functioncalling',
  readers: { vllm: ['granite-20b-fc'], llamacpp: ['Hermes 2 Pro'] },
  generic: ['llamacpp', 'ollama'],
  tier: 'marked',
  prompt: {
    ask: 'Write <function_call> and after it one JSON object for each call: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => `<function_call> ${callObject(call)}`),
  },
  example: '<function_call> {"name": "count_swans", "arguments": {"lake": "Vättern"}}',
  openers: [{ text: '<function_call>', next: /^\{/ }],
  read: jsonCalls({
    close: ['</function_call>'],
    stops: ['<function_call>', '\n\n'],
    closedBy: { close: '</function_call>', format: 'hermes' },
  }),
  closers: ['</function_call>'],
};
