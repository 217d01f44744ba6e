import type { Span } from '../../../text/document/index.ts';
import { isQuote, stringEnd } from './quoted.ts';

/** The parts of a list of arguments: cut at commas that are outside of quotes and brackets. Only the last is left out when empty. */
export function argumentParts(text: string, { from, to }: Span): Span[] {
  const parts: Span[] = [];
  let start = from;
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (isQuote(character)) {
      const end = stringEnd(text, at, to);
      if (end < 0) break;
      at = end - 1;
    } else if ('([{'.includes(character)) {
      depth += 1;
    } else if (')]}'.includes(character)) {
      depth -= 1;
    } else if (character === ',' && depth === 0) {
      parts.push({ from: start, to: at });
      start = at + 1;
    }
  }
  if (start < to) parts.push({ from: start, to });
  return parts;
}
