import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, pythonLiteral } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A Python literal: a list of dictionaries, mostly without its marker. */
export const sarashina: ToolFormat = {
  id: 'sarashina',
  lineage: 'SoftBank Sarashina',
  models: 'Sarashina',
  dialects: ['stripped'],
  readers: { smg: ['sarashina'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(({ name, arguments: args }) => pythonLiteral({ name, arguments: args }, ''), {
      before: '<|tool_calls|>[',
      between: ', ',
      after: ']',
    }),
  ],
  example: "<|tool_calls|>[{'name': 'stack_tatami', 'arguments': {'count': 6, 'dry': True}}]",
  openers: [{ text: '<|tool_calls|>', next: /^\[/ }],
  read: jsonCalls({ close: ['<|/tool_calls|>'], stops: ['\n\n'] }),
};
