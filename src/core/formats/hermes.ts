import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { argumentsHold, hasKey, textHolds } from './kit/read/found-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** One JSON object per tag: the function-calling prompt of Nous Research, and most ChatML fine-tunes since. */
export const hermes: ToolFormat = {
  id: 'hermes',
  lineage: 'Nous Hermes',
  models: 'Hermes 2 and 3, Qwen 2.5 and 3, QwQ, Granite 4, ERNIE 4.5, MiMo, Falcon 3, EXAONE 3 and 4',
  dialects: [
    'one-line',
    'parameters-key',
    'arguments-as-text',
    'arguments-first',
    'without-arguments',
    'doubled-opener',
    'function-call-tag',
    'name-as-key',
    'missing-closer',
    'closer-in-a-string',
    'response-after',
  ],
  readers: {
    vllm: ['hermes', 'granite4', 'ernie45'],
    sglang: ['qwen25', 'qwen', 'hermes', 'trinity'],
    smg: ['qwen'],
    llamacpp: ['Hermes 2 Pro', 'Xiaomi MiMo'],
    ollama: ['qwen3', 'qwen3-thinking'],
    lmdeploy: ['qwen2d5', 'qwen', 'qwen3'],
  },
  failures: [
    {
      engines: ['smg', 'lmdeploy'],
      text: 'A `</tool_call>` inside a string ends the block there, and the reply becomes content.',
      when: argumentsHold('</tool_call>'),
    },
    {
      engines: ['smg'],
      text: 'Requires a line break after the opening tag and before the closing tag. It misses a call on one line.',
      when: textHolds('<tool_call>{', '}</tool_call>'),
    },
    {
      engines: ['smg'],
      text: 'Accepts `parameters` only while it streams, not in a whole reply.',
      when: hasKey('parameters'),
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one JSON object between <tool_call> and </tool_call>, on lines of their own: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => `<tool_call>\n${callObject(call)}\n</tool_call>`),
  },
  example: '<tool_call>\n{"name": "find_ferry", "arguments": {"port": "Malmö", "cars": 2}}\n</tool_call>',
  openers: [
    { text: '<tool_call>', next: /^(?!\{[ \n]?tool ?=)(?:(?:\\n)?["'`“‘]?[{｛]|```|"["\\])/ },
    { text: '<function_call>', next: /^\{/ },
  ],
  read: jsonCalls({
    ...inFence,
    // Two characters in the place of a line break.
    prefixes: ['\\n', ...inFence.prefixes],
    close: ['</tool_call>', '</function_call>'],
  }),
  closers: ['</tool_call>'],
};
