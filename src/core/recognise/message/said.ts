import type { Span } from '../../text/document/index.ts';
import { placeOf, type Source, stringOf } from '../sources.ts';

/** A text that somebody else wrote, and where it is in what was pasted. */
export interface Said {
  readonly text: string;
  readonly span: Span | null;
}

/** A string as what was said; null for an empty one, which says nothing. */
export function saidIn(value: Source | null): Said | null {
  const said = stringOf(value);
  return value === null || said === null || said === '' ? null : { text: said, span: placeOf(value) };
}

/** Several pieces as one: its place reaches from the first to the last. */
export function joinedSaid(all: readonly Said[], between = ''): Said | null {
  const pieces = all.filter(({ text }) => text !== '');
  const [only] = pieces;
  if (only === undefined) return null;
  let span = only.span;
  for (const piece of pieces)
    if (piece.span !== null)
      span =
        span === null
          ? piece.span
          : { from: Math.min(span.from, piece.span.from), to: Math.max(span.to, piece.span.to) };
  return { text: pieces.map((piece) => piece.text).join(between), span };
}
