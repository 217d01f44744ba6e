import { slice, type Span } from '../../text/document/index.ts';
import { strippedSpan } from '../../text/languages/index.ts';

/** The parts of a span between other spans, which are in order. */
export function gapsIn({ from, to }: Span, spans: readonly Span[]): Span[] {
  const gaps: Span[] = [];
  let at = from;
  for (const span of [...spans, { from: to, to }]) {
    if (span.from > at) gaps.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  return gaps;
}

/** `strip()` of the pieces as one text: removes the white space at its two ends. */
export function strippedPieces(text: string, pieces: readonly Span[]): Span[] {
  const isBlank = ({ from, to }: Span): boolean => strippedSpan(text, from, to).from === to;
  const first = pieces.findIndex((piece) => !isBlank(piece));
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  return pieces.slice(Math.max(0, first), last + 1).map(({ from, to }, index) => ({
    from: index === 0 ? strippedSpan(text, from, to).from : from,
    to: index === last - first ? strippedSpan(text, from, to).to : to,
  }));
}

/** The parts of the text from `from` on that are in no kept span and not only white space. */
export function droppedPieces(text: string, from: number, kept: readonly Span[]): Span[] {
  const inOrder = kept.toSorted((one, other) => one.from - other.from);
  return gapsIn({ from, to: text.length }, inOrder)
    .map((piece) => strippedSpan(text, piece.from, piece.to))
    .filter((piece) => piece.from < piece.to);
}

export function joinedPieces(text: string, pieces: readonly Span[]): string {
  return pieces.map((piece) => slice(text, piece)).join('');
}
