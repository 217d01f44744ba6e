import { turnEnds } from '../read/turn-end.ts';

/** What may follow a call that was not closed and shows that nothing cut it off: the end of a code block or of the turn, or words. */
const WENT_ON = /^\s*(?:```|~~~|\n\s*[^\s<])/;

/**
 * Where the elements of a call end whose own closing tag is missing, although the reply goes on after them: it is whole then. Null
 * where the text ends there, or something else than declared parameters is in it.
 */
export function endOfElements(body: string, parameters: readonly string[]): number | null {
  let end = 0;
  for (;;) {
    const [opener, key = ''] = /^\s*<([\p{L}\p{N}_.:-]{1,80})>/u.exec(body.slice(end, end + LONGEST_OPENER)) ?? [];
    if (opener === undefined || !parameters.includes(key)) break;
    const close = `</${key}>`;
    const to = body.indexOf(close, end + opener.length);
    if (to < 0) return null;
    end = to + close.length;
  }
  const rest = body.slice(end, end + LONGEST_OPENER);
  const isEnded = turnEnds.some((token) => rest.trimStart().startsWith(token));
  return end > 0 && (isEnded || WENT_ON.test(rest)) ? end : null;
}

const LONGEST_OPENER = 200;
