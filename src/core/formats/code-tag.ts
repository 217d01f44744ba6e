import type { Block } from '../scan/block.ts';
import { pythonCalls } from '../scan/python-calls.ts';
import { bareExpression, incompleteName, makeCall } from '../scan/python-item.ts';
import { lookingAt, skipSpace, find, type Wait } from '../scan/waiting.ts';
import { eachCall, pythonCall } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const inToolCall = pythonCalls({ close: ['</tool_call>'] });

/** Code is written in this tag for readers, too: only a sole call of a declared tool is taken. */
function* read(block: Block): Wait<number> {
  if (block.opener === '<tool_call>') return yield* inToolCall(block);
  const { source, tools } = block;
  if (tools.isEmpty && !block.startsLine) return block.refuse('inside-a-line', block.at);
  const from = yield* skipSpace(source, block.at);
  const name = yield* find(source, '(', from);
  const { calls, to, isCut } = yield* bareExpression(block, from);
  const begun = isCut ? incompleteName(block, from) : null;
  if (begun !== null && tools.accepts(begun.name)) {
    block.cut(begun, block.from);
    return block.end(source.length);
  }
  const end = yield* skipSpace(source, to);
  const only = calls?.[0];
  if (calls?.length !== 1 || only === undefined || name < 0 || !(yield* lookingAt(source, end, '</code>')))
    return block.refuse('not-a-call-expression', block.at);
  if (!tools.accepts(only.name)) return block.refuse('undeclared-bare-name', block.at, only.name);
  makeCall(block, only);
  return block.end(block.closer('</code>', end));
}

/** One call expression in a code tag; whole programs are no calls. */
export const codeTag: ToolFormat = {
  id: 'code-tag',
  lineage: 'smolagents',
  models: 'SmolLM3, CodeAgent prompts',
  dialects: ['code-block', 'in-tool-call'],
  readers: { others: ['smolagents'] },
  proposed: ['sglang'],
  tier: 'tagged',
  prompt: {
    ask: 'Write each call as one Python function call with named arguments between <code> and </code>, and no other code.',
    render: eachCall((call) => `<code>${pythonCall(call)}</code>`),
  },
  example: '<code>weigh_gold(oz=2)</code>',
  openers: [
    { text: '<code>', next: /^[^\s<(]+\(/ },
    { text: '<tool_call>', next: /^\[?[^\s<([{]+\(/ },
  ],
  read: read,
  closers: ['<end_code>'],
};
