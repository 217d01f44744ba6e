import type { Block } from './kit/read/block.ts';
import type { TextSource } from './kit/read/source.ts';
import { yamlMapping } from './kit/read/yaml-mapping.ts';
import { find, type Resumable } from './kit/read/resumable.ts';
import { eachCall, escapedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const LF = 0x0a;
/** A call holds no more closing tags of its own: one that comes later belongs to another. */
const MOST_CLOSERS = 20;

function* read(block: Block): Resumable<number> {
  const { source, tools } = block;
  const name = block.opener.slice(1, -1);
  const nameSpan = { from: block.from + 1, to: block.at - 1 };
  const close = `</${name}>`;
  const first = yield* find(source, close, block.at);
  if (first < 0) {
    // Prose mentions a tag in the middle of a line.
    if (!block.startsLine && source.code(block.at) !== LF) return block.refuse('markup-not-followed', block.at);
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const mapping = (to: number): ReturnType<typeof yamlMapping> =>
    yamlMapping(source.slice(block.at, to), tools.schema(name));
  const own = yield* closerOnOwnLine(block, close, first);
  const later = own > first ? mapping(own) : null;
  const end = later === null ? first : own;
  const mapped = later ?? mapping(first);
  if (mapped === null) return block.refuse('markup-not-followed', end + close.length);
  block.rec.read('name', nameSpan);
  for (const { from, to } of mapped.unquoted)
    block.rec.quirk('unmatched-quote', { from: block.at + from, to: block.at + to });
  block.call(
    { name, nameSpan, argumentsText: mapped.json, argumentsSpan: { from: block.at, to: end } },
    { from: block.from, to: end + close.length },
  );
  return block.end(block.closer(close, end));
}

/**
 * The first closing tag on a line of its own, as far in as the opening one at most, where the call goes over
 * several lines: a tag inside of a line may belong to a text. The first of all where there is none.
 */
function* closerOnOwnLine({ source, from, at }: Block, close: string, first: number): Resumable<number> {
  if (!source.slice(at, first).includes('\n')) return first;
  const most = indentOf(source, from) ?? 0;
  let closer = first;
  for (let tried = 0; closer >= 0 && tried < MOST_CLOSERS; tried += 1) {
    if ((indentOf(source, closer) ?? Infinity) <= most) return closer;
    closer = yield* find(source, close, closer + close.length);
  }
  return first;
}

/** How much white space comes before an offset in its line; null where other text does. */
function indentOf(source: TextSource, at: number): number | null {
  let from = at;
  while (source.code(from - 1) === 0x20 || source.code(from - 1) === 0x09) from -= 1;
  return from === 0 || source.code(from - 1) === LF ? at - from : null;
}

/** A YAML mapping in a tag named after the tool. */
export const yamlXml: ToolFormat = {
  id: 'yaml-xml',
  lineage: 'AI SDK middleware',
  models: 'any, by prompt',
  dialects: ['block-text'],
  readers: { others: ['AI SDK middleware (yaml-xml)'] },
  tier: 'bare',
  prompt: {
    ask: 'Write each call as a tag with the name of the tool, and in it its arguments as YAML.',
    render: eachCall(({ name, arguments: args }) => {
      const lines = Object.entries(args).map(([key, value]) => `${key}: ${escapedJson(value, '<>')}\n`);
      return lines.length === 0 ? null : `<${name}>\n${lines.join('')}</${name}>`;
    }),
  },
  example: '<tie_knot>\nkind: bowline\nturns: 2\n</tie_knot>',
  exampleTools: [
    {
      name: 'tie_knot',
      schema: { type: 'object', properties: { kind: { type: 'string' }, turns: { type: 'integer' } } },
    },
  ],
  openers: (tools) => tools.names.map((name) => ({ text: `<${name}>`, next: /^(?:#|[^\s<:]+:(?!\/\/))/ })),
  read: read,
};
