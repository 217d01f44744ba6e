import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const ARROW = '-> tool/function_call';

/** An arrow right where the answer begins, then a list. */
export const hyperclovax14b: ToolFormat = {
  id: 'hyperclovax-14b',
  lineage: 'Naver HyperCLOVA X',
  models: 'HyperCLOVAX-SEED-Think-14B',
  dialects: ['parameters-key', 'own-turn'],
  readers: {},
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.trained,
  writes: [eachCall((call) => callObject(call), { before: ' -> tool/function_call\n[', between: ', ', after: ']' })],
  example: ' -> tool/function_call\n[{"name": "mark_reef", "arguments": {"depth": 4}}]',
  openers: [
    { text: ` ${ARROW}`, atLineStart: true },
    { text: ARROW, atLineStart: true },
    // After an answer a turn of its own begins.
    ...['', '<|im_end|>\n'].map((end) => ({ text: `${end}<|im_start|>assistant ${ARROW}` })),
  ],
  read: jsonCalls({ close: ['<|im_end|>'], stops: ['\n\n'] }),
};
