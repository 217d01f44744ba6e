import { writtenInvokes } from './kit/read/invoke-prompt.ts';
import type { Block } from './kit/read/block.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { codeAt, endOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const CLOSE = ['</dots_function_call>'];
const json = jsonCalls({ close: CLOSE });
const invokes = taggedValues({
  close: CLOSE,
  call: { open: ['<invoke'], close: ['</invoke>'] },
  value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
});

function* read(block: Block): Resumable<number> {
  const at = yield* skipSpace(block.source, block.at);
  return yield* endOf((yield* codeAt(block.source, at)) === 0x3c ? invokes(block) : json(block));
}

/** Invoke tags, or one JSON object, in a wrapper of its own. */
export const dots: ToolFormat = {
  id: 'dots',
  lineage: 'rednote dots',
  models: 'dots.llm, dots-3',
  dialects: ['json-body', 'doubled-opener', 'name-after-equals'],
  readers: { sglang: ['dots'] },
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.trained,
  writes: [writtenInvokes('<dots_function_call>', '</dots_function_call>')],
  example:
    '<dots_function_call>\n<invoke name="ring_tower">\n<parameter name="floor">9</parameter>\n</invoke>\n</dots_function_call>',
  openers: [{ text: '<dots_function_call>', next: /^[<{[]/ }],
  read: read,
  closers: ['</dots_function_call>'],
};
