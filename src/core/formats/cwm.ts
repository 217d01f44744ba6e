import type { Block } from '../scan/block.ts';
import { readJson } from '../json/strict.ts';
import { compactText, valueToText } from '../json/writer.ts';
import { find, type Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const CLOSE = '</tool>';

function* read(block: Block): Wait<number> {
  const { source } = block;
  const end = yield* find(source, CLOSE, block.at);
  const to = end < 0 ? source.length : end;
  const text = source.slice(block.at, to);
  // With a label in the tag the body begins behind it, else it is the tag's own text.
  const label = /^[^\s<>]*>/.exec(text)?.[0].length ?? 0;
  const found = /^\s*([^\s{]+)/.exec(text.slice(label));
  const name = found?.[1];
  if (found === null || name === undefined) {
    if (end < 0) block.cut(null, block.from);
    else block.malformed('missing-name', { from: block.from, to });
    return block.end(end < 0 ? to : end + CLOSE.length);
  }
  const nameTo = block.at + label + found[0].length;
  const nameSpan = { from: nameTo - name.length, to: nameTo };
  const rest = source.slice(nameTo, to).trim();
  const restFrom = nameTo + source.slice(nameTo, to).indexOf(rest);
  block.rec.read('name', nameSpan);
  const argumentsSpan = rest === '' ? null : { from: restFrom, to: restFrom + rest.length };
  const parts = { name, nameSpan, argumentsText: argumentsOf(rest), argumentsSpan };
  if (end < 0) {
    block.cut(parts, block.from);
    return block.end(to);
  }
  block.call(parts, { from: nameSpan.from, to: argumentsSpan?.to ?? nameTo });
  return block.end(block.closer(CLOSE, end));
}

/** JSON, or the text of one command. */
function argumentsOf(rest: string): string {
  if (rest === '') return '{}';
  const reading = readJson(rest);
  if (reading.ok && reading.node.kind === 'object')
    return compactText(reading.node, rest, reading.duplicateKeys.length > 0);
  return `{"command":${valueToText(rest)}}`;
}

/** A tag with a label; the first word of its body is the name. */
export const cwm: ToolFormat = {
  id: 'cwm',
  lineage: 'Meta CWM',
  models: 'CWM',
  readers: {},
  proposed: ['vllm'],
  tier: 'tagged',
  notAsked: notAsked.trained,
  example: '<tool: bash>\nbash ls -1\n</tool>',
  openers: [{ text: '<tool: ' }],
  read: read,
  closers: ['</tool>'],
};
