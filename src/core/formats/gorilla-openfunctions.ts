import type { Block } from './kit/read/block.ts';
import { bareExpression, incompleteName, makeCall } from './kit/mend/python-item.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const MARKER = '<<function>>';

function* read(block: Block): Resumable<number> {
  if (block.opener !== MARKER) block.rec.repair('wrong-marker', { from: block.from, to: block.at }, MARKER);
  const { calls, to, isCut } = yield* bareExpression(block, block.at);
  if (calls === null) {
    if (isCut) block.cut(incompleteName(block, block.at), block.from);
    else block.malformed('not-a-call-expression', { from: block.from, to });
  }
  for (const call of calls ?? []) makeCall(block, call);
  return block.end(to);
}

/** Call expressions, each after a marker. */
export const gorillaOpenfunctions: ToolFormat = {
  id: 'gorilla-openfunctions',
  lineage: 'Gorilla OpenFunctions',
  models: 'Gorilla OpenFunctions v2',
  dialects: ['several'],
  readers: { others: ['BFCL'] },
  tier: 'marked',
  notAsked: notAsked.trained,
  writes: [eachCall((call) => MARKER + pythonCall(call, ''), { between: '' })],
  example: '<<function>>paint_fence(coats=2)',
  openers: [{ text: MARKER }, { text: '<< function >>' }],
  read: read,
};
