import type { Span } from '../../text/document/index.ts';
import type { Piece } from '../runtime.ts';

const none: readonly Piece[] = [];

/**
 * A text that is put together from pieces of the reply, each of which knows its place. A stream that sends what it keeps keeps
 * it as this; nothing has to be looked for in the reply afterwards.
 */
export class Excerpt {
  static readonly empty = new Excerpt('', none);

  readonly text: string;
  /** In order; none is empty. */
  readonly pieces: readonly Piece[];

  private constructor(text: string, pieces: readonly Piece[]) {
    this.text = text;
    this.pieces = pieces;
  }

  /** Text of the reply; `from` is its place there. */
  static copy(text: string, from: number): Excerpt {
    return text === '' ? Excerpt.empty : new Excerpt(text, [{ text, from }]);
  }

  /** The end of all that came, which is `current`. */
  static end(current: string, text: string): Excerpt {
    return Excerpt.copy(text, current.length - text.length);
  }

  /** A part of all that came. */
  static part(current: string, from: number, to = current.length): Excerpt {
    return Excerpt.copy(current.slice(from, to), from);
  }

  /** Text that the server makes up. */
  static own(text: string): Excerpt {
    return text === '' ? Excerpt.empty : new Excerpt(text, [{ text, from: null }]);
  }

  /** What a server writes for a part of the reply: often that part as it is. */
  static written(reply: string, { from, to }: Span, text: string): Excerpt {
    if (text === '') return Excerpt.empty;
    if (from === to) return Excerpt.own(text);
    return reply.slice(from, to) === text ? Excerpt.copy(text, from) : new Excerpt(text, [{ text, from, to }]);
  }

  static join(parts: readonly Excerpt[]): Excerpt {
    const [only] = parts;
    if (only === undefined) return Excerpt.empty;
    if (parts.length === 1) return only;
    const pieces: Piece[] = [];
    for (const part of parts) for (const piece of part.pieces) add(pieces, piece);
    return new Excerpt(parts.map(({ text }) => text).join(''), pieces);
  }

  /** Where it comes from, in its order. */
  get spans(): readonly Span[] {
    return this.pieces.flatMap(({ text, from, to }) => (from === null ? [] : [{ from, to: to ?? from + text.length }]));
  }

  get length(): number {
    return this.text.length;
  }

  plus(other: Excerpt): Excerpt {
    if (this.text === '') return other;
    if (other.text === '') return this;
    const text = this.text + other.text;
    const pieces = this.pieces.slice();
    for (const piece of other.pieces) add(pieces, piece);
    // One string for both: the other would be put together a second time.
    const [only] = pieces;
    return new Excerpt(text, pieces.length === 1 && only !== undefined ? [{ ...only, text }] : pieces);
  }

  /** Offsets of `text`. Unlike those of a string they do not count from the end. */
  slice(from: number, to = this.text.length): Excerpt {
    if (from <= 0 && to >= this.text.length) return this;
    const text = this.text.slice(Math.max(0, from), Math.max(0, to));
    if (text === '') return Excerpt.empty;
    const [only] = this.pieces;
    if (only !== undefined && this.pieces.length === 1)
      return new Excerpt(text, [partOf(only, Math.max(0, from), text)]);
    const pieces: Piece[] = [];
    let at = 0;
    for (const piece of this.pieces) {
      const { length } = piece.text;
      const [begin, end] = [Math.max(0, from - at), Math.min(length, to - at)];
      if (begin < end) pieces.push(end - begin === length ? piece : partOf(piece, begin, piece.text.slice(begin, end)));
      at += length;
      if (at >= to) break;
    }
    return new Excerpt(text, pieces);
  }

  /** `replaceAll(marker, "")`. */
  without(marker: string): Excerpt {
    let found = marker === '' ? -1 : this.text.indexOf(marker);
    if (found < 0) return this;
    const rest: Span[] = [];
    let at = 0;
    for (; found >= 0; found = this.text.indexOf(marker, at)) {
      rest.push({ from: at, to: found });
      at = found + marker.length;
    }
    rest.push({ from: at, to: this.text.length });
    return this.parts(rest);
  }

  /** What is written in the place of a part of it. */
  replaced(from: number, to: number, text: string): Excerpt {
    const { spans } = this.slice(from, to);
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) return Excerpt.own(text);
    return new Excerpt(text, [{ text, from: first.from, to: last.to }]);
  }

  /** Some parts of it, in order, as one. */
  parts(spans: readonly Span[]): Excerpt {
    return Excerpt.join(spans.map(({ from, to }) => this.slice(from, to)));
  }
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  const isNext = last !== undefined && isCopy(last) && isCopy(piece) && last.from + last.text.length === piece.from;
  if (isNext) pieces[pieces.length - 1] = { text: last.text + piece.text, from: last.from };
  else pieces.push(piece);
}

function isCopy(piece: Piece): piece is Piece & { readonly from: number } {
  return piece.from !== null && piece.to === undefined;
}

/** Of what is written otherwise in the reply, a part comes from all of it. */
function partOf({ from, to }: Piece, begin: number, text: string): Piece {
  return to === undefined ? { text, from: from === null ? null : from + begin } : { text, from, to };
}
