import { pythonCalls } from './kit/read/python-calls.ts';
import { notAsked, eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** Call expressions between two tokens. */
export const lfm2: ToolFormat = {
  id: 'lfm2',
  lineage: 'Liquid LFM2',
  models: 'LFM2, LFM2.5',
  dialects: ['json-body', 'stripped'],
  readers: { vllm: ['lfm2'], sglang: ['lfm2'], llamacpp: ['LFM2 with JSON tools'], ollama: ['lfm2', 'lfm2-thinking'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall((call) => pythonCall(call, ''), {
      before: '<|tool_call_start|>[',
      between: ', ',
      after: ']<|tool_call_end|>',
    }),
  ],
  example: '<|tool_call_start|>[lift_lid(slow=True)]<|tool_call_end|>',
  openers: [{ text: '<|tool_call_start|>' }],
  read: pythonCalls({ close: ['<|tool_call_end|>'] }),
  closers: ['<|tool_call_end|>'],
};
