import type { Block } from '../scan/block.ts';
import { taggedValues, type TaggedValues } from '../scan/tagged-values.ts';
import type { Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const body: TaggedValues = {
  call: { open: ['<|open|>call '], end: '<|sep|>', close: ['<|close|>call<|sep|>'], nameFrom: ['tool'] },
  value: { open: ['<|open|>argument '], end: '<|sep|>', close: ['<|close|>argument<|sep|>'], keyFrom: ['key'] },
  typed: 'type-name',
  trim: 'none',
};
const wrapped = taggedValues({ ...body, close: ['<|close|>tools<|sep|>'] });
const alone = taggedValues(body);

function read(block: Block): Wait<number> {
  return block.opener === '<|open|>call ' ? alone(block) : wrapped(block);
}

/** Tags made of tokens, with the type of each argument. */
export const kimiK3: ToolFormat = {
  id: 'kimi-k3',
  lineage: 'Moonshot Kimi K3',
  models: 'Kimi K3',
  readers: { vllm: ['kimi_k3'], sglang: ['kimi_k3'], smg: ['kimi_k3'], llamacpp: ['peg-native'] },
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example:
    '<|open|>tools<|sep|><|open|>call tool="hang_bell" index="1"<|sep|><|open|>argument key="kg" type="number"<|sep|>12<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
  openers: [{ text: '<|open|>tools<|sep|>' }, { text: '<|open|>call ' }],
  read: read,
  closers: ['<|close|>tools<|sep|>'],
};
