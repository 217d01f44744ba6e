import type { Span } from '../../../core/index.ts';

/** A piece of a text on a view of its changes. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** What is shown around a change, in characters, and the most changes that are shown. */
const AROUND = 160;
const MOST = 200;

/** The text around the spans, each span a piece of its own; what lies far from all of them is an ellipsis. */
export function piecesOf(text: string, spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of spans.slice(0, MOST)) {
    pieces.push({ text: shortened(text.slice(at, from), at === 0), changed: false });
    pieces.push({ text: text.slice(from, to), changed: true });
    at = to;
  }
  const rest = text.slice(at);
  pieces.push({ text: rest.length > AROUND ? `${rest.slice(0, AROUND)}…` : rest, changed: false });
  return pieces;
}

function shortened(between: string, isFirst: boolean): string {
  if (between.length <= 2 * AROUND) return between;
  const head = isFirst ? '' : between.slice(0, AROUND);
  return `${head}…${between.slice(-AROUND)}`;
}
