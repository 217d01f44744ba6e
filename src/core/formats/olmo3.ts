import { pythonCalls } from './kit/read/python-calls.ts';
import { negativeNumber } from './kit/read/found-calls.ts';
import { eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** Call expressions, one a line, in a tag. */
export const olmo3: ToolFormat = {
  id: 'olmo3',
  lineage: 'Ai2 OLMo 3',
  models: 'OLMo 3',
  dialects: ['json-literals'],
  readers: { vllm: ['olmo3'], ollama: ['olmo3', 'olmo3-think'] },
  failures: [
    {
      engines: ['vllm'],
      text: 'A negative number is not a constant in this parser: everything becomes text.',
      when: negativeNumber,
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write the calls between <function_calls> and </function_calls>, one function call with named arguments on each line.',
    render: eachCall((call) => pythonCall(call), { before: '<function_calls>\n', after: '\n</function_calls>' }),
  },
  writes: [eachCall((call) => pythonCall(call, ''), { before: '<function_calls>\n', after: '\n</function_calls>' })],
  example: '<function_calls>\nmix_paint(red=3, matte=True)\n</function_calls>',
  openers: [{ text: '<function_calls>', next: /^[^\s<]+\(/ }],
  read: pythonCalls({ close: ['</function_calls>'] }),
};
