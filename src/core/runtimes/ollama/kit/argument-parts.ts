import type { Span } from '../../../document/span.ts';

/** The parts of a list of arguments: cut at commas that are outside of quotes and brackets. Only the last is left out when empty. */
export function argumentParts(text: string, { from, to }: Span): Span[] {
  const parts: Span[] = [];
  let start = from;
  let depth = 0;
  let quote = '';
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
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
