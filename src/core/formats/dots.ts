import type { Block } from '../scan/block.ts';
import { jsonCalls } from '../scan/json-calls.ts';
import { taggedValues } from '../scan/tagged-values.ts';
import { codeAt, skipSpace, type Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const CLOSE = ['</dots_function_call>'];
const json = jsonCalls({ close: CLOSE });
const invokes = taggedValues({
  close: CLOSE,
  call: { open: ['<invoke'], close: ['</invoke>'] },
  value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
});

function* read(block: Block): Wait<number> {
  const at = yield* skipSpace(block.source, block.at);
  const end = (yield* codeAt(block.source, at)) === 0x3c ? invokes(block) : json(block);
  return typeof end === 'number' ? end : yield* end;
}

/** Invoke tags, or one JSON object, in a wrapper of its own. */
export const dots: ToolFormat = {
  id: 'dots',
  lineage: 'rednote dots',
  models: 'dots.llm, dots-3',
  readers: { sglang: ['dots'] },
  proposed: ['vllm'],
  tier: 'tagged',
  notAsked: notAsked.trained,
  example:
    '<dots_function_call>\n<invoke name="ring_tower">\n<parameter name="floor">9</parameter>\n</invoke>\n</dots_function_call>',
  openers: [{ text: '<dots_function_call>', next: /^[<{[]/ }],
  read: read,
  closers: ['</dots_function_call>'],
};
