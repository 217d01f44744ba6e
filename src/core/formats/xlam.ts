import { noBlock } from '../scan/no-block.ts';
import type { ToolFormat } from './format.ts';

/** A list of calls and nothing around it but a code block. */
export const xlam: ToolFormat = {
  id: 'xlam',
  lineage: 'Salesforce xLAM',
  models: 'xLAM, Hammer, BitAgent',
  dialects: ['fenced'],
  readers: { vllm: ['xlam'] },
  tier: 'raw',
  example: '[{"name": "peel_kiwi", "arguments": {"n": 3}}]',
  openers: [],
  read: noBlock,
  bare: (root) => root.node.kind === 'array',
};
