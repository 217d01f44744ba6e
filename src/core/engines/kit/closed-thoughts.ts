import { partitionPoint, type Span } from '../../text/document/index.ts';

const OPENER = '<think>';
const CLOSER = '</think>';

/** The closed `<think>…</think>` blocks of a text up to `to`, from left to right, markers included. */
export function closedThoughts(text: string, to: number): Span[] {
  const found: Span[] = [];
  for (let at = 0; ;) {
    const open = text.indexOf(OPENER, at);
    if (open < 0 || open >= to) return found;
    const close = text.indexOf(CLOSER, open + OPENER.length);
    if (close < 0 || close + CLOSER.length > to) return found;
    at = close + CLOSER.length;
    found.push({ from: open, to: at });
  }
}

/** True when `offset` lies in one of `spans`, which are sorted and do not overlap. */
export function liesIn(spans: readonly Span[], offset: number): boolean {
  const candidate = spans[partitionPoint(spans, ({ to }) => to <= offset)];
  return candidate !== undefined && candidate.from <= offset;
}
