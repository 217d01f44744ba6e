import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { closerMissing } from './kit/read/found-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list whose entries have an id, between two tokens. */
export const commandR: ToolFormat = {
  id: 'command-r',
  lineage: 'Cohere Command',
  models: 'Command R7B, Command A, Command 4',
  dialects: ['one-object', 'null-parameters', 'text-before'],
  readers: {
    vllm: ['cohere_command3', 'cohere_command4'],
    sglang: ['cohere_command4'],
    smg: ['cohere'],
    llamacpp: ['Command R7B'],
    ollama: ['cohere'],
  },
  failures: [
    {
      engines: ['smg'],
      text: 'Returns a call only after its closing marker.',
      when: closerMissing,
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      (call, index) => `{"tool_call_id": "${String(index)}", ${callObject(call, ['tool_name', 'parameters']).slice(1)}`,
      { before: '<|START_ACTION|>[', between: ',\n', after: ']<|END_ACTION|>' },
    ),
  ],
  example: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "warm_milk", "parameters": {"ml": 200}}]<|END_ACTION|>',
  openers: [{ text: '<|START_ACTION|>' }],
  read: jsonCalls({ ...inFence, close: ['<|END_ACTION|>'] }),
  closers: ['<|END_ACTION|>'],
};
