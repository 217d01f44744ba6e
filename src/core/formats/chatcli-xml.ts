import type { Block } from '../scan/block.ts';
import { readJson } from '../json/strict.ts';
import { compactText } from '../json/writer.ts';
import { attribute, readTag } from '../scan/attributes.ts';
import { coerceJson } from '../scan/coerce.ts';
import { lookingAt, skipSpace, type Wait } from '../scan/waiting.ts';
import { eachCall, escapedJson } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Wait<number> {
  const { source } = block;
  // The attribute scanner begins behind the tag's own name.
  const from = block.from + (block.opener.startsWith('<tool name') ? '<tool'.length : '<tool_call'.length);
  const tag = yield* readTag(source, from);
  if (tag === null) {
    if (source.ended) block.cut(nameIn(block, from), block.from);
    else block.malformed('markup-not-followed', { from: block.from, to: block.at });
    return block.end(source.ended ? source.length : block.at);
  }
  const name = attribute(tag, ['name']);
  const args = attribute(tag, ['args', 'arguments']);
  const span = { from: block.from, to: tag.to };
  if (name === null || name.value === '') block.malformed('missing-name', span);
  else {
    block.rec.read('name', name.span);
    const text = argumentsOf(args?.value ?? '{}');
    if (text === null) block.malformed('arguments-not-json', span, args?.span.from);
    else {
      block.rec.read(args === null ? 'no-arguments' : 'arguments', args?.span ?? span);
      block.call(
        { name: name.value, nameSpan: name.span, argumentsText: text, argumentsSpan: args?.span ?? null },
        span,
      );
    }
  }
  if (tag.isSelfClosing) return block.end(tag.to);
  const next = yield* skipSpace(source, tag.to);
  for (const closer of ['</tool_call>', '</tool>'])
    if (yield* lookingAt(source, next, closer)) return block.end(block.closer(closer, next));
  return block.end(tag.to);
}

/** The name in a tag that is cut off. */
function nameIn({ source }: Block, from: number): Parameters<Block['cut']>[0] {
  const found = /\bname\s*=\s*["']?([^\s"'>]+)["'\s]/.exec(source.slice(from, Math.min(source.length, from + 500)));
  const name = found?.[1];
  if (found === null || name === undefined) return null;
  const nameFrom = from + found.index + found[0].indexOf(name);
  return { name, nameSpan: { from: nameFrom, to: nameFrom + name.length }, argumentsText: '{}', argumentsSpan: null };
}

function argumentsOf(text: string): string | null {
  const json = coerceJson(text.replaceAll('\\"', '"')).json;
  for (const candidate of [text, json]) {
    const reading = readJson(candidate);
    if (reading.ok && reading.node.kind === 'object')
      return compactText(reading.node, candidate, reading.duplicateKeys.length > 0);
  }
  return null;
}

/** The call is the tag: its name and its arguments are attributes. */
export const chatcliXml: ToolFormat = {
  id: 'chatcli-xml',
  lineage: 'ChatCLI',
  models: 'any, by prompt',
  readers: { others: ['ChatCLI'] },
  tier: 'tagged',
  prompt: {
    ask: 'Write each call as one tag that closes itself: name holds the tool, args its arguments as JSON in single quotes.',
    render: eachCall(({ name, arguments: args }) => `<tool_call name="${name}" args='${escapedJson(args, "'&<>")}' />`),
  },
  example: '<tool_call name="@files" args=\'{"cmd": "read"}\' />',
  openers: [{ text: '<tool_call ' }, { text: '<tool_call\n' }, { text: '<tool name=' }],
  read: read,
};
