import type { Block } from './kit/read/block.ts';
import { pythonCalls } from './kit/read/python-calls.ts';
import { bareExpression, incompleteName, makeCall } from './kit/mend/python-item.ts';
import { callInLines } from './kit/mend/named-list.ts';
import { headAt } from './kit/read/head.ts';
import { endsTurn } from './kit/read/turn-end.ts';
import { lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const TAG = '<code>';
const FENCE = '```';
const END_CODE = '<end_code>';

/** One object of JavaScript in the place of keywords. */
const OBJECT_ALONE = /^[\w.:-]+\( ?\{ ?\n?[A-Za-z_]\w* ?:/;
/** Markers of other formats around a call, and what closes them. */
const MARKERS: ReadonlyMap<string, string> = new Map([
  ['<tool_call>', '</tool_call>'],
  ['<function_call>', '</function_call>'],
  ['<|tool_call|>', '<|/tool_call|>'],
  ['<tool_code>', '</tool_code>'],
]);
const inMarkers = new Map(
  Array.from(MARKERS, ([open, close]) => [
    open,
    pythonCalls({ close: [close], wrapper: 'print', nameOf: (name) => name.replace(/^default_api\./, '') }),
  ]),
);

/** Code is written in this markup for readers, too: only a sole call of a declared tool is taken. */
function* read(block: Block): Resumable<number> {
  const inMarker = inMarkers.get(block.opener);
  if (inMarker !== undefined) {
    const head = yield* headAt(block.source, block.at, 5);
    return yield* OBJECT_ALONE.test(head) ? callInLines(block, MARKERS.get(block.opener) ?? '') : inMarker(block);
  }
  const { source, tools } = block;
  if (tools.isEmpty && !block.startsLine) return block.refuse('inside-a-line', block.at);
  const from = yield* skipSpace(source, block.at);
  const { calls, to, isCut } = yield* bareExpression(block, from);
  const begun = isCut ? incompleteName(block, from) : null;
  if (begun !== null && block.opener === TAG && (tools.isEmpty || tools.hasInCode(begun.name))) {
    block.cut(begun, block.from);
    return block.end(source.length);
  }
  const only = calls?.[0];
  const closer = calls?.length === 1 ? yield* closerAt(block, to) : null;
  if (only === undefined || closer === null) return block.refuse('not-a-call-expression', block.at);
  if (!tools.isEmpty && !tools.hasInCode(only.name)) return block.refuse('undeclared-bare-name', block.at, only.name);
  makeCall(block, only);
  if (closer.literal !== '') return block.end(block.closer(closer.literal, closer.from));
  block.rec.quirk('closer-missing', { from: to, to });
  return block.end(to);
}

/** What closes the markup: nothing where the agent stopped the model at the closing tag. Null where something else follows. */
function* closerAt({ source, opener }: Block, at: number): Resumable<{ literal: string; from: number } | null> {
  const from = yield* skipSpace(source, at);
  if (opener === TAG) {
    if (yield* lookingAt(source, from, '</code>')) return { literal: '</code>', from };
    return (yield* endsTurn(source, from)) ? { literal: '', from } : null;
  }
  if (!(yield* lookingAt(source, from, FENCE))) return null;
  const end = yield* skipSpace(source, from + FENCE.length);
  // A code block may hold any Python; this token says that it is to be run.
  return (yield* lookingAt(source, end, END_CODE)) ? { literal: END_CODE, from: end } : null;
}

/** One call expression in a code tag; whole programs are not calls. */
export const codeTag: ToolFormat = {
  id: 'code-tag',
  lineage: 'smolagents',
  models: 'SmolLM3, CodeAgent prompts',
  dialects: ['code-block', 'in-tool-call'],
  readers: { others: ['smolagents'] },
  proposed: ['sglang'],
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one Python function call with named arguments between <code> and </code>, and no other code.',
    render: eachCall((call) => `<code>${pythonCall(call)}</code>`),
  },
  example: '<code>weigh_gold(oz=2)</code>',
  openers: [
    { text: TAG, next: /^[^\s<(]+\(/ },
    // A name with empty brackets may be in the place of a name.
    ...Array.from(MARKERS.keys(), (text) => ({ text, next: /^\[?(?!call:)[^\s<([{]+\((?!\)[ \n]?<)/, units: 5 })),
    ...['py', 'python'].map((language) => ({
      text: `${FENCE}${language}\n`,
      atLineStart: true as const,
      isMarkdown: true as const,
      next: /^[^\s<(]+\(/,
    })),
  ],
  read: read,
  closers: [END_CODE],
};
