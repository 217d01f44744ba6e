import { MOST_LISTS_IN_VAIN } from '../kit/mend/named-list.ts';
import { isNameCode, type Resumable } from '../kit/read/resumable.ts';
import type { ShownText } from '../shown/index.ts';
import type { PassContext } from './pass-context.ts';

const OPEN_BRACE = 0x7b;
/** Most of the text before a bracket that is looked at, in UTF-16 units. */
const LOOK_BACK = 120;
/** Without declared tools: one word may be any word. */
const NAME_OF_CODE = /[a-z\d]_[a-z]|[a-z][A-Z]/;

/**
 * Reads a call in a line of words whose markers are lost, but for the name before its bracket. Null where there is none: only its
 * name tells it from other text, and words before it may say that it is an example.
 *
 *     The file is small.call:read_file{path:notes.txt}
 *                                     ^ from
 */
export function* namedBrace(
  context: PassContext,
  from: number,
  shown: Pick<ShownText, 'isReply'>,
): Resumable<number | null> {
  const { source, tools, formats } = context;
  if (
    source.listsInVain >= MOST_LISTS_IN_VAIN ||
    source.code(from) !== OPEN_BRACE ||
    !isNameCode(source.code(from - 1))
  )
    return null;
  const before = source.slice(Math.max(0, from - LOOK_BACK), from);
  for (const format of formats) {
    const found = format.beforeBrace?.exec(before) ?? null;
    const name = found?.[1] ?? '';
    if (found === null || !(tools.isEmpty ? NAME_OF_CODE.test(name) : tools.has(name))) continue;
    const headFrom = from - before.length + found.index;
    if (context.isAnnouncedAsExample(headFrom) || context.isInQuotes(headFrom) || !(yield* shown.isReply()))
      return null;
    const block = context.open(format, '{', from);
    const read = format.read(block);
    const to = typeof read === 'number' ? read : yield* read;
    if (!block.isRefused) return to;
    source.listsInVain += 1;
    return null;
  }
  return null;
}
