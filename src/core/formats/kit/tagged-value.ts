import type { Span } from '../../document/span.ts';
import { attribute, readTag, repairQuotes, type Tag } from './attributes.ts';
import type { Block } from './block.ts';
import { joinedValue, trimmed, type RawValue } from './raw-values.ts';
import type { TaggedMarkers, TaggedValues } from './tagged-grammar.ts';
import { textUntil } from './text-until.ts';
import { isCutAt, lookingAt, skipSpace, type Resumable } from './resumable.ts';

const LF = 0x0a;

type ValueSyntax = TaggedValues['value'];
type KeyInTag = Extract<ValueSyntax, { readonly keyFrom: readonly string[] }>;
type KeyBetweenMarkers = Exclude<ValueSyntax, KeyInTag>;

/** What comes before a value: its key, and where the value begins. */
interface ValueHead extends Pick<RawValue, 'key' | 'keySpan' | 'type'> {
  readonly at: number;
}

/** `null`: the text ends inside of it. `broken`: the markers are not followed by what the grammar asks for. */
type Unread = null | 'broken';

/** Reads one argument whose opener is at `from`. */
export function* readTaggedValue(
  block: Block,
  { value, typed }: TaggedValues,
  markers: TaggedMarkers,
  from: number,
  opener: string,
): Resumable<RawValue | Unread> {
  const keyFrom = from + opener.length;
  const head =
    'key' in value
      ? yield* keyBetweenMarkers(block, value, keyFrom)
      : yield* keyInTag(block, value, typed ?? null, keyFrom);
  if (head === null || head === 'broken' || 'span' in head) return head;
  const { key, keySpan, type, at } = head;
  const end = yield* valueEnd(block, value, markers, at);
  return end === null ? null : { key, keySpan, span: { from: at, to: end.from }, type, to: end.to };
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
  { key: [, keyEnd], type: typeMarkers, open, close, joined }: KeyBetweenMarkers,
  from: number,
): Resumable<ValueHead | RawValue | Unread> {
  const { source } = block;
  const end = yield* textUntil(source, from, joined === undefined ? [keyEnd] : [keyEnd, ...close], 1000);
  if (end.literal === null) return source.ended && end.to >= source.length ? null : 'broken';
  if (end.literal !== keyEnd) return joinedValue(block, from, end.to, joined ?? '', end.literal.length);
  const keySpan = trimmed(block, from, end.to);
  const key = source.slice(keySpan.from, keySpan.to);
  let type: string | null = null;
  let at = end.to + end.literal.length;
  if (typeMarkers !== undefined || open !== '') at = yield* skipSpace(source, at);
  if (typeMarkers !== undefined && (yield* lookingAt(source, at, typeMarkers[0]))) {
    const typeFrom = at + typeMarkers[0].length;
    const typeEnd = yield* textUntil(source, typeFrom, [typeMarkers[1]], 200);
    if (typeEnd.literal === null) return null;
    type = source.slice(typeFrom, typeEnd.to).trim();
    at = yield* skipSpace(source, typeEnd.to + typeEnd.literal.length);
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
  { end, keyFrom }: KeyInTag,
  typed: TaggedValues['typed'] | null,
  from: number,
): Resumable<ValueHead | RawValue | Unread> {
  const { source } = block;
  const tag = yield* readTag(source, from, end);
  if (tag === null) return source.ended && source.length - from < 4000 ? null : 'broken';
  const named = attribute(tag, keyFrom);
  if (named === null) return 'broken';
  repairQuotes(block, named);
  const head = { key: named.value.trim(), keySpan: named.span, type: typeIn(tag, typed) };
  if (!tag.isSelfClosing) return { ...head, at: tag.to };
  const inline = attribute(tag, ['value']);
  const span = inline?.span ?? { from: tag.to, to: tag.to };
  return { ...head, span, text: inline?.value ?? '', to: tag.to };
}

/** The type that a tag gives its value, null where it gives none. */
function typeIn(tag: Tag, typed: TaggedValues['typed'] | null): string | null {
  if (typed === 'type-name') return attribute(tag, ['type'])?.value ?? null;
  const flag = typed === 'string-flag' ? attribute(tag, ['string']) : null;
  return flag === null ? null : flag.value === 'true' ? 'string' : 'json';
}

/**
 * Where a value ends: at a closing marker after which the grammar goes on. A closer inside of the value that
 * something else follows is text. A forgotten closer is made up for by the next opener on a line of its own.
 *
 *     <parameter=body>Close it with </parameter> or not</parameter></function>
 *                     ^ from        ^ text             ^ found     ^ next
 */
function* valueEnd(block: Block, value: ValueSyntax, markers: TaggedMarkers, from: number): Resumable<Span | null> {
  const { source } = block;
  const { callOpen, callClose, valueOpen, valueClose, wrapperClose, passed } = markers;
  const after = [...valueOpen, ...callClose, ...wrapperClose, ...callOpen, block.opener];
  const ends = [...valueClose, ...callClose, ...passed, ...valueOpen];
  for (let at = from; ;) {
    const found = yield* textUntil(source, at, ends, Infinity);
    if (found.literal === null) return null;
    const next = found.to + found.literal.length;
    if (valueClose.includes(found.literal)) {
      if (yield* markers.follows(block, next, after)) return { from: found.to, to: next };
    } else if (passed.includes(found.literal)) {
      if (yield* markers.follows(block, next, callClose)) return { from: found.to, to: found.to };
    } else if (callClose.includes(found.literal)) {
      if (yield* markers.follows(block, next, [...wrapperClose, ...callOpen])) return unclosed(block, found.to);
    } else if (source.code(found.to - 1) === LF && (yield* isOpener(block, value, found.to, found.literal))) {
      return unclosed(block, found.to);
    }
    at = found.to + 1;
  }
}

/** The end of a value without its closing marker. */
function unclosed({ source, rec }: Block, at: number): Span {
  // The last line break belongs to the markup.
  const to = source.code(at - 1) === LF ? at - 1 : at;
  rec.quirk('closer-missing', { from: to, to });
  return { from: at, to: at };
}

/** Whether a value really begins there, under a key that is declared where keys are. */
function* isOpener({ source }: Block, value: ValueSyntax, from: number, opener: string): Resumable<boolean> {
  const at = from + opener.length;
  if ('key' in value) return (yield* textUntil(source, at, [value.key[1]], 200)).literal !== null;
  const tag = yield* readTag(source, at, value.end);
  return tag !== null && attribute(tag, value.keyFrom) !== null;
}
