import { MOST_LISTS_IN_VAIN } from '../kit/mend/named-list.ts';
import { isNameCode, type Resumable } from '../kit/read/resumable.ts';
import type { TextSource } from '../kit/read/source.ts';
import type { ToolIndex } from '../kit/read/tool-index.ts';
import type { ShownText } from '../shown/index.ts';
import type { PassContext } from './pass-context.ts';

const OPEN_BRACE = 0x7b;
const LF = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;
const GREATER = 0x3e;
const BAR = 0x7c;
/** Most of the text before a bracket that is looked at, in UTF-16 units. */
const LOOK_BACK = 200;
const MOST_BLANKS = 12;
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
  if (source.listsInVain >= MOST_LISTS_IN_VAIN || source.code(from) !== OPEN_BRACE || !followsName(source, from))
    return null;
  const before = source.slice(Math.max(0, from - LOOK_BACK), from);
  for (const format of formats) {
    const found = format.beforeBrace?.exec(before) ?? null;
    if (found === null || !isNamed(tools, found.groups ?? {})) continue;
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

/** Whether a name is before a bracket, perhaps with blanks, a line break or a token after it. After a colon and a blank is a value. */
function followsName(source: TextSource, from: number): boolean {
  let at = from - 1;
  while (from - at < MOST_BLANKS && (source.code(at) === SPACE || source.code(at) === LF)) at -= 1;
  const code = source.code(at);
  if (at === from - 1) return isWord(code) || (code === GREATER && source.code(at - 1) === BAR);
  return code !== COLON && isWord(code);
}

/** Whether a unit may be of a name, or of a word of another script that a model left between the name and the bracket. */
function isWord(code: number): boolean {
  return isNameCode(code) || code > 0x7f;
}

/** Whether the name says that it is a call, or what is beside it. */
function isNamed(
  tools: ToolIndex,
  { name = '', many, sure, type }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (many !== undefined) return true;
  return tools.isEmpty ? (sure ?? type) !== undefined || NAME_OF_CODE.test(name) : tools.has(name);
}
