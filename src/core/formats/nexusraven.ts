import type { Block } from './kit/read/block.ts';
import { bareExpression, incompleteName, makeCall, pythonItem } from './kit/mend/python-item.ts';
import type { PythonCall } from './kit/read/python-call.ts';
import type { ToolIndex } from './kit/read/tool-index.ts';
import { codeAt, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import type { Span } from '../text/document/index.ts';
import { notAsked, eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const END = '<bot_end>';

function* read(block: Block): Resumable<number> {
  const { source, tools } = block;
  /** The texts between the semicolons: calls, and others. */
  const found: (PythonCall | Span)[] = [];
  let at = yield* skipSpace(source, block.at);
  for (;;) {
    const { calls, to, isCut, isWhole } = yield* expression(block, at);
    const begun = isCut ? incompleteName(block, at) : null;
    if (begun !== null && tools.has(begun.name) && areDeclared(found, tools)) {
      makeAll(block, found);
      block.cut(begun, at);
      return block.end(source.length);
    }
    if (calls === null && !isWhole) return block.refuse('not-a-call-expression', block.at);
    found.push(...(calls ?? [{ from: at, to }]));
    at = yield* skipSpace(source, to);
    if ((yield* codeAt(source, at)) !== 0x3b) break;
    at = yield* skipSpace(source, at + 1);
    if ((yield* codeAt(source, at)) < 0) break;
  }
  const close = yield* oneOf(source, at, [END, 'Thought:']);
  if (!found.some(isCall)) return block.refuse('not-a-call-expression', block.at);
  if (close === null && !areDeclared(found, tools)) return block.refuse('undeclared-bare-name', block.at);
  const to = makeAll(block, found);
  return block.end(close === END ? block.closer(close, at) : to);
}

/** An expression, or a call whose closing parenthesis is lost before the token. */
function* expression(block: Block, at: number): ReturnType<typeof bareExpression> {
  const read = yield* bareExpression(block, at);
  if (read.calls !== null) return read;
  const { call, span } = yield* pythonItem(block, at, [END]);
  return call === null ? read : { calls: [call], to: span.to, isCut: false, isWhole: true };
}

function isCall(one: PythonCall | Span): one is PythonCall {
  return 'name' in one;
}

function areDeclared(found: readonly (PythonCall | Span)[], tools: ToolIndex): boolean {
  return found.every((one) => !isCall(one) || tools.has(one.name));
}

/** Answers where the last one ends. */
function makeAll(block: Block, found: readonly (PythonCall | Span)[]): number {
  let end = block.at;
  for (const one of found) {
    const span = isCall(one) ? one.span : one;
    if (isCall(one)) makeCall(block, one);
    else block.malformed('not-a-call-expression', span);
    end = span.to;
  }
  return end;
}

/** The word Call, then expressions, up to a token or a thought. */
export const nexusraven: ToolFormat = {
  id: 'nexusraven',
  lineage: 'Nexusflow',
  models: 'NexusRaven v2',
  dialects: ['several'],
  readers: { others: ['BFCL'] },
  tier: 'marked',
  notAsked: notAsked.trained,
  writes: [eachCall((call) => pythonCall(call, ''), { before: 'Call: ', between: '; ', after: END })],
  example: 'Call: ship_vase(padding="wool")<bot_end>',
  openers: [{ text: 'Call:', atLineStart: true, next: /^[^\s(<]+\(/ }],
  read: read,
};
