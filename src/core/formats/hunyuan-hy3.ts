import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { textUntil } from './kit/read/text-until.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, taggedCall, type Writer } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** Any tag but the outer one may lack the suffix. */
function grammar(suffix: string, isWrapped: boolean): (block: Block) => Resumable<number> {
  const open = (name: string): string => `<${name}${suffix}>`;
  const either = (name: string): string[] => [...new Set([`<${name}${suffix}>`, `<${name}>`])];
  return taggedValues({
    ...(isWrapped ? { close: either('/tool_calls') } : {}),
    call: { open: either('tool_call'), nameEnd: [...either('tool_sep'), '\n'], close: either('/tool_call') },
    value: { key: [open('arg_key'), open('/arg_key')], open: open('arg_value'), close: either('/arg_value') },
  });
}

const plain = grammar('', true);
const alone = grammar('', false);

/** The suffix is learnt from the first opener that has one. */
function* read(block: Block): Resumable<number> {
  if (block.opener === '<tool_call>') return yield* alone(block);
  if (block.opener === '<tool_calls>') {
    const inner = /^<tool_call(:[\w-]+)/.exec(yield* headAt(block.source, block.at))?.[1];
    return yield* inner === undefined ? plain(block) : grammar(inner, true)(block);
  }
  const end = yield* textUntil(block.source, block.at, ['>'], 60);
  const suffix = block.source.slice(block.at - 1, end.to);
  if (end.literal === null || !/^:[\w-]+$/.test(suffix)) return block.refuse('markup-not-followed', block.at);
  return yield* grammar(suffix, true)(block.bodyAt(end.to + 1));
}

/** Writes calls with a marker after the name, or none. */
function written(mark: string, suffix = ''): Writer {
  return eachCall(
    taggedCall({
      open: (name) => `<tool_call${suffix}>${name}${mark}\n`,
      value: (key, text) =>
        `<arg_key${suffix}>${key}</arg_key${suffix}>\n<arg_value${suffix}>${text}</arg_value${suffix}>\n`,
      close: `</tool_call${suffix}>`,
      barred: [`</arg_value${suffix}>`, `</tool_call${suffix}>`],
    }),
    { before: `<tool_calls${suffix}>\n`, after: `\n</tool_calls${suffix}>` },
  );
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
  writes: [written('<tool_sep>'), written(''), written('<tool_sep:opensource>', ':opensource')],
  example:
    '<tool_calls>\n<tool_call>set_sail<tool_sep>\n<arg_key>knots</arg_key>\n<arg_value>7</arg_value>\n</tool_call>\n</tool_calls>',
  openers: [
    { text: '<tool_calls>', units: 8, next: /^<tool_call(?!>[ \n]?<(?:tool_|function_)?name>)/ },
    { text: '<tool_calls:' },
    { text: '<tool_call>', next: /^[^\s<]+<tool_sep/ },
  ],
  read: read,
};
