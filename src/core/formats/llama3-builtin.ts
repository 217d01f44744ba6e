import type { Block } from './kit/read/block.ts';
import { bareExpression, incompleteName, makeCall } from './kit/mend/python-item.ts';
import { namedJson } from './kit/read/named-json.ts';
import { pythonCalls } from './kit/read/python-calls.ts';
import { headAt } from './kit/read/head.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import { interpreterIn, rawCode } from './kit/read/raw-code.ts';
import { textUntil } from './kit/read/text-until.ts';
import { turnEnds } from './kit/read/turn-end.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, oneCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const BUILT_IN = /^[^\s(]+\.call\(/;

/** Without declared tools, one call whose arguments have names: Python prints and opens without them, as a rule. */
const KEYWORDS = /^(?!(?:print|open|sorted|range|len|max|min|sum|str|int)\()[A-Za-z_]\w{1,60}\([A-Za-z_]\w* ?=(?![=~])/;

/** A declared name before arguments of any kind. */
function named(names: readonly string[]): RegExp {
  return new RegExp(`^(?:print ?\\( ?)?\\[? ?${patternOf(names)}:? ?(?:\\(|\\{)`);
}

const beforeJson = namedJson({ nameEnd: [':', ' ', '{'], beforeJson: [':'] });
const expressions = pythonCalls({ close: ['<|eom_id|>', '<|eot_id|>'], wrapper: 'print', isProgram: true });

function* read(block: Block): Resumable<number> {
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
    { text: '<|python_tag|>', next: BUILT_IN },
    { text: '<|python_tag|>', next: tools.isEmpty ? KEYWORDS : named(tools.names), units: 6 },
    // Where an interpreter is declared, anything else is code for it.
    ...(interpreterIn(tools) === null ? [] : [{ text: '<|python_tag|>', next: /^[^{[]/ }]),
  ],
  read: read,
};
