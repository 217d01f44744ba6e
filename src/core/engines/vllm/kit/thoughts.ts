import type { Span } from '../../../text/document/index.ts';

export const THINK = '<think>';
export const THINK_END = '</think>';

/** Closed think blocks with their tags. */
export function thoughtsIn(text: string): Span[] {
  const found: Span[] = [];
  for (let from = text.indexOf(THINK); from >= 0;) {
    const close = text.indexOf(THINK_END, from + THINK.length);
    if (close < 0) break;
    found.push({ from, to: close + THINK_END.length });
    from = text.indexOf(THINK, close + THINK_END.length);
  }
  return found;
}
