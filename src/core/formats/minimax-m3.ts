import { elementCall } from './kit/read/write-elements.ts';
import { elementInvokes } from './kit/read/element-invokes.ts';
import { notAsked, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const NS = ']<]minimax[>[';
/** Every tag after a namespace token; the tag is the key, and children nest. */
export const minimaxM3: ToolFormat = {
  id: 'minimax-m3',
  lineage: 'MiniMax M3',
  models: 'MiniMax-M3',
  dialects: ['nested', 'lost-tokens', 'all-tokens-lost', 'parameter-tags'],
  readers: { vllm: ['minimax_m3'], sglang: ['minimax-m3'], llamacpp: ['peg-native'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall(elementCall(NS), { before: `${NS}<tool_call>`, between: '', after: `${NS}</tool_call>` })],
  example:
    ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="pack_box">]<]minimax[>[<size>L]<]minimax[>[</size>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>',
  openers: [
    { text: `${NS}<tool_call>` },
    { text: `${NS}<invoke ` },
    { text: `${NS}invoke `, next: /^name ?=/ },
    { text: '<tool_call>', next: /^<invoke/ },
  ],
  read: elementInvokes(NS),
  closers: [`${NS}</tool_call>`, NS],
};
