import { isAsciiSpace, type Span } from '../text/document/index.ts';
import { compactText, type JsonObject, nodeToValue, outlineJson, readJson, valueToText } from '../text/json/index.ts';
import { readTag } from './kit/read/attributes.ts';
import type { Block } from './kit/read/block.ts';
import { coerce } from './kit/read/coerce.ts';
import { elementsIn, isPage } from './kit/read/elements.ts';
import { headAt } from './kit/read/head.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { closerWithBlank, isBlankIn, withBlanks, withoutBlank } from './kit/mend/blank-in-name.ts';
import { closerOfOther } from './kit/mend/misspelt-closer.ts';
import { unclosedCall } from './kit/mend/unclosed-tag.ts';
import { JsonPart } from './kit/read/json-part.ts';
import { mayBeWrapped, wrappedArguments } from './kit/mend/wrapped-arguments.ts';
import { elementValues } from './kit/read/nested-elements.ts';
import { codeAt, find, lookingAt, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { endsTurn } from './kit/read/turn-end.ts';
import { isAboutTag } from './kit/read/words-around.ts';
import { eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const LESS = 0x3c;
const OPEN_BRACE = 0x7b;
const LONGEST_VERB = 10;
const LONGEST_TAG = 20;
/** A call holds no more closing tags of its own: one that comes later belongs to another. */
const MOST_CLOSERS = 10;
/** A call that holds its own opener is at most so long; else a text of openers would be read again for each of them. */
const LONGEST_NESTED = 2000;

/** What is in a call: its arguments as JSON, and what of them could not be read. */
interface Body {
  readonly json: string;
  readonly isMixed: boolean;
}

/** A tag that some prompts have around every tool, with the name as its attribute `name`, `tool` or `function`. */
const NAMED_TAGS = ['use_tool', 'tool_use', 'tool', 'tool_call', 'function_call', 'call', 'action'];
const NAME_THEN_TAG = /^(?:name|tool|function) ?= ?(?:"[^"<>\n]+"|'[^'<>\n]+') ?>[ \n]?</;
/** Without declared tools, what says that such a tag is a call: a parameter in a tag that says its name. */
const NAME_THEN_PARAMETER = /^(?:name|tool|function) ?= ?["'][^"'<>\n]+["'] ?>[ \n]?<(?:param|arg)\w* name ?=/;
/** The tag of a tool and that of a parameter, to tell in a marker of calls where no tools are declared. */
const TAG_THEN_TAG = /^<([a-z]\w*_\w+)>[ \n]?<(?!\/)\w+>/i;
/** The same where the tag of a tool has its arguments as JSON: its name is none of a part of a call, nor is the first key. */
const TAG_THEN_JSON =
  /^<(?!(?:json|arguments?|args|param\w*|input|function|name|tool|call|action|data|code|think|thought)>)[a-z][\w.-]*>[ \n]?\{[ \n]?(?:\}|"(?!name"|tool"|tool_name"|function"))/i;
const TAG = /^<([a-z][\w.-]*)>/i;
const MARKER = '<tool_call>';
/** The marker without its sign, which others may write as well. */
const LOOSE_MARKER = '<toolcall>';
const MARKER_UNITS = 8;
const NAME_ATTRIBUTE = /^\s*(?:name|tool|function)\s*=\s*(["'])([^"'<>\n]{1,200})\1\s*>/;

/** The name of the tool is an attribute of a common tag. */
function* readNamed(block: Block): Resumable<number> {
  const { source, rec } = block;
  const end = yield* find(source, '>', block.at);
  const [attribute = '', , name = ''] = NAME_ATTRIBUTE.exec(source.slice(block.at - 1, end + 1)) ?? [];
  const inside = yield* skipSpace(source, end + 1);
  if (!block.tools.accepts(name) || name === '' || (yield* codeAt(source, inside)) !== LESS)
    return block.refuse('markup-not-followed', block.at);
  const nameFrom = block.at - 1 + attribute.indexOf(name);
  rec.repair('wrong-marker', { from: block.from, to: end + 1 }, `<${name}>`);
  const tag = block.opener.slice(1, -1);
  const nameSpan = { from: nameFrom, to: nameFrom + name.length };
  const to = yield* readBody(block.bodyAt(end + 1), name, nameSpan, null, `</${tag}>`);
  if (block.calls > 0) rec.repair('wrong-marker', { from: to - tag.length - 3, to }, `</${name}>`);
  return to;
}

/**
 * Calls in a marker around the tag of each tool, whose arguments are JSON.
 *
 *     <tool_call><find_berth>{"quay": 3}</find_berth></tool_call>
 *                ^ block.at
 */
function* jsonInMarker(block: Block): Resumable<number> {
  const { source, rec } = block;
  const close = `</${block.opener.slice(1)}`;
  for (let at = block.at; ;) {
    const from = yield* skipSpace(source, at);
    if (yield* lookingAt(source, from, close)) return block.end(block.closer(close, from));
    const name = TAG.exec(yield* headAt(source, from))?.[1];
    if (name === undefined) return block.end(at);
    const nameSpan = { from: from + 1, to: from + 1 + name.length };
    const inside = yield* skipSpace(source, nameSpan.to + 1);
    const tag = `</${name}>`;
    const payload = yield* readJsonPayload(source, inside, [tag]);
    if (payload.state === 'cut') {
      block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
      return block.end(source.length);
    }
    const next = yield* skipSpace(source, payload.to);
    const to = (yield* lookingAt(source, next, tag)) ? next + tag.length : payload.to;
    rec.read('name', nameSpan);
    if (payload.state === 'broken') block.malformed('json-syntax', { from, to }, inside, payload.error);
    else {
      const json = payload.root?.compact() ?? '{}';
      rec.repair('invented-form', { from, to }, `{"name": ${valueToText(name)}, "arguments": ${json}}`);
      block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, { from, to });
    }
    at = to;
  }
}

/** A call in the marker of another format. */
function* inMarker(block: Block): Resumable<number> {
  const { source } = block;
  if (TAG_THEN_JSON.test(yield* headAt(source, block.at, MARKER_UNITS))) return yield* jsonInMarker(block);
  const from = yield* skipSpace(source, block.at);
  const to = yield* find(source, '>', from);
  const name = source.slice(from + 1, to);
  return yield* readBody(block.bodyAt(to + 1), name, { from: from + 1, to }, '</tool_call>');
}

function* read(block: Block): Resumable<number> {
  const { source } = block;
  if (block.opener === MARKER || block.opener === LOOSE_MARKER) return yield* inMarker(block);
  if (NAMED_TAGS.some((tag) => block.opener === `<${tag} `)) return yield* readNamed(block);
  const name = block.opener.replaceAll(/[<>/\s]/g, '');
  const nameSpan = { from: block.from + 1, to: block.from + 1 + name.length };
  if (isBlankIn(block.opener)) return yield* withoutBlank(block, name, readBody);
  if (block.opener.endsWith('/>')) {
    block.rec.read('name', nameSpan);
    block.call({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, { from: block.from, to: block.at });
    return block.end(block.at);
  }
  if (!block.opener.endsWith('>')) return yield* withAttributes(block, name, nameSpan);
  const inside = yield* skipSpace(source, block.at);
  // A parameter or the closer follows the tag; else somebody writes about it, unless the body is the one argument.
  const code = yield* codeAt(source, inside);
  const mayBeJson = block.startsLine || isInTagOfCalls(block);
  if (code >= 0 && code !== LESS && !(mayBeJson && (code === OPEN_BRACE || onlyParameter(block, name) !== null)))
    return block.refuse('markup-not-followed', block.at);
  if (yield* lookingAt(source, inside, block.opener)) {
    const again = inside + block.opener.length;
    if (block.startsLine && (yield* codeAt(source, yield* skipSpace(source, again))) === LESS) {
      block.rec.repair('surplus-marker', { from: inside, to: again }, '');
      return yield* readBody(block.bodyAt(again), name, nameSpan, `</${name}>`);
    }
  }
  return yield* readBody(block, name, nameSpan, null);
}

/** Whether a tag of calls is directly before the tag of a tool. */
function isInTagOfCalls({ source, from }: Block): boolean {
  return /<tool_?calls?>\s{0,3}$/i.test(source.slice(Math.max(0, from - LONGEST_TAG), from));
}

/** @param second the closer of an opener that was written twice */
function* readBody(
  block: Block,
  name: string,
  nameSpan: Span,
  second: string | null,
  close = `</${name}>`,
): Resumable<number> {
  const { source } = block;
  const first = yield* find(source, close, block.at);
  if (first < 0) {
    const other = close === `</${name}>` && second === null ? closerWithBlank(source, name, block.at) : null;
    if (other !== null) return yield* withoutBlank(block, name, readBody, other);
    const closed = (yield* closedByOther(block, name, nameSpan)) ?? unclosedCall(block, { name, nameSpan, close });
    if (closed !== null) return closed;
    const isMention = isAboutTag(source.slice(block.at, Math.min(source.length, block.at + LONGEST_VERB)));
    if (!block.startsLine || isMention) return block.refuse('markup-not-followed', block.at);
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const nested = source.next(block.opener, block.at);
  if (nested >= 0 && nested < first) {
    if (first - block.at > LONGEST_NESTED) return block.refuse('markup-not-followed', block.at);
    // The call begins again: what it holds before is not whole, and there is one closer.
    const after = yield* find(source, close, first + close.length);
    if (after < 0 && elementsIn(source.slice(block.at, nested)).open !== null && block.startsLine) {
      block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, { from: block.from, to: nested });
      return block.end(nested);
    }
  }
  const end = yield* closerAfterValues(block, close, first);
  let to = end + close.length;
  const body = source.slice(block.at, end);
  const { json: argumentsText, isMixed } = yield* bodyOf(block, name, body, to);
  const isEmpty = argumentsText === '{}';
  if (isMixed && (isEmpty || isPage(body, block.tools.parameters(name))))
    return block.refuse('markup-not-followed', block.at);
  block.rec.read('name', nameSpan);
  if (isMixed) block.rec.reject('markup-not-followed', { from: block.at, to: end });
  const argumentsSpan = isEmpty ? null : { from: block.at, to: end };
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to });
  if (second !== null) {
    const next = yield* skipSpace(source, to);
    if (yield* lookingAt(source, next, second)) {
      block.rec.repair('surplus-marker', { from: next, to: next + second.length }, '');
      to = next + second.length;
    }
    return block.end(to);
  }
  return block.end(block.closer(close, end));
}

/** Makes the call whose body is one JSON object before the closing tag of another format; null where it is none. */
function* closedByOther(block: Block, name: string, nameSpan: Span): Resumable<number | null> {
  const { source, rec } = block;
  const at = yield* skipSpace(source, block.at);
  if ((yield* codeAt(source, at)) !== OPEN_BRACE) return null;
  const { state, root, repairs, to } = yield* readJsonPayload(source, at, ['\n</', '</']);
  const next = yield* skipSpace(source, to);
  const end = yield* closerOfOther(source, next);
  if (state !== 'whole' || end === null) return null;
  rec.read('name', nameSpan);
  block.namedCall({ name, nameSpan }, root, null, repairs, { from: block.from, to });
  rec.repair('wrong-marker', { from: next, to: end }, `</${name}>`);
  return block.end(end);
}

/** The arguments in a body: elements, one JSON object, or the text of the one parameter. */
function* bodyOf(block: Block, name: string, body: string, to: number): Resumable<Body> {
  const { rec, tools } = block;
  const { json, isMixed, missing, doubled } = elementValues(body, tools.schema(name));
  const bare = isMixed ? null : withoutWrapper(block, name, json);
  if (bare !== null) {
    const read = readJson(bare);
    const written = read.ok ? values({ name, arguments: nodeToValue(read.node) as JsonObject }) : null;
    const inserted = written === null ? bare : written.slice(`<${name}>`.length);
    rec.repair('wrapped-arguments', { from: block.at, to: block.at + body.length }, inserted);
    return { json: bare, isMixed };
  }
  for (const { at, tag, other } of missing)
    rec.repair(other > 0 ? 'wrong-marker' : 'missing-marker', { from: block.at + at, to: block.at + at + other }, tag);
  for (const { at, open } of doubled)
    rec.repair('surplus-marker', { from: block.at + at, to: block.at + at + open.length }, '');
  if (json !== '{}' || !isMixed) return { json, isMixed };
  const text = body.trim();
  const object = text.startsWith('{') ? outlineJson(text) : null;
  if (object?.ok === true && object.node.kind === 'object')
    return { json: compactText(object.node, text, object.duplicateKeys.length > 0), isMixed: false };
  const key = text.startsWith('<') ? null : onlyParameter(block, name);
  const isAlone = isAsciiSpace(yield* codeAt(block.source, to)) || (yield* endsTurn(block.source, to));
  if (key === null || text === '' || !block.startsLine || !isAlone) return { json, isMixed };
  const at = block.at + body.indexOf(text);
  rec.repair('missing-marker', { from: at, to: at }, `<${key}>`);
  rec.repair('missing-marker', { from: at + text.length, to: at + text.length }, `</${key}>`);
  return {
    json: `{${valueToText(key)}:${coerce(text, tools.parameter(name, key), tools.schema(name)).json}}`,
    isMixed: false,
  };
}

/** The arguments inside of an element around them all; null where there is none. */
function withoutWrapper({ tools }: Block, name: string, json: string): string | null {
  const object = mayBeWrapped(json, 0) ? outlineJson(json) : null;
  return object?.ok === true
    ? wrappedArguments(tools, name, new JsonPart(object.node, 0, object.node, json, false))
    : null;
}

/** The parameter that a body without a tag is for; null where the tool has several. */
function onlyParameter({ tools }: Block, name: string): string | null {
  const [only, ...others] = tools.parameters(name);
  return only !== undefined && others.length === 0 ? only : null;
}

/** A call whose arguments, or some of them, are attributes of its tag. All of them must be declared, and none said twice. */
function* withAttributes(block: Block, name: string, nameSpan: Span): Resumable<number> {
  const { source, rec, tools } = block;
  const tag = yield* readTag(source, block.from + 1 + name.length);
  const keys = new Set(tools.parameters(name));
  if (
    tag === null ||
    tag.lacksEnd === true ||
    tag.attributes.length === 0 ||
    !tag.attributes.every((one) => keys.has(one.name))
  )
    return block.refuse('markup-not-followed', block.at);
  const members = tag.attributes.map(
    (one) => `${valueToText(one.name)}:${coerce(one.value, tools.parameter(name, one.name), tools.schema(name)).json}`,
  );
  let inner = '';
  let to = tag.to;
  const elements = tag.attributes.map((one) => `<${one.name}>${one.value}</${one.name}>`).join('\n');
  if (!tag.isSelfClosing) {
    const close = `</${name}>`;
    const end = yield* find(source, close, tag.to);
    if (end < 0) return block.refuse('markup-not-followed', block.at);
    const { json, isMixed } = elementValues(source.slice(tag.to, end), tools.schema(name));
    if (isMixed) return block.refuse('markup-not-followed', block.at);
    inner = json.slice(1, -1);
    to = end + close.length;
  }
  const argumentsText = `{${[...members, ...(inner === '' ? [] : [inner])].join(',')}}`;
  const object = outlineJson(argumentsText);
  if (object.ok && object.duplicateKeys.length > 0) return block.refuse('markup-not-followed', block.at);
  rec.read('name', nameSpan);
  const closer = tag.isSelfClosing ? `\n</${name}>` : '';
  rec.repair('wrong-marker', { from: block.from, to: tag.to }, `<${name}>\n${elements}${closer}`);
  const first = tag.attributes[0] ?? { span: nameSpan };
  block.call({ name, nameSpan, argumentsText, argumentsSpan: { from: first.span.from, to } }, { from: block.from, to });
  return block.end(to);
}

/**
 * The first closing tag after which a call may end: one inside of an argument is text, unless the text ends there, or
 * another call begins before the next one. The first of all where there is none.
 */
function* closerAfterValues(block: Block, close: string, first: number): Resumable<number> {
  const { source } = block;
  const balanced = yield* balancedCloser(block, close, first);
  if (balanced > first && elementsIn(source.slice(block.at, balanced)).open === null) return balanced;
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

/** The closing tag that is left when every opening tag of the same tool has its own; -1 where none is. */
function* balancedCloser({ source, at, opener }: Block, close: string, first: number): Resumable<number> {
  let closer = first;
  let from = at;
  for (let depth = 0, tried = 0; closer >= 0 && tried < MOST_CLOSERS; tried += 1) {
    // Of later openers nothing may be known yet.
    for (let open = source.next(opener, from); open >= 0 && open < closer; open = source.next(opener, from)) {
      depth += 1;
      from = open + opener.length;
    }
    if (depth === 0) return closer;
    depth -= 1;
    closer = yield* find(source, close, closer + close.length);
  }
  return -1;
}

/** Whether the text ends there, or another call begins. */
function* callFollows({ source, tools }: Block, from: number): Resumable<boolean> {
  const at = yield* skipSpace(source, from);
  if (yield* endsTurn(source, at)) return true;
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
  readers: { others: ['AI SDK middleware (morph-xml, sijawara)'] },
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
  openers: (tools) => [
    ...NAMED_TAGS.map((tag) => ({
      text: `<${tag} `,
      units: 12,
      next: tools.isEmpty ? NAME_THEN_PARAMETER : NAME_THEN_TAG,
    })),
    ...(tools.isEmpty
      ? [
          { text: MARKER, units: MARKER_UNITS, next: TAG_THEN_TAG },
          { text: MARKER, units: MARKER_UNITS, next: TAG_THEN_JSON },
          { text: LOOSE_MARKER, units: MARKER_UNITS, atLineStart: true as const, next: TAG_THEN_JSON },
        ]
      : []),
    ...tools.names.flatMap((name) => [
      { text: `<${name}>` },
      { text: `<${name}/>` },
      { text: `<${name} />` },
      ...withBlanks(name).map((text) => ({ text: `<${text}>`, atLineStart: true as const, next: /^</ })),
      ...[' ', '\n'].map((space) => ({ text: `<${name}${space}`, next: /^[\p{L}\p{N}_.:-]+ ?=/u })),
    ]),
  ],
  read: read,
};
