import type { Block } from '../read/block.ts';
import { trimmed, type RawValue } from '../read/raw-values.ts';
import type { Resumable } from '../read/resumable.ts';
import { typesOf } from '../read/schema.ts';
import type { TaggedMarkers } from '../read/tagged-grammar.ts';
import { textUntil } from '../read/text-until.ts';

const LONGEST_VALUE = 10_000;
const TAG = /<\/?[\p{L}_][\w:.-]*[>= ]/u;

/**
 * Reads the text between the tags of a call as the value of its only parameter, which has no tag. Null where the tool has several, or
 * where its parameter takes no text.
 *
 *     <function=dig>two wells</function>
 *                   ^ from
 */
export function* untaggedValue(
  block: Block,
  call: string,
  from: number,
  markers: TaggedMarkers,
): Resumable<RawValue | null> {
  const { source, tools, rec } = block;
  const [key, ...others] = tools.parameters(call);
  if (key === undefined || others.length > 0) return null;
  const schema = tools.parameter(call, key);
  if (schema !== null && !typesOf(schema, tools.schema(call) ?? schema).has('string')) return null;
  const { callClose, wrapperClose, valueOpen, callOpen } = markers;
  const end = yield* textUntil(source, from, [...callClose, ...wrapperClose, ...valueOpen, ...callOpen], LONGEST_VALUE);
  const span = trimmed(block, from, end.to);
  const isWhole = end.literal !== null && callClose.includes(end.literal);
  if (!isWhole || span.from >= span.to || TAG.test(source.slice(span.from, span.to))) return null;
  const [open = ''] = valueOpen;
  rec.repair('missing-marker', { from: span.from, to: span.from }, `${open}${key}>`);
  const lacks = {
    code: 'missing-marker',
    span: { from: span.to, to: span.to },
    inserted: markers.closerOf(open),
  } as const;
  return { key, keySpan: { from: span.from, to: span.from }, span, type: null, to: end.to, lacks };
}
