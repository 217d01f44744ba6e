import { noBlock } from './kit/read/no-block.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list of calls and nothing around it but a code block. */
export const xlam: ToolFormat = {
  id: 'xlam',
  lineage: 'Salesforce xLAM',
  models: 'xLAM, Hammer, BitAgent',
  dialects: ['fenced'],
  readers: { vllm: ['xlam'] },
  generic: ['llamacpp', 'ollama'],
  tier: 'bare',
  prompt: {
    ask: 'Answer with a JSON list of calls and nothing else. In each entry "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => callObject(call), { before: '[', between: ', ', after: ']' }),
  },
  example: '[{"name": "peel_kiwi", "arguments": {"n": 3}}]',
  openers: [],
  read: noBlock,
  bare: (root) => root.node.kind === 'array',
};
