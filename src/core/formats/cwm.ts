import type { Block } from './kit/read/block.ts';
import { applyRepairs, compactText, readJson, readTolerant, valueToText } from '../text/json/index.ts';
import { textUntil } from './kit/read/text-until.ts';
import { codeAt, find, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const CLOSE = '</tool>';
const LF = 0x0a;
const LONGEST_LABEL = 200;
/** No command begins like this. */
const MAY_BE_JSON = /^\{\s*["'\w]+\s*["':]/;

function* read(block: Block): Resumable<number> {
  const { source, tools, rec } = block;
  // With a label in the tag the body begins on the next line, else it is the tag's own text.
  const label = yield* textUntil(source, block.at, ['>', '<', ' ', '\n'], LONGEST_LABEL);
  const from = label.literal === '>' ? label.to + 1 : block.at;
  const next = yield* codeAt(source, from);
  if (label.literal === '>' && next >= 0 && next !== LF) return block.refuse('markup-not-followed', from);
  const labelled = label.literal === '>' ? source.slice(block.at, label.to) : '';
  const closer = (yield* find(source, CLOSE, from)) < 0 && tools.has(labelled) ? `</tool: ${labelled}>` : CLOSE;
  const end = yield* find(source, closer, from);
  if (closer !== CLOSE && end >= 0) rec.repair('wrong-marker', { from: end, to: end + closer.length }, CLOSE);
  if (end < 0 && label.literal !== '>' && !block.startsLine) return block.refuse('markup-not-followed', from);
  const to = end < 0 ? source.length : end;
  const first = /^\s*([^\s{]+)/.exec(source.slice(from, to));
  // The name in the label alone: the body begins with the arguments.
  const isAlone = tools.has(labelled) && !tools.has(tools.resolve(first?.[1] ?? ''));
  const found = isAlone ? [labelled, labelled] : first;
  const name = found?.[1];
  if (found === null || name === undefined) {
    if (end < 0) block.cut(null, block.from);
    else block.malformed('missing-name', { from: block.from, to });
    return block.end(end < 0 ? to : end + closer.length);
  }
  // Inside a sentence only a declared name tells the tag's own text from talk about the tag.
  if (label.literal !== '>' && !block.startsLine && !tools.has(tools.resolve(name)))
    return block.refuse('inside-a-line', from);
  const body = isAlone ? yield* skipSpace(source, from) : from + (found[0]?.length ?? 0);
  if (isAlone) rec.repair('missing-marker', { from: body, to: body }, `${name} `);
  const nameTo = isAlone ? label.to : body;
  const nameSpan = { from: nameTo - name.length, to: nameTo };
  const rest = source.slice(body, to).trim();
  const restFrom = body + source.slice(body, to).indexOf(rest);
  block.rec.read('name', nameSpan);
  const argumentsSpan = rest === '' ? null : { from: restFrom, to: restFrom + rest.length };
  const argumentsText = argumentsOf(block, name, rest, restFrom);
  if (argumentsText === null && end >= 0) {
    block.malformed('arguments-not-json', { from: nameSpan.from, to: restFrom + rest.length }, restFrom);
    return block.end(block.closer(closer, end));
  }
  const parts = { name, nameSpan, argumentsText: argumentsText ?? '{}', argumentsSpan };
  if (end < 0) {
    block.cut(parts, block.from);
    return block.end(to);
  }
  block.call(parts, { from: nameSpan.from, to: argumentsSpan?.to ?? nameTo });
  return block.end(block.closer(closer, end));
}

/** JSON, or the text of one command; null where it is JSON that is broken: it has other declared parameters. */
function argumentsOf({ rec, tools }: Block, name: string, rest: string, at: number): string | null {
  if (rest === '') return '{}';
  const reading = readJson(rest);
  if (reading.ok && reading.node.kind === 'object')
    return compactText(reading.node, rest, reading.duplicateKeys.length > 0);
  const lenient = MAY_BE_JSON.test(rest) ? readTolerant(rest) : null;
  if (lenient !== null && lenient.guesses.length === 0 && rest.slice(lenient.end).trim() === '') {
    const mended = readJson(applyRepairs(rest, 0, lenient.end, lenient.repairs));
    if (mended.ok && mended.node.kind === 'object') {
      for (const { code, span, inserted } of lenient.repairs)
        rec.repair(code, { from: span.from + at, to: span.to + at }, inserted);
      return compactText(
        mended.node,
        applyRepairs(rest, 0, lenient.end, lenient.repairs),
        mended.duplicateKeys.length > 0,
      );
    }
  }
  const declared = tools.parameters(tools.resolve(name));
  const isJson = !declared.includes('command') && declared.some((key) => rest.includes(`"${key}`));
  return isJson ? null : `{"command":${valueToText(rest)}}`;
}

/** A tag with a label; the first word of its body is the name. */
export const cwm: ToolFormat = {
  id: 'cwm',
  lineage: 'Meta CWM',
  models: 'CWM',
  dialects: ['inside-the-tag', 'json'],
  readers: {},
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.trained,
  writes: [eachCall(({ name, arguments: args }) => `<tool: ${name}>\n${name} ${spacedJson(args)}\n</tool>`)],
  example: '<tool: bash>\nbash ls -1\n</tool>',
  openers: [{ text: '<tool: ' }],
  read: read,
  closers: ['</tool>'],
};
