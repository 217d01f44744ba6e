import type { RepairLog } from './repairs.ts';
import {
  BACKSLASH,
  codeAt,
  HASH,
  isForeignWhite,
  isJsonWhite,
  isLineBreak,
  isWhite,
  SLASH,
  STAR,
  startsSlashComment,
} from './tolerant-characters.ts';

/**
 * Skips white space and comments; what JSON does not have goes to the log. `mayBeText` says that a bare text may begin
 * here: then a `#` that clings to a word begins one, as in `{color: #fff}`.
 */
export function skipBlank(text: string, from: number, to: number, mayBeText: boolean, log: RepairLog): number {
  for (let at = from; ;) {
    const code = codeAt(text, at, to);
    if (isJsonWhite(code)) {
      at += 1;
    } else if (isForeignWhite(code)) {
      const start = at;
      while (isForeignWhite(codeAt(text, at, to))) at += 1;
      log.add('foreign-white-space', start, at, ' ');
    } else if (code === BACKSLASH && escapesEnd(text, at, to) > at) {
      const start = at;
      at = escapesEnd(text, at, to);
      log.add('foreign-white-space', start, at, ' ');
    } else if (startsComment(text, at, to, code, mayBeText)) {
      const start = at;
      at = commentEnd(text, start, to);
      log.add('comment', start, at, '');
    } else {
      return at;
    }
  }
}

const STRUCTURE = new Set(Array.from('{}[]":,', (sign) => sign.charCodeAt(0)));
const ESCAPES = new Set(Array.from('nrt', (sign) => sign.charCodeAt(0)));

/** The end of white space that is written as escapes, before a sign of structure; `from` if there is none. */
function escapesEnd(text: string, from: number, to: number): number {
  let at = from;
  for (let code = codeAt(text, at, to); ; code = codeAt(text, at, to)) {
    if (code === BACKSLASH && ESCAPES.has(codeAt(text, at + 1, to))) at += 2;
    else if (isJsonWhite(code)) at += 1;
    else return STRUCTURE.has(code) ? at : from;
  }
}

function startsComment(text: string, at: number, to: number, code: number, mayBeText: boolean): boolean {
  if (code === SLASH) return startsSlashComment(text, at, to);
  return code === HASH && (!mayBeText || isWhite(codeAt(text, at + 1, to)));
}

/** After a block comment; before the line break that ends any other. */
function commentEnd(text: string, from: number, to: number): number {
  const isBlock = text.charCodeAt(from) === SLASH && codeAt(text, from + 1, to) === STAR;
  for (let at = from + 1; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (!isBlock && isLineBreak(code)) return at;
    if (isBlock && code === SLASH && at > from + 2 && text.charCodeAt(at - 1) === STAR) return at + 1;
  }
  return to;
}
