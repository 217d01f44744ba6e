import type { Recording, ReplayPosition, Span } from '../../../core/index.ts';

/** `hidden`: a fence that has closed, which nobody ever sees. `held`: not shown yet, and maybe never. */
type PieceKind = 'shown' | 'hidden' | 'held' | 'coming';

export interface TextPiece extends Span {
  readonly kind: PieceKind;
}

/** The whole text at a moment of its stream, every character once. `hidden` is what is never shown of the whole text. */
export function piecesAt(
  length: number,
  { offset, withheld }: Pick<ReplayPosition, 'offset' | 'withheld'>,
  hidden: readonly Span[],
): TextPiece[] {
  const heldFrom = withheld?.from ?? offset;
  const pieces: TextPiece[] = [];
  let at = 0;
  const add = (kind: PieceKind, to: number): void => {
    if (to > at) pieces.push({ kind, from: at, to });
    at = Math.max(at, to);
  };
  for (const { from, to } of hidden) {
    if (from >= heldFrom) break;
    add('shown', from);
    add('hidden', Math.min(to, heldFrom));
  }
  add('shown', heldFrom);
  add('held', offset);
  add('coming', length);
  return pieces;
}

export type TextToken = TextPiece | { readonly kind: 'border'; readonly border: number; readonly at: number };

/** The pieces inside `part`, cut at the borders there, with the borders between them. */
export function tokensOf(pieces: readonly TextPiece[], { cuts }: Recording, part: Span): TextToken[] {
  const tokens: TextToken[] = [];
  let border = cuts.findIndex((cut) => cut > part.from);
  if (border < 0) border = cuts.length;
  for (const piece of pieces) {
    let from = Math.max(piece.from, part.from);
    const to = Math.min(piece.to, part.to);
    for (let cut = cuts[border]; cut !== undefined && cut < to; cut = cuts[border]) {
      if (cut > from) tokens.push({ kind: piece.kind, from, to: cut });
      tokens.push({ kind: 'border', border, at: cut });
      from = Math.max(from, cut);
      border += 1;
    }
    if (from < to) tokens.push({ kind: piece.kind, from, to });
  }
  return tokens;
}

/** The part of a text around `offset` that is shown: at most `before` and `after` characters of it. */
export function partAround(length: number, offset: number, before: number, after: number): Span {
  const from = Math.max(0, Math.min(offset, length) - before);
  return { from, to: Math.min(length, Math.max(offset + after, before + after)) };
}

/** The part of it with at most `most` borders before `come` and as many after it. */
export function partWithBorders(part: Span, { cuts }: Recording, come: number, most: number): Span {
  return {
    from: Math.max(part.from, cuts[come - most] ?? part.from),
    to: Math.min(part.to, cuts[come + most] ?? part.to),
  };
}
