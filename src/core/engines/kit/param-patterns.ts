import type { Span } from '../../text/document/index.ts';
import { isPythonSpace, isRegexWord } from '../../text/languages/index.ts';

// The patterns that the parsers of MiniCPM5 search a block with that is not XML.

export const PARAM = '<param';
export const PARAM_END = '</param>';

/**
 * `<TAG\s+name=['"]([^'"]+)['"][^>]*>`, from a place on.
 *
 * @param endsAtQuote whether `>` has to follow the quote
 */
export function namedTag(
  text: string,
  start: number,
  open: string,
  endsAtQuote: boolean,
): { readonly value: Span; readonly to: number } | null {
  let quote = -1;
  for (let from = text.indexOf(open, start); from >= 0; from = text.indexOf(open, from + open.length)) {
    let at = from + open.length;
    while (isPythonSpace(text.charCodeAt(at))) at += 1;
    const valueFrom = at + 'name="'.length;
    if (at === from + open.length || !text.startsWith('name=', at) || !isQuote(text, valueFrom - 1)) continue;
    if (quote < valueFrom) {
      quote = valueFrom;
      while (quote < text.length && !isQuote(text, quote)) quote += 1;
    }
    if (quote >= text.length) return null;
    if (quote === valueFrom) continue;
    const value = { from: valueFrom, to: quote };
    if (endsAtQuote) {
      if (text.charAt(quote + 1) === '>') return { value, to: quote + 2 };
      continue;
    }
    const end = text.indexOf('>', quote + 1);
    return end < 0 ? null : { value, to: end + 1 };
  }
  return null;
}

function isQuote(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === '"' || character === "'";
}

/** `<param(?![^>]*\bname=)[^>]*>`: a tag without a `name` before its `>`. */
export function namelessParam(text: string): Span | null {
  let from = 0;
  for (let end = text.indexOf('>'); end >= 0; end = text.indexOf('>', from)) {
    const part = text.slice(from, end);
    // What begins before the last name has one.
    const at = part.indexOf(PARAM, Math.max(0, lastName(part) - PARAM.length + 1));
    if (at >= 0) return { from: from + at, to: end + 1 };
    from = end + 1;
  }
  return null;
}

/** Where the last `name=` is that is not a part of a longer word; -1 for none. */
function lastName(part: string): number {
  for (let at = part.lastIndexOf('name='); at > 0; at = part.lastIndexOf('name=', at - 1)) {
    const before = part.charCodeAt(at - 1);
    const isLow = before >= 0xdc00 && before <= 0xdfff;
    if (!isRegexWord(isLow ? (part.codePointAt(at - 2) ?? before) : before)) return at;
  }
  return -1;
}

export function withoutCdata(text: string): string {
  return text.startsWith('<![CDATA[') && text.endsWith(']]>') && text.length >= 12 ? text.slice(9, -3) : text;
}
