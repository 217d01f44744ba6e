import type { Block } from '../scan/block.ts';
import { bareExpression, incompleteName, makeCall } from '../scan/python-calls.ts';
import type { Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Wait<number> {
  const { calls, to, isCut } = yield* bareExpression(block, block.at);
  if (calls === null) {
    const begun = incompleteName(block, block.at);
    if (isCut) block.cut(begun && { ...begun, name: begun.name.replace(/\.call$/, '') }, block.from);
    else block.malformed('not-a-call-expression', { from: block.from, to });
  }
  for (const call of calls ?? []) makeCall(block, call, call.name.replace(/\.call$/, ''));
  return block.end(to);
}

/** A call of a built-in tool behind the Python token. */
export const llama3Builtin: ToolFormat = {
  id: 'llama3-builtin',
  lineage: 'Meta Llama 3.1, built-in tools',
  models: 'Llama 3.1',
  readers: { llamacpp: ['Llama 3.x with builtin tools'] },
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example: '<|python_tag|>brave_search.call(query="tide table Ystad")',
  openers: [{ text: '<|python_tag|>', next: /^[^\s(]+\.call\(/ }],
  read: read,
};
