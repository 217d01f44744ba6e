import { partitionPoint, slice, type Span } from '../../text/document/index.ts';

interface Piece extends Span {
  /** Its start in the edited text. `from` and `to` are places in the original; they are equal for an inserted text. */
  readonly at: number;
}

/** What takes the place of a part of a text. */
export interface Edit extends Span {
  readonly text: string;
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

  /** `replace(marker, "")`. */
  without(marker: string): EditedText {
    const edits: Edit[] = [];
    for (let at = this.text.indexOf(marker); at >= 0; at = this.text.indexOf(marker, at + marker.length))
      edits.push({ from: at, to: at + marker.length, text: '' });
    return this.edited(edits);
  }

  /** A piece of the text. */
  part(area: Span): EditedText {
    return new EditedText(this.#original, this.#partsIn(area));
  }

  /** @param edits in order */
  edited(edits: readonly Edit[]): EditedText {
    if (edits.length === 0) return this;
    const parts: (Span | string)[] = [];
    let at = 0;
    for (const { from, to, text } of edits) {
      parts.push(...this.#partsIn({ from: at, to: from }), text);
      at = to;
    }
    return new EditedText(this.#original, [...parts, ...this.#partsIn({ from: at, to: this.text.length })]);
  }

  #partsIn({ from, to }: Span): (Span | string)[] {
    const parts: (Span | string)[] = [];
    if (from >= to) return parts;
    for (let index = this.#indexAt(from); index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index] as Piece;
      if (piece.at >= to) break;
      const begin = Math.max(from, piece.at);
      const end = Math.min(to, this.#pieces[index + 1]?.at ?? this.text.length);
      const isInserted = piece.from === piece.to;
      const shift = piece.from - piece.at;
      parts.push(isInserted ? this.text.slice(begin, end) : { from: begin + shift, to: end + shift });
    }
    return parts;
  }

  /** What it is made of: pieces of the original, and inserted texts. */
  get parts(): readonly (Span | string)[] {
    return this.#partsIn({ from: 0, to: this.text.length });
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
