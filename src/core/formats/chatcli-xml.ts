import type { Block } from './kit/read/block.ts';
import type { Span } from '../text/document/index.ts';
import { compactText, readJson, valueToText } from '../text/json/index.ts';
import { decodeEntities, tagBetween, tagEnd, type Attribute, type Tag } from './kit/read/attributes.ts';
import { coerce, coerceJson } from './kit/read/coerce.ts';
import type { TextSource } from './kit/read/source.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { eachCall, escapedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** Quotes in a value are escaped with a backslash. */
const rules = { escapes: true } as const;
const CLOSERS = ['</tool_call>', '</tool>'];
/** What broke off after so many characters is not read again. */
const LONGEST_REREAD = 4000;

function* read(block: Block): Resumable<number> {
  const { source } = block;
  // The attribute scanner begins after the tag's own name.
  const from = block.from + (block.opener.startsWith('<tool ') ? '<tool'.length : '<tool_call'.length);
  const end = yield* tagEnd(source, from, rules);
  if (end.kind === 'text')
    return block.refuse('markup-not-followed', end.at - from > LONGEST_REREAD ? end.at : block.at);
  const loose = yield* looseArguments(block, from);
  if (loose !== null) return block.end(loose);
  const tag = end.kind === 'end' ? tagBetween(source, from, end.at, rules) : unclosedTag(source, from, end.quoteAt);
  if (tag === null) {
    block.cut(nameIn(block, from), block.from);
    return block.end(source.length);
  }
  const name = attributeOf(tag, ['name']);
  const args = attributeOf(tag, ['args', 'arguments']);
  const next = tag.isSelfClosing ? tag.to : yield* skipSpace(source, tag.to);
  const closer = tag.isSelfClosing ? null : yield* closerAt(source, next);
  // Without arguments, and open before text: somebody writes about the tag.
  if (args === null && !tag.isSelfClosing && closer === null && next < source.length)
    return block.refuse('markup-not-followed', tag.to);
  const span = { from: block.from, to: tag.to };
  if (name === null || name.value === '') block.malformed('missing-name', span);
  else {
    block.rec.read('name', name.span);
    const text = args === null ? (inAttributes(block, name.value, tag) ?? '{}') : argumentsOf(source, args);
    if (args === null && text !== null && text !== '{}')
      block.rec.repair('wrong-marker', attributesSpan(source, tag), `name="${name.value}" args='${text}'`);
    if (args !== null && text !== null && isMended(source, args)) block.rec.repair('mended-value', args.span, text);
    if (text === null) block.malformed('arguments-not-json', span, args?.span.from);
    else {
      block.rec.read(args === null ? 'no-arguments' : 'arguments', args?.span ?? span);
      if (end.kind === 'cut') block.rec.quirk('value-never-closed', args?.span ?? span);
      block.call(
        { name: name.value, nameSpan: name.span, argumentsText: text, argumentsSpan: args?.span ?? null },
        span,
      );
    }
  }
  return block.end(closer === null ? tag.to : block.closer(closer, next));
}

/** The arguments that are attributes of the tag, in the place of one that holds them all; null if any is not declared. */
function inAttributes({ tools }: Block, name: string, tag: Tag): string | null {
  const others = tag.attributes.filter((one) => one.name.toLowerCase() !== 'name');
  const tool = tools.resolve(name);
  if (others.length === 0 || !others.every((one) => tools.parameter(tool, one.name) !== null)) return null;
  const members = others.map(
    (one) => `${valueToText(one.name)}:${coerce(one.value, tools.parameter(tool, one.name), tools.schema(tool)).json}`,
  );
  return `{${members.join(',')}}`;
}

/** From the first attribute of a tag to its last one, with the quotes of the values. */
function attributesSpan(source: TextSource, { attributes }: Tag): Span {
  const [first, last] = [attributes[0], attributes.at(-1)];
  if (first === undefined || last === undefined) return { from: 0, to: 0 };
  const open = /["']/.test(source.slice(first.span.from - 1, first.span.from)) ? 2 : 1;
  const close = /["']/.test(source.slice(last.span.to, last.span.to + 1)) ? 1 : 0;
  return { from: first.span.from - open - first.name.length, to: last.span.to + close };
}

/** An object without quotes around it, or in quotes that it has itself. */
const LOOSE = /^\s+name\s*=\s*(["'])([^\s"'<>]+)\1\s+arg(?:ument)?s\s*=\s*("?)(?=\{(?!\\|&|\s*\})\s*"?)/i;

/**
 * Reads arguments that no quotes enclose, or the same quotes that they hold. The offset after the tag; null where it is not so.
 *
 *     <tool_call name="@files" args={"cmd": "read"} />
 *     <tool_call name="@files" args="{"cmd": "read"}" />
 */
function* looseArguments(block: Block, from: number): Resumable<number | null> {
  const { source, rec } = block;
  const found = LOOSE.exec(source.slice(from, Math.min(source.length, from + LONGEST_REREAD)));
  const [head, , name = '', quote = ''] = found ?? [];
  if (head === undefined) return null;
  const open = from + head.length;
  if (quote !== '' && !/^\{\s*"/.test(source.slice(open, open + 40))) return null;
  const { state, root, guesses, repairs, to } = yield* readJsonPayload(source, open, ['/>']);
  if (state !== 'whole' || root === null || guesses.length > 0) return null;
  const after = (yield* lookingAt(source, to, quote)) ? to + quote.length : to;
  const end = yield* oneOf(source, yield* skipSpace(source, after), ['/>', '>']);
  if (end === null) return null;
  const nameFrom = from + head.indexOf(name, head.indexOf('='));
  const nameSpan = { from: nameFrom, to: nameFrom + name.length };
  rec.repair('wrong-marker', { from: open - quote.length, to: after }, `'${root.compact()}'`);
  rec.read('name', nameSpan);
  const tagTo = (yield* skipSpace(source, after)) + end.length;
  block.namedCall({ name, nameSpan }, root, null, repairs, { from: block.from, to: tagTo });
  return tagTo;
}

/** A tag with a quotation mark that never closes ends where its arguments are JSON; null when they are nowhere. */
function unclosedTag(source: TextSource, from: number, quoteAt: number): Tag | null {
  if (quoteAt < 0) return null;
  for (const end of ['/>', '>']) {
    const at = source.next(end, quoteAt);
    const tag = at < 0 ? null : tagBetween(source, from, at + end.length - 1, rules);
    const args = tag === null ? null : attributeOf(tag, ['args', 'arguments']);
    if (args !== null && argumentsOf(source, args) !== null) return tag;
  }
  return null;
}

function attributeOf(tag: Tag, names: readonly string[]): Attribute | null {
  return tag.attributes.find(({ name }) => names.includes(name.toLowerCase())) ?? null;
}

/** The closing tag at an offset, in any case. */
function* closerAt(source: TextSource, at: number): Resumable<string | null> {
  for (const closer of CLOSERS) {
    let length = 0;
    while (length < closer.length && sameLetter(yield* codeAt(source, at + length), closer.charCodeAt(length)))
      length += 1;
    if (length === closer.length) return closer;
  }
  return null;
}

/** @param lower a sign, or a small letter */
function sameLetter(code: number, lower: number): boolean {
  return code === lower || (code >= 0x41 && code <= 0x5a && code + 0x20 === lower);
}

/** The name in a tag that is cut off. */
function nameIn({ source }: Block, from: number): Parameters<Block['cut']>[0] {
  const found = /\bname\s*=\s*["']?([^\s"'>]+)["'\s]/i.exec(source.slice(from, Math.min(source.length, from + 500)));
  const name = found?.[1];
  if (found === null || name === undefined) return null;
  const nameFrom = from + found.index + found[0].indexOf(name);
  return { name, nameSpan: { from: nameFrom, to: nameFrom + name.length }, argumentsText: '{}', argumentsSpan: null };
}

/** Whether the arguments are JSON only after repairs. */
function isMended(source: TextSource, { span: { from, to }, value }: Attribute): boolean {
  return [value, unescapedText(source, from, to)].every((text) => !readJson(text).ok);
}

/** Text that is valid JSON is taken as JSON; else the backslashes belong to the quotes. */
function argumentsOf(source: TextSource, { span: { from, to }, value }: Attribute): string | null {
  const unescaped = unescapedText(source, from, to);
  for (const text of [value, unescaped, coerceJson(unescaped).json]) {
    const reading = readJson(text);
    if (reading.ok && reading.node.kind === 'object')
      return compactText(reading.node, text, reading.duplicateKeys.length > 0);
  }
  return null;
}

function unescapedText(source: TextSource, from: number, to: number): string {
  const quote = source.slice(from - 1, from);
  return decodeEntities(
    source
      .slice(from, to)
      .replaceAll(/\\(["'\\])/g, (whole: string, sign: string) => (sign === quote || sign === '\\' ? sign : whole)),
  );
}

/** The call is the tag: its name and its arguments are attributes. */
export const chatcliXml: ToolFormat = {
  id: 'chatcli-xml',
  lineage: 'ChatCLI',
  models: 'any, by prompt',
  dialects: ['tool-tag', 'closing-tag', 'entities', 'args-first', 'escaped-quotes', 'upper-case', 'unclosed-quote'],
  readers: { others: ['ChatCLI'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one tag that closes itself: name holds the tool, args its arguments as JSON in single quotes.',
    render: eachCall(({ name, arguments: args }) => `<tool_call name="${name}" args='${escapedJson(args, "'&<>")}' />`),
  },
  example: '<tool_call name="@files" args=\'{"cmd": "read"}\' />',
  openers: [
    { text: '<tool_call ', ignoreCase: true },
    { text: '<tool_call\n', ignoreCase: true },
    { text: '<tool ', ignoreCase: true, next: /^(?:name|args|arguments) ?=/i },
  ],
  read: read,
};
