import { jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A call-like list after a word. */
export const functools: ToolFormat = {
  id: 'functools',
  lineage: 'FireFunction',
  models: 'FireFunction v2, Phi-4-mini under vLLM',
  dialects: ['leading-blank'],
  readers: { vllm: ['phi4_mini_json'], llamacpp: ['FireFunction v2'] },
  generic: ['ollama'],
  tier: 'marked',
  prompt: {
    ask: 'Write all calls as one list after the word functools, with nothing around it: functools[…]. Each entry is a JSON object: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => callObject(call), { before: 'functools[', between: ', ', after: ']' }),
  },
  example: 'functools[{"name": "fold_map", "arguments": {"times": 2}}]',
  openers: [
    // Python has a module of this name.
    { text: 'functools', next: /^\[[ \n]?\{/ },
    { text: ' functools', atLineStart: true, next: /^\[[ \n]?\{/ },
  ],
  read: jsonCalls({ close: [], stops: ['\n\n'], keyed: true }),
};
