const SPACE = /\s/;
const LINE_END = /[\n\r]/g;

/** Past the white space that begins here. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (SPACE.test(text.charAt(at))) at += 1;
  return at;
}

/** Past a comment that begins here, without its line break; -1 where none does. One without an end takes all that follows. */
export function commentEnd(text: string, at: number): number {
  if (text.startsWith('//', at)) {
    LINE_END.lastIndex = at + 2;
    return LINE_END.test(text) ? LINE_END.lastIndex - 1 : text.length;
  }
  if (!text.startsWith('/*', at)) return -1;
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}
