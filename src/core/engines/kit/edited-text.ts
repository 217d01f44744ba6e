import { partitionPoint, slice, type Span } from '../../text/document/index.ts';

interface Piece extends Span {
  /** Its start in the edited text. `from` and `to` are places in the original; they are equal for an inserted text. */
  readonly at: number;
}

/** A text that a parser changed before reading it: pieces of the original, and inserted texts between them. */
export class EditedText {
  readonly text: string;
  readonly #original: string;
  readonly #pieces: readonly Piece[];

  /** @param parts pieces of the original in order, and inserted texts */
  constructor(original: string, parts: readonly (Span | string)[]) {
    const pieces: Piece[] = [];
    const texts: string[] = [];
    let at = 0;
    // A text inserted before the first piece has the place where that piece begins.
    let end = parts.find((part) => typeof part !== 'string')?.from ?? 0;
    for (const part of parts) {
      const text = typeof part === 'string' ? part : slice(original, part);
      if (text === '') continue;
      if (typeof part !== 'string') end = part.to;
      pieces.push({ at, from: typeof part === 'string' ? end : part.from, to: end });
      texts.push(text);
      at += text.length;
    }
    this.#original = original;
    this.#pieces = pieces;
    this.text = texts.join('');
  }

  /** `replace(marker, "")`. The text must have no inserted texts. */
  without(marker: string): EditedText {
    const parts: Span[] = [];
    let at = 0;
    for (let found = this.text.indexOf(marker); found >= 0; found = this.text.indexOf(marker, at)) {
      parts.push(...this.#partsIn({ from: at, to: found }));
      at = found + marker.length;
    }
    if (at === 0) return this;
    return new EditedText(this.#original, [...parts, ...this.#partsIn({ from: at, to: this.text.length })]);
  }

  /** A piece of the text. The text must have no inserted texts. */
  part(area: Span): EditedText {
    return new EditedText(this.#original, this.#partsIn(area));
  }

  #partsIn({ from, to }: Span): Span[] {
    const parts: Span[] = [];
    if (from >= to) return parts;
    for (let index = this.#indexAt(from); index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index] as Piece;
      if (piece.at >= to) break;
      parts.push({
        from: piece.from + Math.max(0, from - piece.at),
        to: Math.min(piece.to, piece.from + to - piece.at),
      });
    }
    return parts;
  }

  /** The pieces of the original that it has, in order. */
  get kept(): Span[] {
    return this.#pieces.filter(({ from, to }) => from < to).map(({ from, to }) => ({ from, to }));
  }

  /** The place of a character in the original; for an inserted one, the place of the insertion. */
  place(at: number): number {
    const piece = this.#pieces[this.#indexAt(at)];
    return piece === undefined ? 0 : Math.min(piece.from + at - piece.at, piece.to);
  }

  /** The range in the original. */
  inOriginal({ from, to }: Span): Span {
    const begin = this.place(from);
    if (from >= to) return { from: begin, to: begin };
    const last = this.#pieces[this.#indexAt(to - 1)];
    const end = last === undefined ? 0 : Math.min(last.from + to - last.at, last.to);
    return { from: begin, to: Math.max(begin, end) };
  }

  /** The index of the last piece that begins at or before a place. */
  #indexAt(at: number): number {
    return Math.max(partitionPoint(this.#pieces, (piece) => piece.at <= at) - 1, 0);
  }
}
