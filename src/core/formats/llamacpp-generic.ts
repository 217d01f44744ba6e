import { noBlock } from './kit/read/no-block.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** The whole reply is one object that says whether a tool is called. */
export const llamacppGeneric: ToolFormat = {
  id: 'llamacpp-generic',
  lineage: 'llama.cpp, generic handler',
  models: 'templates without tools',
  dialects: ['list', 'answer'],
  readers: { llamacpp: ['Generic'] },
  tier: 'bare',
  prompt: {
    ask: 'Answer with one JSON object. To call tools it holds "tool_calls", a list of objects with "name" and "arguments"; to answer it holds "response", a text.',
    render: eachCall((call) => callObject(call), { before: '{"tool_calls": [', between: ', ', after: ']}' }),
  },
  example: '{"tool_call": {"name": "peg_tent", "arguments": {"pegs": 8}}}',
  openers: [],
  read: noBlock,
  bare: (root) => root.member('tool_call')?.node.kind === 'object' || root.member('tool_calls') !== null,
};
