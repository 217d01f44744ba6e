import type { Span } from '../../../text/document/index.ts';
import { damaged, nameBeforeKey, ownOpener } from '../mend/damaged-pair.ts';
import { valuesInTag } from '../mend/attribute-arguments.ts';
import { readTagWith } from '../mend/token-ends.ts';
import { attribute, repairTag, wordsIn } from './attributes.ts';
import type { Block } from './block.ts';
import { trimmed, type RawValue } from './raw-values.ts';
import { codeAt, isNameCode, lookingAt, oneOf, skipSpace, type Resumable } from './resumable.ts';
import type { TaggedMarkers, TaggedValues } from './tagged-grammar.ts';
import { textUntil } from './text-until.ts';

/** The head of a call. */
export interface Named {
  readonly name: string;
  readonly nameSpan: Span;
  readonly to: number;
  /** Whether the tag closes itself. */
  readonly isWhole: boolean;
  /** The arguments that the tag holds. */
  readonly values?: readonly RawValue[];
}

const EQUALS = 0x3d;
const LESS = 0x3c;

/** A name is searched for its end this far, in UTF-16 units. */
export const NAME_LIMIT = 300;

/** Reads the head of a call, which begins after its opener; null if it has no name. */
export function* taggedName(
  block: Block,
  grammar: TaggedValues,
  markers: TaggedMarkers,
  from: number,
): Resumable<Named | null> {
  const { source } = block;
  const { call, beforeName = [] } = grammar;
  if ('nameEnd' in call) {
    let at = yield* skipSpace(source, from);
    for (const word of beforeName)
      if (yield* lookingAt(source, at, word)) at = yield* skipSpace(source, at + word.length);
    const { callClose, valueOpen, innerOpen, keyClose } = markers;
    const again = [ownOpener(block)].filter(Boolean);
    const others = valueOpen.flatMap(damaged).filter((one) => one.endsWith('>'));
    const ends = [...call.nameEnd, ...callClose, ...valueOpen, ...others, ...innerOpen, ...keyClose, ...again];
    const found = yield* textUntil(source, at, ends, NAME_LIMIT);
    if (found.literal === null) return null;
    const { from: nameFrom, to: nameTo } = trimmed(block, at, found.to);
    if (nameFrom === nameTo) return null;
    const name = source.slice(nameFrom, nameTo);
    const keyTo = keyClose.includes(found.literal) ? found.to + found.literal.length : -1;
    const first = keyTo < 0 ? null : nameBeforeKey(block.tools, name);
    // Words before a closing marker are no name and no key, if no declared tool says so and no value follows.
    const isFollowed =
      first !== null &&
      (!block.tools.isEmpty || (yield* oneOf(source, yield* skipSpace(source, keyTo), innerOpen)) !== null);
    if (isFollowed) {
      const nameSpan = { from: nameFrom, to: nameFrom + first.length };
      return { name: first, nameSpan, to: nameSpan.to, isWhole: false };
    }
    const eaten = call.nameEnd.includes(found.literal) && found.literal !== '\n' ? found.literal.length : 0;
    const nameSpan = { from: nameFrom, to: nameTo };
    return { name, nameSpan, to: found.to + eaten, isWhole: false };
  }
  const closed = yield* nameBeforeCloser(block, markers, from);
  if (closed !== null) return closed;
  const tag = yield* readTagWith(source, from, call.end);
  if (tag === null) return null;
  const name = attribute(tag, call.nameFrom ?? ['name', '']);
  if (name === null || name.value.trim() === '') return null;
  repairTag(block, tag, call.end);
  const words = wordsIn(tag);
  if (words !== null && block.tools.has(words)) {
    const nameSpan = { from: name.span.from, to: tag.attributes.at(-1)?.span.to ?? name.span.to };
    return { name: words, nameSpan, to: tag.to, isWhole: false };
  }
  const called = name.value.trim();
  const values = valuesInTag(tag, block.tools, called);
  return { name: called, nameSpan: name.span, to: tag.to, isWhole: tag.isSelfClosing, values };
}

/**
 * The name before the closing tag of its call, which is in the place of the end of its tag; null where an argument does not follow.
 *
 *     <function=ring_bell</function>
 *     <parameter=times>2</parameter>
 *               ^ from
 */
function* nameBeforeCloser(
  block: Block,
  { callClose, valueOpen }: TaggedMarkers,
  from: number,
): Resumable<Named | null> {
  const { source, rec } = block;
  if (source.code(from - 1) !== EQUALS) return null;
  let end = from;
  let code = -1;
  for (; end - from < NAME_LIMIT; end += 1) {
    code = source.code(end);
    if (code < 0) code = yield* codeAt(source, end);
    if (!isNameCode(code)) break;
  }
  const close = end > from && code === LESS ? yield* oneOf(source, end, callClose) : null;
  if (close === null) return null;
  const to = end + close.length;
  if ((yield* oneOf(source, yield* skipSpace(source, to), valueOpen)) === null) return null;
  rec.repair('wrong-marker', { from: end, to }, '>');
  return { name: source.slice(from, end), nameSpan: { from, to: end }, to, isWhole: false };
}
