import type { Block } from './kit/block.ts';
import { elementsIn } from './kit/elements.ts';
import { elementValues } from './kit/nested-elements.ts';
import { codeAt, find, oneOf, skipSpace, type Resumable } from './kit/resumable.ts';
import { eachCall, taggedCall } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

const LESS = 0x3c;
/** A call holds no more closing tags of its own: one that comes later belongs to another. */
const MOST_CLOSERS = 10;
/** A call that holds its own opener is at most so long; else a text of openers would be read again for each of them. */
const LONGEST_NESTED = 2000;

function* read(block: Block): Resumable<number> {
  const { source, tools } = block;
  const name = block.opener.replaceAll(/[<>/\s]/g, '');
  const nameSpan = { from: block.from + 1, to: block.from + 1 + name.length };
  if (block.opener.endsWith('/>')) {
    block.rec.read('name', nameSpan);
    block.call({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, { from: block.from, to: block.at });
    return block.end(block.at);
  }
  const inside = yield* codeAt(source, yield* skipSpace(source, block.at));
  // A parameter or the closer follows the tag; else somebody writes about it.
  if (inside >= 0 && inside !== LESS) return block.refuse('markup-not-followed', block.at);
  const close = `</${name}>`;
  const first = yield* find(source, close, block.at);
  if (first < 0) {
    if (!block.startsLine) return block.refuse('markup-not-followed', block.at);
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const nested = source.next(block.opener, block.at);
  if (nested >= 0 && nested < first && first - block.at > LONGEST_NESTED)
    return block.refuse('markup-not-followed', block.at);
  const end = yield* closerAfterValues(block, close, first);
  const body = source.slice(block.at, end);
  const { json: argumentsText, isMixed } = elementValues(body, tools.schema(name));
  const isEmpty = argumentsText === '{}';
  if (isEmpty && isMixed) return block.refuse('markup-not-followed', block.at);
  block.rec.read('name', nameSpan);
  if (isMixed) block.rec.reject('markup-not-followed', { from: block.at, to: end });
  const argumentsSpan = isEmpty ? null : { from: block.at, to: end };
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to: end + close.length });
  return block.end(block.closer(close, end));
}

/**
 * The first closing tag after which a call may end: one inside of an argument is text, unless the text ends there, or
 * another call begins before the next one. The first of all where there is none.
 */
function* closerAfterValues(block: Block, close: string, first: number): Resumable<number> {
  const { source } = block;
  let from = block.at;
  let closer = first;
  for (let tried = 0; closer >= 0 && tried < MOST_CLOSERS; tried += 1) {
    const { open } = elementsIn(source.slice(from, closer));
    if (open === null) return closer;
    const next = closer + close.length;
    if (yield* callFollows(block, next)) break;
    from += open;
    closer = yield* find(source, close, next);
    const opener = source.next(block.opener, next);
    if (opener >= 0 && opener < closer) break;
  }
  return first;
}

/** Whether the text ends there, or another call begins. */
function* callFollows({ source, tools }: Block, from: number): Resumable<boolean> {
  const at = yield* skipSpace(source, from);
  if ((yield* codeAt(source, at)) < 0) return true;
  const openers = tools.names.map((name) => `<${name}`);
  return (yield* oneOf(source, at, openers)) !== null;
}

const values = taggedCall({
  open: (name) => `<${name}>\n`,
  // Line breaks at the ends of a value would count as markup.
  value: (key, text) => `<${key}>${/^\n|\n$/.test(text) ? `\n${text}\n` : text}</${key}>\n`,
  close: '',
  barred: ['<', '&'],
});

/** A tag named after the tool, with a tag for each argument. */
export const tagPerTool: ToolFormat = {
  id: 'tag-per-tool',
  lineage: 'Cline, Roo, Kilo',
  models: 'any, by prompt',
  dialects: ['nested-and-repeated', 'self-closing'],
  readers: { others: ['ai-sdk morph-xml', 'ai-sdk sijawara'] },
  tier: 'bare',
  prompt: {
    ask: 'Write each call as a tag with the name of the tool, and in it a tag for each argument. Write text without quotes, and any other value as JSON.',
    render: eachCall((call) => {
      const inside = values(call);
      return inside === null ? null : `${inside}</${call.name}>`;
    }),
  },
  example: '<read_page>\n<url>https://example.org/tides</url>\n</read_page>',
  exampleTools: [{ name: 'read_page', schema: { type: 'object', properties: { url: { type: 'string' } } } }],
  openers: (tools) =>
    tools.names.flatMap((name) => [{ text: `<${name}>` }, { text: `<${name}/>` }, { text: `<${name} />` }]),
  read: read,
};
