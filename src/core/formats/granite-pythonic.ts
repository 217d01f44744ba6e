import { isAsciiSpace } from '../document/characters.ts';
import type { Block } from './kit/block.ts';
import { bareExpression, makeCall, withKeywords } from './kit/python-item.ts';
import { endsTurn } from './kit/turn-end.ts';
import { codeAt, type Resumable } from './kit/resumable.ts';
import { notAsked } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

const CLOSE_BRACKET = 0x5d;

function* read(block: Block): Resumable<number> {
  const { source } = block;
  const { calls, to, isCut } = yield* bareExpression(block, block.from);
  if (calls === null) {
    if (!isCut) return block.refuse('not-a-call-expression', block.at);
    const name = block.opener.slice(0, -1);
    const nameSpan = { from: block.from, to: block.at - 1 };
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  let end = to;
  let code = yield* codeAt(source, end);
  const hasBracket = code === CLOSE_BRACKET;
  if (hasBracket) code = yield* codeAt(source, (end += 1));
  while (code !== 0x0a && isAsciiSpace(code)) code = yield* codeAt(source, (end += 1));
  const isLine = code === 0x0a || code === 0x3b || (yield* endsTurn(source, end));
  const isPlain = calls.every((call) => withKeywords(call, block.tools).positional.length === 0);
  if (!isLine || !isPlain || (hasBracket && !block.startsText)) return block.refuse('inside-a-line', to);
  if (hasBracket) block.rec.repair('missing-marker', { from: block.from, to: block.from }, '[');
  for (const call of calls) makeCall(block, call);
  return block.end(hasBracket ? to + 1 : to);
}

/** A line that is one call of a declared tool. */
export const granitePythonic: ToolFormat = {
  id: 'granite-pythonic',
  lineage: 'IBM Granite without template',
  models: 'Granite 3.3, Granite 4.0 H-Small',
  dialects: ['several-lines'],
  readers: {},
  proposed: ['vllm'],
  tier: 'bare',
  notAsked: notAsked.trained,
  example: 'rake_leaves(bags=3)',
  exampleTools: [{ name: 'rake_leaves', schema: { type: 'object', properties: { bags: { type: 'integer' } } } }],
  openers: (tools) =>
    tools.names.filter((name) => !name.startsWith('<')).map((name) => ({ text: `${name}(`, atLineStart: true })),
  read: read,
};
