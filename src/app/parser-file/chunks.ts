/** How many characters come at once where nobody says: as in the golden data. In UTF-16 units. */
const PIECE = 4;

/** A reply in pieces of four characters. A marker that the parser's tokenizer knows comes as one piece. No pair is parted. */
export function piecesOf(text: string, markers: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < text.length;) {
    const marker = markers.find((one) => text.startsWith(one, at));
    if (marker !== undefined) {
      if (piece !== '') pieces.push(piece);
      pieces.push(marker);
      piece = '';
      at += marker.length;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    piece += character;
    at += character.length;
    if (piece.length >= PIECE) {
      pieces.push(piece);
      piece = '';
    }
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

/** Every place where a reply can be cut in two: the offset of the second piece. */
export function cutsOf(text: string): number[] {
  const cuts: number[] = [];
  for (let at = 0; at < text.length;) {
    at += String.fromCodePoint(text.codePointAt(at) ?? 0).length;
    if (at < text.length) cuts.push(at);
  }
  return cuts;
}
