import { pythonCalls } from './kit/read/python-calls.ts';
import { notAsked, eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A Python code block between two tokens. */
export const minicpm3: ToolFormat = {
  id: 'minicpm3',
  lineage: 'MiniCPM 3',
  models: 'MiniCPM 3 and 4',
  dialects: ['thought-first'],
  readers: { others: ['BFCL'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall((call) => pythonCall(call, ''), {
      before: '<|tool_call_start|>\n```python\n',
      after: '\n```\n<|tool_call_end|>',
    }),
  ],
  example: '<|tool_call_start|>\n```python\nhem_skirt(cm=4)\n```\n<|tool_call_end|>',
  openers: [{ text: '<|tool_call_start|>', next: /^```/ }],
  read: pythonCalls({
    close: ['<|tool_call_end|>'],
    prefixes: ['```python', '```json', '```'],
    suffixes: ['```'],
    isProgram: true,
  }),
};
