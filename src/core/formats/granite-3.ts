import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list after a marker that nothing closes; older checkpoints write the marker as a token. */
export const granite3: ToolFormat = {
  id: 'granite-3',
  lineage: 'IBM Granite 3',
  models: 'Granite 3.0 to 3.3',
  dialects: ['tag-as-marker', 'stray-closer'],
  readers: { vllm: ['granite'], llamacpp: ['Granite'] },
  generic: ['ollama'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall((call) => callObject(call), { before: '<|tool_call|>[', between: ', ', after: ']' })],
  example: '<|tool_call|>[{"name": "mow_lawn", "arguments": {"strip": 3}}]',
  openers: [
    { text: '<tool_call>', next: /^\[/ },
    { text: '<|tool_call|>', next: /^(?:\[|```)/ },
  ],
  read: jsonCalls({
    ...inFence,
    close: ['</tool_call>', '<|/tool_call|>'],
    stops: ['<|tool_call|>', '\n\n'],
    closedBy: { close: '<|/tool_call|>', format: 'phi-4-mini' },
  }),
};
