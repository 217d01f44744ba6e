import { isAsciiSpace } from '../text/document/index.ts';
import type { Block } from './kit/read/block.ts';
import { bareExpression, makeCall, withKeywords } from './kit/mend/python-item.ts';
import { endsTurn } from './kit/read/turn-end.ts';
import type { PythonCall } from './kit/read/python-call.ts';
import { endsReply, leadsToExample } from './kit/read/words-around.ts';
import { codeAt, find, isNameCode, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const CLOSE_BRACKET = 0x5d;
const LONGEST_NAME = 200;
/** Of a longer list every line would read the rest again. */
const MOST_LISTED = 20;

/** Statements of a program, above which a line calls what the program defines or imports. */
const PROGRAM = /^(?:(?:async )?def \w+ ?\(|class \w+ ?[(:]|import \w|from [\w.]+ import |@\w+(?:\(|\n)|#!\/)/m;
const LONGEST_PROGRAM = 1000;

/** What models write before a name because their prompt does. */
const PREFIXES = ['functions.', 'default_api.', 'tools.'];

function* read(block: Block): Resumable<number> {
  const { source, tools } = block;
  const nameTo = yield* find(source, '(', block.from);
  const name = source.slice(block.from, nameTo);
  if (!tools.hasInCode(name)) return block.refuse('undeclared-bare-name', block.at, name);
  if (isIndentedCode(block) || isProgram(block)) {
    block.rec.addSuppressed({ from: block.from, to: block.at }, 'quoted', name);
    return block.refuse('quoted', block.at);
  }
  const { calls, to, isCut } = yield* bareExpression(block, block.from);
  if (calls === null) {
    if (!isCut) return block.refuse('not-a-call-expression', block.at);
    const nameSpan = { from: block.from, to: nameTo };
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const more = yield* restOfList(block, to);
  const callsTo = more?.to ?? to;
  const all = [...calls, ...(more?.calls ?? [])];
  const hasBracket = (yield* codeAt(source, callsTo)) === CLOSE_BRACKET;
  const listTo = hasBracket ? callsTo + 1 : callsTo;
  let end = listTo;
  let code = yield* codeAt(source, end);
  while (code !== 0x0a && isAsciiSpace(code)) code = yield* codeAt(source, (end += 1));
  const token = hasBracket ? yield* oneOf(source, end, [LIST_END]) : null;
  const isLine = token !== null || code === 0x0a || code === 0x3b || (yield* endsTurn(source, end));
  const isPlain = all.every((call) => withKeywords(call, block.tools).positional.length === 0);
  // After other text one call and a bracket may be the end of a sentence.
  const isAlone = !hasBracket || token !== null || block.startsText || all.length > 1;
  if (!isLine || !isPlain || !isAlone) return block.refuse('inside-a-line', to);
  if (yield* isExample(block, end)) {
    block.rec.addSuppressed({ from: block.from, to: end }, 'quoted', name);
    return block.refuse('quoted', end);
  }
  if (token !== null) block.format = 'lfm2';
  if (hasBracket)
    block.rec.repair('missing-marker', { from: block.from, to: block.from }, token === null ? '[' : LIST_BEGIN);
  for (const call of all) makeCall(block, call);
  return block.end(token === null ? listTo : block.closer(token, end));
}

/** The tokens around a list of LFM2, of which the first may be lost together with the bracket. */
const LIST_BEGIN = '<|tool_call_start|>[';
const LIST_END = '<|tool_call_end|>';

/** Whether a program is above the line that no end of a code block separates from it. */
function isProgram({ source, from, startsText }: Block): boolean {
  if (startsText) return false;
  const before = source.slice(Math.max(0, from - LONGEST_PROGRAM), from);
  return PROGRAM.test(before.slice(before.lastIndexOf('```') + 1));
}

/** Whether words lead to the line as to an example, and others follow it that explain. */
function* isExample({ source, from, startsText }: Block, to: number): Resumable<boolean> {
  if (startsText || !leadsToExample(source.slice(Math.max(0, from - LONGEST_NAME), from))) return false;
  return !(yield* endsReply(source, yield* skipSpace(source, to)));
}

/** Whether the line is code of Markdown: it is indented, and follows a blank line after other text. */
function isIndentedCode({ source, from, startsText }: Block): boolean {
  return !startsText && /\n[ \t]*\n(?: {4,}|\t+)$/.test(source.slice(Math.max(0, from - LONGEST_NAME), from));
}

/**
 * The other calls of a line with semicolons between them, and of a list that lost its opening bracket, up to its closing one;
 * null where there are none.
 *
 *     ring_bell(times=2), light_lamp(room="attic")]
 *                       ^ from                    ^ to
 */
function* restOfList(block: Block, from: number): Resumable<{ calls: PythonCall[]; to: number } | null> {
  const { source, tools } = block;
  const found: PythonCall[] = [];
  let to = from;
  let separator = COMMA;
  while (found.length < MOST_LISTED) {
    const sign = yield* skipSpace(source, to);
    const code = yield* codeAt(source, sign);
    if (code === CLOSE_BRACKET) return found.length === 0 ? null : { calls: found, to: sign };
    const endsLine =
      separator === SEMICOLON && (source.slice(to, sign).includes('\n') || (yield* endsTurn(source, sign)));
    if (endsLine) return { calls: found, to };
    if (code !== COMMA && code !== SEMICOLON) return null;
    separator = code;
    const at = yield* skipSpace(source, sign + 1);
    let nameTo = at;
    while (nameTo - at < LONGEST_NAME && isNameCode(yield* codeAt(source, nameTo))) nameTo += 1;
    if (!tools.has(source.slice(at, nameTo))) return null;
    const { calls, to: end } = yield* bareExpression(block, at);
    if (calls === null) return null;
    found.push(...calls);
    to = end;
  }
  return null;
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
  writes: [eachCall((call) => pythonCall(call, ''))],
  example: 'rake_leaves(bags=3)',
  exampleTools: [{ name: 'rake_leaves', schema: { type: 'object', properties: { bags: { type: 'integer' } } } }],
  openers: (tools) => [
    ...tools.names
      .filter((name) => !name.startsWith('<'))
      .map((name) => ({ text: `${name}(`, atLineStart: true as const })),
    ...(tools.isEmpty ? [] : PREFIXES.map((text) => ({ text, atLineStart: true as const, next: /^[\w.-]+\(/ }))),
  ],
  read: read,
};
