import type { Block } from './kit/read/block.ts';
import { bareExpression, incompleteName, makeCall } from './kit/mend/python-item.ts';
import { namedJson } from './kit/read/named-json.ts';
import { pythonCalls } from './kit/read/python-calls.ts';
import { headAt } from './kit/read/head.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import { interpreterIn, rawCode } from './kit/read/raw-code.ts';
import { textUntil } from './kit/read/text-until.ts';
import { turnEnds } from './kit/read/turn-end.ts';
import { codeAt, lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { endsReply } from './kit/read/words-around.ts';
import { notAsked, oneCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const TOKEN = '<|python_tag|>';
const BUILT_IN = /^[^\s(]+\.call\(/;

/** Without declared tools, one call whose arguments have names: Python prints and opens without them, as a rule. */
const KEYWORDS = /^(?!(?:print|open|sorted|range|len|max|min|sum|str|int)\()[A-Za-z_]\w{1,60}\([A-Za-z_]\w* ?=(?![=~])/;

/** A declared name before arguments of any kind. */
function named(names: readonly string[]): RegExp {
  return new RegExp(`^(?:print ?\\( ?)?\\[? ?${patternOf(names)}:? ?(?:\\(|\\{)`);
}

const beforeJson = namedJson({ nameEnd: [':', ' ', '{'], beforeJson: [':'] });
const expressions = pythonCalls({ close: ['<|eom_id|>', '<|eot_id|>'], wrapper: 'print', isProgram: true });

/** The tools that the model was trained on: a server declares them to nobody. */
const BUILT_INS = ['brave_search', 'wolfram_alpha'];
const CALL = '.call(';
/** The name of the next turn, whose tokens are stripped. */
const NEXT_TURN = 'assistant';

/**
 * A call of a built-in tool that lost its token. The reply begins with it, and ends with it or goes on with the turn that the
 * model made up.
 *
 *     brave_search.call(query="tide table Ystad")assistant\n\nThe tide …
 *     ^ block.from                               ^ to
 */
function* withoutToken(block: Block): Resumable<number> {
  const { source, rec, from } = block;
  if (!block.startsReply) return block.refuse('markup-not-followed', block.at);
  const { calls, to, isCut } = yield* bareExpression(block, from);
  const begun = isCut ? incompleteName(block, from) : null;
  if (begun !== null) {
    rec.repair('missing-marker', { from, to: from }, '<|python_tag|>');
    block.cut({ ...begun, name: begun.name.slice(0, 1 - CALL.length) }, from);
    return block.end(source.length);
  }
  const next = yield* skipSpace(source, to);
  const hasTurn =
    (yield* lookingAt(source, next, NEXT_TURN)) && (yield* codeAt(source, next + NEXT_TURN.length)) === 0x0a;
  const isAlone = hasTurn || (yield* endsReply(source, next));
  const [call, other] = calls ?? [];
  if (call === undefined || other !== undefined || call.positional.length > 0 || !isAlone)
    return block.refuse('markup-not-followed', block.at);
  rec.repair('missing-marker', { from, to: from }, '<|python_tag|>');
  makeCall(block, call, call.name.slice(0, 1 - CALL.length));
  if (!hasTurn) return block.end(to);
  rec.repair('wrong-marker', { from: next, to: next + NEXT_TURN.length }, '<|eom_id|>');
  return block.end(next + NEXT_TURN.length);
}

function* read(block: Block): Resumable<number> {
  if (block.opener !== TOKEN) return yield* withoutToken(block);
  const head = yield* headAt(block.source, block.at, 6);
  const isNamed = block.tools.isEmpty ? KEYWORDS.test(head) : named(block.tools.names).test(head);
  if (!BUILT_IN.test(head) && isNamed) {
    block.rec.repair('wrong-marker', { from: block.from, to: block.at }, '');
    return yield* /^[^\s({]+ ?:? ?\{/.test(head) ? beforeJson(block) : expressions(block);
  }
  if (!BUILT_IN.test(head))
    return yield* rawCode(block, { from: block.from, to: block.at }, block.at, ['<|eom_id|>', '<|eot_id|>']);
  const { calls, to, isCut } = yield* bareExpression(block, block.at);
  if (calls === null) {
    const begun = incompleteName(block, block.at);
    if (isCut) block.cut(begun && { ...begun, name: begun.name.replace(/\.call$/, '') }, block.from);
    else {
      // What ends the turn is no part of the expression.
      const stop = yield* textUntil(block.source, block.at, turnEnds, Math.max(0, to - block.at));
      block.malformed('not-a-call-expression', { from: block.from, to: stop.to });
      return block.end(stop.to);
    }
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
  writes: [
    oneCall(
      ({ name, arguments: args }) => `<|python_tag|>${pythonCall({ name: `${name}.call`, arguments: args }, '')}`,
    ),
  ],
  example: '<|python_tag|>brave_search.call(query="tide table Ystad")',
  openers: (tools) => [
    { text: TOKEN, next: BUILT_IN },
    { text: TOKEN, next: tools.isEmpty ? KEYWORDS : named(tools.names), units: 6 },
    // Where an interpreter is declared, anything else is code for it.
    ...(interpreterIn(tools) === null ? [] : [{ text: TOKEN, next: /^[^{[]/ }]),
    ...[...new Set([...BUILT_INS, ...tools.names])].map((name) => ({ text: name + CALL, atLineStart: true as const })),
  ],
  read: read,
};
