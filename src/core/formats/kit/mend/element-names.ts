import type { Block } from '../read/block.ts';
import type { RawValue } from '../read/raw-values.ts';
import type { TaggedMarkers } from '../read/tagged-grammar.ts';
import { headAt } from '../read/head.ts';
import { codeAt, find, isNameCode, lookingAt, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';

const LESS = 0x3c;
const GREATER = 0x3e;
const LONGEST_NAME = 200;

const NAME_TAG = '<name>';
const ARGUMENTS = /^<(?:arguments?|args|parameters?|params|input)> ?\n?\{/;

/** The head of a call whose tag is damaged, and the place of its name. */
export interface DamagedHead {
  readonly from: number;
  readonly nameFrom: number;
  readonly nameTo: number;
  readonly to: number;
}

/**
 * Reads the head of a call that lacks its tag or a part of it. A declared name must prove that it is a call; otherwise null.
 *
 *     <rent_boat>    rent_boat>    function=rent_boat>    <function>rent_boat    <name>rent_boat</name>    before <parameter=…>
 *     <parameter=rent_boat>
 */
export function* damagedHead(block: Block, from: number, markers: TaggedMarkers): Resumable<DamagedHead | null> {
  const { source, tools } = block;
  let at = from;
  const cut = yield* oneOf(
    source,
    at,
    markers.callOpen.map((open) => open.slice(1)).filter((open) => open.length > 3),
  );
  const apart = yield* oneOf(
    source,
    at,
    markers.callOpen.filter((open) => open.endsWith('=')).map((open) => `${open.slice(0, -1)}>`),
  );
  // A declared name in the tag of a value is none of a parameter.
  const other = yield* oneOf(
    source,
    at,
    markers.valueOpen.filter((open) => open.endsWith('=')),
  );
  const element = yield* skipSpace(source, at + (apart?.length ?? 0));
  const isElement = yield* lookingAt(source, element, NAME_TAG);
  if (isElement) at = yield* skipSpace(source, element + NAME_TAG.length);
  else if (apart !== null) at += apart.length;
  else if (other !== null) at += other.length;
  else if (cut !== null) at += cut.length;
  else if ((yield* codeAt(source, at)) === LESS) at += 1;
  const nameFrom = at;
  while (at - nameFrom < LONGEST_NAME && isNameCode(yield* codeAt(source, at))) at += 1;
  if (!tools.has(source.slice(nameFrom, at))) return null;
  const nameTo = at;
  if ((yield* codeAt(source, at)) === GREATER) at += 1;
  let next = yield* skipSpace(source, at);
  // The arguments are in an element of their own, so this one is the name alone.
  const own = yield* oneOf(source, next, markers.callClose);
  if (own !== null && (yield* lookingAt(source, yield* skipSpace(source, next + own.length), '<'))) {
    const after = yield* skipSpace(source, next + own.length);
    if (ARGUMENTS.test(yield* headAt(source, after, 4))) return null;
    const first = yield* markers.skip(source, after);
    const keys = tools.parameters(source.slice(nameFrom, nameTo)).map((key) => `<${key}>`);
    if ((yield* oneOf(source, first, [...markers.valueOpen, ...keys])) !== null)
      return { from, nameFrom, nameTo, to: next + own.length };
  }
  const closer = isElement ? yield* oneOf(source, next, ['</name>', ...markers.valueClose]) : null;
  if (closer !== null) {
    at = next + closer.length;
    next = yield* skipSpace(source, at);
  }
  return (yield* oneOf(source, next, [...markers.valueOpen, ...markers.callClose])) === null
    ? null
    : { from, nameFrom, nameTo, to: at };
}

/** The tags of GLM around a key and a value. */
const PAIR = ['<arg_key>', '</arg_key>', '<arg_value>', '</arg_value>'] as const;

/**
 * Reads an argument that is a pair of another format; null if it is no whole one.
 *
 *     <arg_key>port</arg_key><arg_value>Kiel</arg_value>    for <parameter=port>Kiel</parameter>
 */
function* valueOfPair(
  { source, rec }: Block,
  from: number,
  [open = '']: readonly string[],
  [close = '']: readonly string[],
): Resumable<RawValue | null> {
  const keyFrom = from + PAIR[0].length;
  const keyTo = yield* find(source, PAIR[1], keyFrom);
  const at = keyTo < 0 ? -1 : yield* skipSpace(source, keyTo + PAIR[1].length);
  if (at < 0 || keyTo - keyFrom > LONGEST_NAME || !(yield* lookingAt(source, at, PAIR[2]))) return null;
  const to = yield* find(source, PAIR[3], at + PAIR[2].length);
  if (to < 0) return null;
  const key = source.slice(keyFrom, keyTo).trim();
  const span = { from: at + PAIR[2].length, to };
  rec.repair('wrong-marker', { from, to: span.from }, opened(open, key));
  rec.repair('wrong-marker', { from: to, to: to + PAIR[3].length }, close);
  return { key, keySpan: { from: keyFrom, to: keyTo }, span, type: null, to: to + PAIR[3].length };
}

/** The beginnings of the tags with which other formats write an argument. */
export const OTHER_TAGS = ['<param name=', '<parameter name=', '<parameter=', '<arg name=', '<argument name='] as const;
const KEY = /^(["']?)([\w.-]{1,100})\1[^<>\n]{0,100}>/;

/**
 * Reads an argument in a tag of another format; null if it is no whole one, or no parameter of the tool.
 *
 *     <param name="port">Kiel</param>    for <parameter name="port">Kiel</parameter>
 */
function* valueInOtherTag(
  { source, rec, tools }: Block,
  tool: string,
  from: number,
  head: string,
  [open = '']: readonly string[],
  [close = '']: readonly string[],
): Resumable<RawValue | null> {
  const own = `</${/\w+/.exec(head)?.[0] ?? ''}>`;
  const end = yield* find(source, own, from);
  const keyFrom = from + head.length;
  const written = KEY.exec(source.slice(keyFrom, Math.min(source.length, keyFrom + LONGEST_NAME)));
  const [tag = '', quote = '', key = ''] = written ?? [];
  const known = tools.parameters(tool);
  const at = keyFrom + tag.length;
  if (written === null || end < at || (known.length > 0 && !known.includes(key))) return null;
  rec.repair('wrong-marker', { from, to: at }, opened(open, key));
  const to = end + own.length;
  if (own !== close) rec.repair('wrong-marker', { from: end, to }, close);
  const keySpan = { from: keyFrom + quote.length, to: keyFrom + quote.length + key.length };
  return { key, keySpan, span: { from: at, to: end }, type: null, to };
}

/** The tag of an argument as its format writes it. */
function opened(open: string, key: string): string {
  return open.endsWith('=') ? `${open}${key}>` : `${open} name="${key}">`;
}

/** A tag that may be a key where no tools are declared. */
const KEY_TAG = /^(?!(?:think|thinking|name|value|param|parameter|arg|argument|function|tool)s?$)[a-z]\w{0,60}$/i;

/**
 * Reads an argument in a tag that is its key, in a grammar with other tags for all arguments. Null if there is no such tag, or
 * if the tool has no parameter of that name.
 *
 *     <port>Kiel</port>    for <parameter=port>Kiel</parameter>
 */
export function* valueNamedByTag(
  block: Block,
  tool: string,
  from: number,
  { valueOpen, valueClose, keyClose, innerOpen }: TaggedMarkers,
): Resumable<RawValue | null> {
  const { source, rec, tools } = block;
  if (source.code(from) !== LESS) return null;
  if (yield* lookingAt(source, from, PAIR[0])) return yield* valueOfPair(block, from, valueOpen, valueClose);
  const other = yield* oneOf(source, from, OTHER_TAGS);
  if (other !== null) return yield* valueInOtherTag(block, tool, from, other, valueOpen, valueClose);
  let at = from + 1;
  while (at - from < LONGEST_NAME && isNameCode(yield* codeAt(source, at))) at += 1;
  const key = source.slice(from + 1, at);
  const isKey = tools.isEmpty ? keyClose.length === 0 && KEY_TAG.test(key) : tools.parameters(tool).includes(key);
  if (!isKey || !(yield* lookingAt(source, at, '>'))) return null;
  const close = `</${key}>`;
  const end = yield* find(source, close, at + 1);
  if (end < 0) return null;
  const [open = ''] = valueOpen;
  const [keyEnd = ''] = keyClose;
  const wanted =
    keyEnd === '' ? opened(open, key) : `${open}${key}${keyEnd}${innerOpen.filter((one) => one !== keyEnd).join('')}`;
  rec.repair('wrong-marker', { from, to: at + 1 }, wanted);
  rec.repair('wrong-marker', { from: end, to: end + close.length }, valueClose[0] ?? '');
  return {
    key,
    keySpan: { from: from + 1, to: at },
    span: { from: at + 1, to: end },
    type: null,
    to: end + close.length,
  };
}
