import type { Block } from '../scan/block.ts';
import { bareExpression, incompleteName, makeCall } from '../scan/python-calls.ts';
import type { PythonCall } from '../scan/python-call.ts';
import { codeAt, oneOf, skipSpace, type Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Wait<number> {
  const { source, tools } = block;
  const found: PythonCall[] = [];
  let at = yield* skipSpace(source, block.at);
  for (;;) {
    const { calls, to, isCut } = yield* bareExpression(block, at);
    const begun = isCut ? incompleteName(block, at) : null;
    if (begun !== null && tools.has(begun.name)) {
      block.cut(begun, block.from);
      return block.end(source.length);
    }
    if (calls === null) return block.refuse('not-a-call-expression', block.at);
    found.push(...calls);
    at = yield* skipSpace(source, to);
    if ((yield* codeAt(source, at)) !== 0x3b) break;
    at = yield* skipSpace(source, at + 1);
    if ((yield* codeAt(source, at)) < 0) break;
  }
  const close = yield* oneOf(source, at, ['<bot_end>', 'Thought:']);
  if (close === null && !found.every(({ name }) => tools.has(name)))
    return block.refuse('undeclared-bare-name', block.at);
  for (const call of found) makeCall(block, call);
  if (close === '<bot_end>') return block.end(block.closer(close, at));
  return block.end(found.at(-1)?.span.to ?? block.at);
}

/** The word Call, then expressions, up to a token or a thought. */
export const nexusraven: ToolFormat = {
  id: 'nexusraven',
  lineage: 'Nexusflow',
  models: 'NexusRaven v2',
  readers: { others: ['BFCL'] },
  tier: 'tagged',
  notAsked: notAsked.trained,
  example: 'Call: ship_vase(padding="wool")<bot_end>',
  openers: [{ text: 'Call:', atLineStart: true, next: /^[^\s(<]+\(/ }],
  read: read,
};
