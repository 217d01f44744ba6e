import { attribute, repairTag, wordsIn, type Tag } from './attributes.ts';
import type { Block } from './block.ts';
import { damagedPair, endAsKey } from '../mend/damaged-pair.ts';
import { mendedValue } from '../mend/damaged-value.ts';
import { unclosedKey } from '../mend/unclosed-key.ts';
import { joinedValue, trimmed, type RawValue } from './raw-values.ts';
import type { PairSyntax, TaggedMarkers, TaggedValues } from './tagged-grammar.ts';
import { textUntil } from './text-until.ts';
import { readTagWith } from '../mend/token-ends.ts';
import { valueEnd } from '../mend/value-end.ts';
import { turnEndIn } from './turn-end.ts';
import { isCutAt, lookingAt, skipSpace, type Resumable } from './resumable.ts';

type ValueSyntax = TaggedValues['value'];
type KeyInTag = Extract<ValueSyntax, { readonly keyFrom: readonly string[] }>;

/** What precedes a value: its key, and the start of the value. */
interface ValueHead extends Pick<RawValue, 'key' | 'keySpan' | 'type'> {
  readonly at: number;
  /** The marker before the value, if markers are damaged. */
  readonly opener?: string;
}

/** `null`: the text ends inside of it. `broken`: the text after the markers does not follow the grammar. */
type Unread = null | 'broken';

/**
 * Reads one argument whose opener is at `from`.
 *
 * @param isOpen whether the arguments before it have no closing markers: then this one ends with the text
 */
export function* readTaggedValue(
  block: Block,
  { value, typed }: TaggedValues,
  markers: TaggedMarkers,
  call: string,
  from: number,
  opener: string,
  isOpen = false,
): Resumable<RawValue | Unread> {
  const at = from + opener.length;
  const unclosed = 'key' in value ? null : yield* unclosedKey(block, call, opener, markers.closerOf(opener), at);
  if (unclosed !== null) return unclosed;
  const head =
    'key' in value
      ? yield* pairHead(block, value, markers, call, from, opener)
      : yield* keyInTag(block, call, value, typed ?? null, markers.afterOpener(block, opener, from));
  if (head === null || head === 'broken' || 'span' in head) return head;
  const read = yield* valueAfter(block, value, markers, call, opener, head);
  return read === null && isOpen && !('key' in value) ? toTheEnd(block, head, markers.closerOf(opener)) : read;
}

/** The value up to the end of the text, or of the turn; null where it has no ink. */
function toTheEnd({ source }: Block, { key, keySpan, type, at }: ValueHead, inserted: string): RawValue | null {
  const text = source.slice(at, source.length);
  const end = turnEndIn(text);
  const length = (end < 0 ? text : text.slice(0, end)).trimEnd().length;
  const to = at + length;
  const lacks = { code: 'missing-marker', span: { from: to, to }, inserted } as const;
  return length === 0 ? null : { key, keySpan, type, span: { from: at, to }, to, lacks };
}

/** Reads one argument whose first marker is missing. */
export function* readDamagedValue(
  block: Block,
  { value }: TaggedValues,
  markers: TaggedMarkers,
  call: string,
  from: number,
): Resumable<RawValue | Unread> {
  if (!('key' in value)) return 'broken';
  const pair = yield* damagedPair(block, value, markers, call, from);
  if (pair === null || pair === 'broken') return pair;
  return yield* valueAfter(block, value, markers, call, value.key[0], { ...pair, type: null });
}

/** The value after its head. */
function* valueAfter(
  block: Block,
  value: ValueSyntax,
  markers: TaggedMarkers,
  call: string,
  keyOpener: string,
  { key, keySpan, type, at, opener }: ValueHead,
): Resumable<RawValue | null> {
  const isAsKey = 'key' in value && opener === value.key[0];
  const end =
    (isAsKey ? yield* endAsKey(block, value, markers, at) : null) ??
    (yield* valueEnd(block, value, markers, { call, key, opener: keyOpener, from: at }));
  if (end === null) return null;
  const read = { key, keySpan, span: { from: at, to: end.from }, type, to: end.to };
  return mendedValue(block, end.lacks === undefined ? read : { ...read, lacks: end.lacks }, value, markers);
}

/** Reads what precedes a value; its markers may be damaged. */
function* pairHead(
  block: Block,
  value: PairSyntax,
  markers: TaggedMarkers,
  call: string,
  from: number,
  opener: string,
): Resumable<ValueHead | RawValue | Unread> {
  const head = yield* keyBetweenMarkers(block, value, markers, from + opener.length);
  if (head !== 'broken') return head;
  const pair = yield* damagedPair(block, value, markers, call, from);
  return pair === null || pair === 'broken' ? pair : { ...pair, type: null };
}

/**
 * A key between two markers, its type between two others in some formats, and the opener of the value.
 *
 *     <arg_key>hours</arg_key><type>int</type><arg_value>2</arg_value>
 *              ^ from         ^ type, optional           ^ at
 *     <arg_key>hours=2</arg_value>
 *              ^ from ^ found, with `joined` between key and value
 */
function* keyBetweenMarkers(
  block: Block,
  { key: [keyOpen, keyEnd], type: typeMarkers, open, close, joined }: PairSyntax,
  { callClose }: TaggedMarkers,
  from: number,
): Resumable<ValueHead | RawValue | Unread> {
  const { source } = block;
  const others = [keyOpen, ...(open === '' ? [] : [open]), ...callClose];
  const end = yield* textUntil(source, from, [keyEnd, ...close, ...others], 1000);
  if (end.literal === null) return source.ended && end.to >= source.length ? null : 'broken';
  if (end.literal !== keyEnd)
    return joined !== undefined && close.includes(end.literal)
      ? joinedValue(block, from, end.to, joined, end.literal.length)
      : 'broken';
  const keySpan = trimmed(block, from, end.to);
  const key = source.slice(keySpan.from, keySpan.to);
  let type: string | null = null;
  let at = end.to + end.literal.length;
  if (typeMarkers !== undefined || open !== '') at = yield* skipSpace(source, at);
  if (typeMarkers !== undefined && (yield* lookingAt(source, at, typeMarkers[0]))) {
    const typeFrom = at + typeMarkers[0].length;
    const typeEnd = yield* textUntil(source, typeFrom, [typeMarkers[1], open, ...callClose].filter(Boolean), 200);
    if (typeEnd.literal === null) return source.ended && typeEnd.to >= source.length ? null : 'broken';
    type = source.slice(typeFrom, typeEnd.to).trim();
    at = typeEnd.to;
    if (typeEnd.literal === typeMarkers[1]) at = yield* skipSpace(source, at + typeEnd.literal.length);
    else if (typeEnd.literal === open) block.rec.repair('missing-marker', { from: at, to: at }, typeMarkers[1]);
  }
  if (open !== '' && !(yield* lookingAt(source, at, open)))
    return isCutAt(source, at, open) || isCutAt(source, at, typeMarkers?.[0] ?? '') ? null : 'broken';
  return { key, keySpan, type, at: at + open.length };
}

/**
 * A tag with the key as an attribute.
 *
 *     <parameter name="hours" string="false">2</parameter>
 *                ^ from                      ^ at
 *     <parameter name="hours" value="2"/>
 *                ^ from                  ^ to
 */
function* keyInTag(
  block: Block,
  call: string,
  { end, keyFrom }: KeyInTag,
  typed: TaggedValues['typed'] | null,
  from: number,
): Resumable<ValueHead | RawValue | Unread> {
  const { source } = block;
  const tag = yield* readTagWith(source, from, end);
  if (tag === null) return source.ended && source.length - from < 4000 ? null : 'broken';
  const named = attribute(tag, keyFrom);
  if (named === null || /^["']?[{[]/.test(named.value)) return 'broken';
  repairTag(block, tag, end);
  const words = wordsIn(tag);
  const isWords = words !== null && block.tools.parameters(call).includes(words);
  const key = isWords ? words : named.value.trim();
  const keySpan = isWords ? { from: named.span.from, to: tag.attributes.at(-1)?.span.to ?? named.span.to } : named.span;
  const head = { key, keySpan, type: typeIn(tag, typed) };
  if (!tag.isSelfClosing) return { ...head, at: tag.to };
  const inline = attribute(tag, ['value']);
  const span = inline?.span ?? { from: tag.to, to: tag.to };
  return { ...head, span, text: inline?.value ?? '', to: tag.to };
}

/** The type that a tag gives its value; null if it gives none. */
function typeIn(tag: Tag, typed: TaggedValues['typed'] | null): string | null {
  if (typed === 'type-name') return attribute(tag, ['type'])?.value ?? null;
  const flag = typed === 'string-flag' ? attribute(tag, ['string']) : null;
  return flag === null ? null : flag.value === 'true' ? 'string' : 'json';
}
