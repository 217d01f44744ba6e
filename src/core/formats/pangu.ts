import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list between two tokens; the older vocabulary has them without names. */
export const pangu: ToolFormat = {
  id: 'pangu',
  lineage: 'Huawei openPangu',
  models: 'openPangu',
  dialects: ['new-vocabulary', 'old-vocabulary'],
  readers: { sglang: ['lfm2'], llamacpp: ['LFM2 with JSON tools'] },
  generic: ['sglang', 'llamacpp'],
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall((call) => callObject(call), { before: '[unused11][', between: ', ', after: '][unused12]' }),
    eachCall((call) => callObject(call), {
      before: '<|tool_call_start|>[',
      between: ', ',
      after: ']<|tool_call_end|>',
    }),
  ],
  example: '[unused11][{"name": "oil_gear", "arguments": {"ml": 3}}][unused12]',
  openers: [{ text: '[unused11]' }, { text: '<|tool_call_start|>', next: /^(?:\[ ?\n?)?\{/ }],
  read: jsonCalls({ close: ['[unused12]', '<|tool_call_end|>'] }),
  closers: ['[unused12]'],
};
