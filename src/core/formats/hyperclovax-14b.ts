import { jsonCalls } from '../scan/json-calls.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

/** An arrow right where the answer begins, then a list. */
export const hyperclovax14b: ToolFormat = {
  id: 'hyperclovax-14b',
  lineage: 'Naver HyperCLOVA X',
  models: 'HyperCLOVAX-SEED-Think-14B',
  readers: {},
  proposed: ['vllm'],
  tier: 'tagged',
  notAsked: notAsked.trained,
  example: ' -> tool/function_call\n[{"name": "mark_reef", "arguments": {"depth": 4}}]',
  openers: [
    { text: ' -> tool/function_call', atLineStart: true },
    { text: '-> tool/function_call', atLineStart: true },
  ],
  read: jsonCalls({ close: ['<|im_end|>'], stops: ['\n\n'] }),
};
