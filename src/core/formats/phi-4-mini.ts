import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A pair of tokens around a list, whose brackets may be missing. */
export const phi4Mini: ToolFormat = {
  id: 'phi-4-mini',
  lineage: 'Microsoft Phi-4',
  models: 'Phi-4-mini',
  dialects: ['without-brackets'],
  readers: { others: ['BFCL phi_fc'] },
  generic: ['llamacpp', 'ollama'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall((call) => callObject(call), { before: '<|tool_call|>[', between: ', ', after: ']<|/tool_call|>' })],
  example: '<|tool_call|>[{"name": "seat_guest", "arguments": {"row": 4}}]<|/tool_call|>',
  openers: [{ text: '<|tool_call|>', next: /^[[{]/ }],
  read: jsonCalls({ close: ['<|/tool_call|>'], stops: ['<|tool_call|>'] }),
  closers: ['<|/tool_call|>'],
};
