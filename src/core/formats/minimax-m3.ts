import type { Block } from '../scan/block.ts';
import { readTag, attribute } from '../scan/attributes.ts';
import { elementsAsJson } from '../scan/nested-elements.ts';
import { textUntil } from '../scan/text-until.ts';
import { oneOf, skipSpace, type Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const NS = ']<]minimax[>[';
const INVOKE = [`${NS}<invoke `, '<invoke '];
const END = [`${NS}</invoke>`, '</invoke>'];
const CLOSE = [`${NS}</tool_call>`, '</tool_call>'];

function* read(block: Block): Wait<number> {
  const { source } = block;
  let at = block.opener.endsWith('<invoke ') ? block.from : block.at;
  for (;;) {
    const from = yield* skipSpace(source, at);
    const close = yield* oneOf(source, from, CLOSE);
    if (close !== null) return block.end(block.closer(close, from));
    const opener = yield* oneOf(source, from, INVOKE);
    if (opener === null) return block.end(at);
    const tag = yield* readTag(source, from + opener.length);
    const end = yield* textUntil(source, from, END, Infinity);
    const name = tag === null ? null : attribute(tag, ['name']);
    if (tag === null || name === null || end.literal === null) {
      if (end.literal === null) {
        block.cut(
          name === null ? null : { name: name.value, nameSpan: name.span, argumentsText: '{}', argumentsSpan: null },
          from,
        );
        return block.end(source.length);
      }
      at = end.to + end.literal.length;
      block.malformed('missing-name', { from, to: at });
      continue;
    }
    at = end.to + end.literal.length;
    const body = source.slice(tag.to, end.to).replaceAll(NS, '');
    block.rec.read('name', name.span);
    const argumentsText = elementsAsJson(body, block.tools.schema(name.value));
    const argumentsSpan = argumentsText === '{}' ? null : { from: tag.to, to: end.to };
    block.call({ name: name.value, nameSpan: name.span, argumentsText, argumentsSpan }, { from, to: at });
  }
}

/** Every tag behind a namespace token; the tag is the key, and children nest. */
export const minimaxM3: ToolFormat = {
  id: 'minimax-m3',
  lineage: 'MiniMax M3',
  models: 'MiniMax-M3',
  dialects: ['nested', 'lost-tokens'],
  readers: { vllm: ['minimax_m3'], sglang: ['minimax-m3'], llamacpp: ['peg-native'] },
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example:
    ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="pack_box">]<]minimax[>[<size>L]<]minimax[>[</size>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>',
  openers: [{ text: `${NS}<tool_call>` }, { text: `${NS}<invoke ` }],
  read: read,
  closers: [`${NS}</tool_call>`, NS],
};
