import type { Block } from '../scan/block.ts';
import { elementsAsJson } from '../scan/nested-elements.ts';
import { find, type Wait } from '../scan/waiting.ts';
import type { ToolFormat } from './format.ts';

function* read(block: Block): Wait<number> {
  const { source, tools } = block;
  const name = block.opener.replaceAll(/[<>/\s]/g, '');
  const nameSpan = { from: block.from + 1, to: block.from + 1 + name.length };
  if (block.opener.endsWith('/>')) {
    block.rec.read('name', nameSpan);
    block.call({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, { from: block.from, to: block.at });
    return block.end(block.at);
  }
  const close = `</${name}>`;
  const end = yield* find(source, close, block.at);
  if (end < 0) {
    if (!block.startsLine) return block.refuse('markup-not-followed', block.at);
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const body = source.slice(block.at, end);
  const argumentsText = elementsAsJson(body, (key) => tools.parameter(name, key));
  if (argumentsText === '{}' && body.trim() !== '') return block.refuse('markup-not-followed', block.at);
  block.rec.read('name', nameSpan);
  const argumentsSpan = argumentsText === '{}' ? null : { from: block.at, to: end };
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to: end + close.length });
  return block.end(block.closer(close, end));
}

/** A tag named after the tool, with a tag for each argument. */
export const tagPerTool: ToolFormat = {
  id: 'tag-per-tool',
  lineage: 'Cline, Roo, Kilo',
  models: 'any, by prompt',
  dialects: ['nested-and-repeated', 'self-closing'],
  readers: { others: ['ai-sdk morph-xml', 'ai-sdk sijawara'] },
  tier: 'raw',
  example: '<read_page>\n<url>https://example.org/tides</url>\n</read_page>',
  openers: (tools) =>
    tools.names.flatMap((name) => [{ text: `<${name}>` }, { text: `<${name}/>` }, { text: `<${name} />` }]),
  read: read,
};
