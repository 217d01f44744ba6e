import type { Block } from './kit/block.ts';
import { bareExpression, incompleteName, makeCall } from './kit/python-item.ts';
import { headAt } from './kit/head.ts';
import { interpreterIn, rawCode } from './kit/raw-code.ts';
import type { Resumable } from './kit/resumable.ts';
import { notAsked } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

const BUILT_IN = /^[^\s(]+\.call\(/;

function* read(block: Block): Resumable<number> {
  if (!BUILT_IN.test(yield* headAt(block.source, block.at)))
    return yield* rawCode(block, { from: block.from, to: block.at }, block.at, ['<|eom_id|>', '<|eot_id|>']);
  const { calls, to, isCut } = yield* bareExpression(block, block.at);
  if (calls === null) {
    const begun = incompleteName(block, block.at);
    if (isCut) block.cut(begun && { ...begun, name: begun.name.replace(/\.call$/, '') }, block.from);
    else block.malformed('not-a-call-expression', { from: block.from, to });
  }
  for (const call of calls ?? []) makeCall(block, call, call.name.replace(/\.call$/, ''));
  return block.end(to);
}

/** A call of a built-in tool after the Python token. */
export const llama3Builtin: ToolFormat = {
  id: 'llama3-builtin',
  lineage: 'Meta Llama 3.1, built-in tools',
  models: 'Llama 3.1',
  dialects: ['end-of-message', 'raw-code'],
  readers: { llamacpp: ['Llama 3.x with builtin tools'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  example: '<|python_tag|>brave_search.call(query="tide table Ystad")',
  openers: (tools) => [
    { text: '<|python_tag|>', next: BUILT_IN },
    // Where an interpreter is declared, anything else is code for it.
    ...(interpreterIn(tools) === null ? [] : [{ text: '<|python_tag|>', next: /^[^{[]/ }]),
  ],
  read: read,
};
