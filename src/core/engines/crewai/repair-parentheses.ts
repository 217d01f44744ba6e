import { isDigitCharacter, isOneOf, isSpace, QUOTES, type RepairCursor } from './repair-cursor.ts';

/** A character outside of quotes and escapes, with what is open before it. */
interface Bare {
  readonly character: string;
  readonly offset: number;
  readonly isTop: boolean;
}

/**
 * The characters after an opening parenthesis that count.
 *
 * @param visit false ends it
 * @param quoted told of each quote that opens
 * @param fewest closed parentheses are counted down to here
 */
function walk(
  cursor: RepairCursor,
  visit: (bare: Bare) => boolean,
  quoted: (isTop: boolean) => void,
  fewest: number,
): void {
  const open = { '(': 0, '[': 0, '{': 0 };
  const openers = { ')': '(', ']': '[', '}': '{' } as const;
  let quote = '';
  let backslashes = 0;
  for (let offset = 1; cursor.at(offset) !== ''; offset += 1) {
    cursor.spend();
    const character = cursor.at(offset);
    if (character === '\\') {
      backslashes += 1;
      continue;
    }
    const isEscaped = backslashes % 2 === 1;
    backslashes = 0;
    const isTop = open['('] === 0 && open['['] === 0 && open['{'] === 0;
    if (quote !== '') {
      if (character === quote && !isEscaped) quote = '';
    } else if (isOneOf(character, QUOTES) && !isEscaped) {
      quote = character;
      quoted(isTop);
    } else {
      if (!visit({ character, offset, isTop })) return;
      if (character === '(' || character === '[' || character === '{') open[character] += 1;
      else if (character === ')' || character === ']' || character === '}') {
        const opener = openers[character];
        open[opener] = Math.max(opener === '(' ? fewest : 0, open[opener] - 1);
      }
    }
  }
}

/** Whether the parenthesis here opens a tuple, and no value alone in parentheses: it is empty, or has a comma. */
export function opensTuple(cursor: RepairCursor): boolean {
  const seen = { content: false, comma: false };
  walk(
    cursor,
    ({ character, isTop }) => {
      if (isTop && !isSpace(character) && character !== ',' && character !== ')') seen.content = true;
      seen.comma = isTop && character === ',';
      return !seen.comma && !(isTop && character === ')');
    },
    (isTop) => {
      if (isTop) seen.content = true;
    },
    0,
  );
  return seen.comma || !seen.content;
}

/** Whether the parenthesis here, at the top, may be a value: it begins its line, looks like one, and ends a line. */
export function mayBeValue(cursor: RepairCursor): boolean {
  for (let before = -1; cursor.index + before >= 0 && !isOneOf(cursor.at(before), '\n\r'); before -= 1)
    if (!isSpace(cursor.at(before))) return false;
  const first = cursor.index + cursor.afterSpace(1);
  const begin = cursor.slice(first, first + 5).toLowerCase();
  const looksSo =
    isOneOf(begin.charAt(0), `){[(-.${QUOTES}`) ||
    isDigitCharacter(cursor.at(first - cursor.index)) ||
    /^(?:true|null|none|false)/.test(begin);
  if (!looksSo) return false;
  let isLast = true;
  walk(
    cursor,
    ({ character, offset, isTop }) => {
      if (!isTop || character !== ')') return true;
      let after = offset + 1;
      while (isSpace(cursor.at(after)) && !isOneOf(cursor.at(after), '\n\r')) after += 1;
      isLast = cursor.at(after) === '' || isOneOf(cursor.at(after), '\n\r');
      return false;
    },
    () => undefined,
    -Infinity,
  );
  return isLast;
}
