import type { Block } from './kit/read/block.ts';
import { lostOpeners, withoutOpener } from './kit/mend/lost-openers.ts';
import { namedJson } from './kit/read/named-json.ts';
import { textUntil } from './kit/read/text-until.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const BEGIN = '<｜tool▁call▁begin｜>';
const SEPARATOR = '<｜tool▁sep｜>';
/** What follows is not a tag of Step-3. */
const NOT_STEP3 = /^(?!(?:<｜tool[▁_]call[▁_]begin｜>)?[ \n]?function[ \n]?<｜tool[▁_]sep｜>[ \n]?<steptml)/;

const body = {
  nameEnd: [SEPARATOR, '{', '\n'],
  separator: SEPARATOR,
  beforeJson: ['```json', '```'],
  afterJson: ['```', '<｜tool▁call▁end｜>'],
  close: ['<｜tool▁calls▁end｜>'],
};
const marked = namedJson({ ...body, callOpen: [BEGIN], follows: nameFollows });
/** The name comes first. */
const unmarked = namedJson(body);

/** A name before the separator, whose marker was lost. */
function* nameFollows(block: Block, at: number): Resumable<boolean> {
  const { source } = block;
  const separator = block.spelt(SEPARATOR);
  const end = yield* textUntil(source, at, [separator, '<', '\n', '{'], 200);
  if (end.literal !== separator || end.to === at) return false;
  block.rec.repair('missing-marker', { from: at, to: at }, BEGIN);
  return true;
}

/** As V3, without the word and the code block. */
export const deepseekV31: ToolFormat = {
  id: 'deepseek-v3.1',
  lineage: 'DeepSeek V3.1',
  models: 'DeepSeek V3.1, V3.2-Exp',
  dialects: ['without-end', 'tool-called-function'],
  readers: {
    vllm: ['deepseek_v31'],
    sglang: ['deepseekv31'],
    smg: ['deepseek31'],
    llamacpp: ['DeepSeek V3.1'],
    ollama: ['deepseek3'],
  },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      ({ name, arguments: args }) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${spacedJson(args)}<｜tool▁call▁end｜>`,
      { before: '<｜tool▁calls▁begin｜>', between: '', after: '<｜tool▁calls▁end｜>' },
    ),
  ],
  example:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>cut_key<｜tool▁sep｜>{"blank": 12}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  openers: (tools) => [
    { text: '<｜tool▁calls▁begin｜>', next: NOT_STEP3, units: 6 },
    { text: '<｜tool▁call▁begin｜>', next: NOT_STEP3, units: 6 },
    ...lostOpeners(tools, '<｜tool▁sep'),
  ],
  read: (block) => (block.opener.startsWith('<') ? marked(block) : unmarked(withoutOpener(block, BEGIN))),
};
