import type { Block } from './kit/read/block.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { textUntil } from './kit/read/text-until.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

function grammar(suffix: string, isWrapped: boolean): (block: Block) => Resumable<number> {
  const open = (name: string): string => `<${name}${suffix}>`;
  const close = (name: string): string => `</${name}${suffix}>`;
  return taggedValues({
    ...(isWrapped ? { close: [close('tool_calls')] } : {}),
    call: { open: [open('tool_call')], nameEnd: [open('tool_sep'), '\n'], close: [close('tool_call')] },
    value: { key: [open('arg_key'), close('arg_key')], open: open('arg_value'), close: [close('arg_value')] },
  });
}

/** The suffix is learnt from the outer opener. */
function* read(block: Block): Resumable<number> {
  if (!block.opener.endsWith(':')) return yield* grammar('', block.opener === '<tool_calls>')(block);
  const end = yield* textUntil(block.source, block.at, ['>'], 60);
  const suffix = block.source.slice(block.at - 1, end.to);
  if (end.literal === null || !/^:[\w-]+$/.test(suffix)) return block.refuse('markup-not-followed', block.at);
  return yield* grammar(suffix, true)(block.bodyAt(end.to + 1));
}

/** Pairs of tags in two wrappers; every tag may carry the suffix of its checkpoint. */
export const hunyuanHy3: ToolFormat = {
  id: 'hunyuan-hy3',
  lineage: 'Tencent Hunyuan',
  models: 'Hunyuan HY V3 and V4',
  dialects: ['v3', 'v4', 'suffix'],
  readers: { vllm: ['hy_v3', 'hy_v4'], sglang: ['hunyuan'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      taggedCall({
        open: (name) => `<tool_call>${name}<tool_sep>\n`,
        value: (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>\n`,
        close: '</tool_call>',
        barred: ['</arg_value>', '</tool_call>'],
      }),
      { before: '<tool_calls>\n', after: '\n</tool_calls>' },
    ),
    eachCall(
      taggedCall({
        open: (name) => `<tool_call>${name}\n`,
        value: (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>\n`,
        close: '</tool_call>',
        barred: ['</arg_value>', '</tool_call>'],
      }),
      { before: '<tool_calls>\n', after: '\n</tool_calls>' },
    ),
  ],
  example:
    '<tool_calls>\n<tool_call>set_sail<tool_sep>\n<arg_key>knots</arg_key>\n<arg_value>7</arg_value>\n</tool_call>\n</tool_calls>',
  openers: [
    { text: '<tool_calls>', next: /^<tool_call/ },
    { text: '<tool_calls:' },
    { text: '<tool_call>', next: /^[^\s<]+<tool_sep/ },
  ],
  read: read,
};
