import { attribute, tagBetween } from '../read/attributes.ts';
import type { Block } from '../read/block.ts';
import { withoutSlash } from './misspelt-closer.ts';
import { trimmed, type RawValue } from '../read/raw-values.ts';
import type { TaggedMarkers, TaggedValues } from '../read/tagged-grammar.ts';

const LF = 0x0a;
const LONGEST_MARKER = 300;

/** Removes from a value the wrong marker in the place of its closer, a second opener, and its closer where the text follows it. */
export function mendedValue(
  block: Block,
  value: RawValue,
  syntax: TaggedValues['value'],
  markers: TaggedMarkers,
): RawValue {
  const once = withoutSecondOpener(block, withoutFirstCloser(block, value, markers), syntax, markers);
  if (once.lacks?.code !== 'missing-marker') return once;
  const { inserted } = once.lacks;
  if ('key' in syntax) return withoutWrongCloser(block, once, [...syntax.key, syntax.open], inserted);
  const plain = beforePlainCloser(block, once, inserted);
  if (plain !== null) return plain;
  const before = beforeCloser(block, once, markers, inserted);
  const wrong = [...markers.valueClose.map(withoutSlash), ...markers.callClose];
  return withoutWrongCloser(block, before, wrong, inserted);
}

/**
 * Begins the value after its own closer, where nothing is before that and text is after it.
 *
 *     <parameter=port></parameter>\nKiel\n</function>
 *                     ^ the value  ^ where it begins
 */
function withoutFirstCloser({ source, rec }: Block, value: RawValue, { valueClose }: TaggedMarkers): RawValue {
  const { from, to } = value.span;
  const closer = valueClose.find((one) => source.startsWith(one, from));
  const at = from + (closer?.length ?? 0);
  if (closer === undefined || at >= to || source.code(at) !== LF || source.slice(at, to).trim() === '') return value;
  rec.repair('surplus-marker', { from, to: at }, '');
  return { ...value, span: { from: at, to } };
}

/**
 * Ends the value before the closer of the call if that closer lacks its slash.
 *
 *     <parameter=port>Kiel<parameter><function></tool_call>
 *                                    ^ the end ^ value.to
 */
function beforeCloser(
  { source }: Block,
  value: RawValue,
  { callClose, callOpen }: TaggedMarkers,
  inserted: string,
): RawValue {
  const from = Math.max(value.span.from, value.span.to - LONGEST_MARKER);
  const text = source.slice(from, value.span.to).trimEnd();
  const closer = callClose.map(withoutSlash).find((one) => one !== '' && text.endsWith(one));
  if (closer === undefined || callOpen.includes(closer)) return value;
  const to = from + text.length - closer.length;
  // The last line break belongs to the markup.
  const end = to > value.span.from && source.code(to - 1) === LF ? to - 1 : to;
  const lacks = { code: 'missing-marker' as const, span: { from: end, to: end }, inserted };
  return { ...value, span: { from: value.span.from, to: end }, to, lacks };
}

/**
 * Ends the value before a closer without the sign or the word of its format; null where there is none.
 *
 *     <｜DSML｜parameter name="port" string="true">Kiel</parameter></invoke></｜DSML｜tool_calls>
 *                                                     ^ the end            ^ value.to
 */
function beforePlainCloser({ source }: Block, value: RawValue, inserted: string): RawValue | null {
  const word = /\W(\w+)>$/.exec(inserted)?.[1];
  const plain = `</${word ?? ''}>`;
  if (word === undefined || plain === inserted) return null;
  const from = Math.max(value.span.from, value.span.to - LONGEST_MARKER);
  const text = source.slice(from, value.span.to);
  const index = text.lastIndexOf(plain);
  if (index < 0 || !/^(?:\s*<[/|｜][^<>\n]{1,60}>)*\s*$/.test(text.slice(index + plain.length))) return null;
  const at = from + index;
  const lacks = { code: 'wrong-marker' as const, span: { from: at, to: at + plain.length }, inserted };
  return { ...value, span: { from: value.span.from, to: at }, lacks };
}

/**
 * Ends the value before a marker that is in the place of its closer.
 *
 *     <arg_value>Kiel</arg_key><arg_key>hours    <parameter=port>Kiel<parameter></function>
 *                    ^ the end ^ value.to                            ^ the end  ^ value.to
 */
function withoutWrongCloser({ source }: Block, value: RawValue, others: readonly string[], inserted: string): RawValue {
  const from = Math.max(value.span.from, value.span.to - LONGEST_MARKER);
  const text = source.slice(from, value.span.to).trimEnd();
  const wrong = others.find((one) => one !== '' && text.endsWith(one));
  if (wrong === undefined) return value;
  const at = from + text.length - wrong.length;
  return {
    ...value,
    span: { from: value.span.from, to: at },
    lacks: { code: 'wrong-marker', span: { from: at, to: at + wrong.length }, inserted },
  };
}

/**
 * Begins the value after an opener that is written twice.
 *
 *     <parameter=port><parameter=port>Kiel</parameter></parameter>
 *                     ^ second        ^ the value ^ its end
 */
function withoutSecondOpener(
  block: Block,
  value: RawValue,
  syntax: TaggedValues['value'],
  { valueOpen, valueClose }: TaggedMarkers,
): RawValue {
  const { source } = block;
  const { from, to } = trimmed(block, value.span.from, value.span.to);
  const bodyFrom =
    'key' in syntax ? afterLiteral(block, from, syntax.open) : afterTag(block, from, to, value.key, syntax, valueOpen);
  if (bodyFrom === null) return value;
  const tail = source.slice(Math.max(bodyFrom, to - LONGEST_MARKER), to);
  const closer = valueClose.find((one) => tail.endsWith(one));
  // If this opener has no closer of its own, it belongs to this value.
  if (closer === undefined && value.lacks === undefined && 'key' in syntax) return value;
  const end = closer === undefined ? value.span.to : to - closer.length;
  return {
    ...value,
    span: { from: bodyFrom, to: end },
    lacks: { code: 'surplus-marker', span: { from, to: bodyFrom }, inserted: '' },
  };
}

function afterLiteral({ source }: Block, from: number, literal: string): number | null {
  return literal !== '' && source.startsWith(literal, from) ? from + literal.length : null;
}

/** The offset after the tag at `from` if the tag has this key; null otherwise. */
function afterTag(
  { source }: Block,
  from: number,
  to: number,
  key: string,
  { end = '>', keyFrom }: Exclude<TaggedValues['value'], { readonly key: unknown }>,
  openers: readonly string[],
): number | null {
  const open = openers
    .filter((one) => source.startsWith(one, from))
    .toSorted((one, other) => other.length - one.length)[0];
  if (open === undefined) return null;
  const text = source.slice(from, Math.min(to, from + LONGEST_MARKER));
  const close = text.indexOf(end);
  if (close < 0) return null;
  const tag = tagBetween(source, from + open.length, from + close, { end });
  return attribute(tag, keyFrom)?.value.trim() === key ? tag.to : null;
}
