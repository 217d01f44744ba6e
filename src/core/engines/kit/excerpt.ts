import type { Span } from '../../text/document/index.ts';
import type { Piece } from '../runtime.ts';

const none: readonly Piece[] = [];

/**
 * A text that is made of pieces of the reply, each of which knows its place. Streams keep the text that they will send in this
 * form, so that nothing has to be searched for in the reply afterwards.
 *
 *     reply    Look: <b>yes</b>
 *     excerpt  Look: yes         two pieces: from 0, from 9
 */
export class Excerpt {
  static readonly empty = new Excerpt('', null, none);

  readonly text: string;
  /** The place of the text if it is one copy, as it usually is; then it needs no list of pieces. */
  readonly copiedFrom: number | null;
  readonly #pieces: readonly Piece[];

  private constructor(text: string, from: number | null, pieces: readonly Piece[]) {
    this.text = text;
    this.copiedFrom = from;
    this.#pieces = pieces;
  }

  static #of(text: string, pieces: readonly Piece[]): Excerpt {
    const [only] = pieces;
    const isCopy = pieces.length === 1 && only !== undefined && only.to === undefined;
    return isCopy && only.from !== null ? new Excerpt(text, only.from, none) : new Excerpt(text, null, pieces);
  }

  /** The pieces in order; none is empty. */
  get pieces(): readonly Piece[] {
    return this.copiedFrom === null ? this.#pieces : [{ text: this.text, from: this.copiedFrom }];
  }

  /** A copy of the reply at the place `from`. */
  static copy(text: string, from: number): Excerpt {
    return text === '' ? Excerpt.empty : new Excerpt(text, from, none);
  }

  /** A copy of the end of `current`, the whole text so far. */
  static end(current: string, text: string): Excerpt {
    return Excerpt.copy(text, current.length - text.length);
  }

  /** A copy of a part of `current`, the whole text so far. */
  static part(current: string, from: number, to = current.length): Excerpt {
    return Excerpt.copy(current.slice(from, to), from);
  }

  /** A text that the server makes up. */
  static own(text: string): Excerpt {
    return text === '' ? Excerpt.empty : new Excerpt(text, null, [{ text, from: null }]);
  }

  /** The text that a server writes for a part of the reply; often it is that part unchanged. */
  static written(reply: string, { from, to }: Span, text: string): Excerpt {
    if (text === '') return Excerpt.empty;
    if (from === to) return Excerpt.own(text);
    return reply.slice(from, to) === text ? Excerpt.copy(text, from) : new Excerpt(text, null, [{ text, from, to }]);
  }

  static join(parts: readonly Excerpt[]): Excerpt {
    const [only] = parts;
    if (only === undefined) return Excerpt.empty;
    if (parts.length === 1) return only;
    return Excerpt.#joined(parts.flatMap(({ pieces }) => pieces));
  }

  /** The places of its pieces, in its order. */
  get spans(): readonly Span[] {
    return spansOf(this.pieces);
  }

  get length(): number {
    return this.text.length;
  }

  plus(other: Excerpt): Excerpt {
    if (this.text === '') return other;
    if (other.text === '') return this;
    const text = this.text + other.text;
    const from = this.copiedFrom;
    if (from !== null && other.copiedFrom === from + this.text.length) return new Excerpt(text, from, none);
    const pieces = this.pieces.slice();
    for (const piece of other.pieces) add(pieces, piece);
    return Excerpt.#of(text, pieces);
  }

  /** A part of it. Offsets are those of `text`; unlike `String.slice`, negative ones do not count from the end. */
  slice(from: number, to = this.text.length): Excerpt {
    if (from <= 0 && to >= this.text.length) return this;
    const start = Math.max(0, from);
    const text = this.text.slice(start, Math.max(0, to));
    if (text === '') return Excerpt.empty;
    if (this.copiedFrom !== null) return new Excerpt(text, this.copiedFrom + start, none);
    const pieces: Piece[] = [];
    let at = 0;
    for (const piece of this.#pieces) {
      const { length } = piece.text;
      const [begin, end] = [Math.max(0, from - at), Math.min(length, to - at)];
      if (begin < end) pieces.push(end - begin === length ? piece : partOf(piece, begin, piece.text.slice(begin, end)));
      at += length;
      if (at >= to) break;
    }
    return Excerpt.#of(text, pieces);
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

  /** Replaces some parts by other texts. The parts are in order and do not overlap. */
  replacing(edits: readonly Edit[]): Excerpt {
    if (edits.length === 0) return this;
    const ends = [...edits, { from: this.text.length, to: this.text.length, text: '' }];
    const spans = ends.flatMap(({ from, to }, index) => [
      { from: edits[index - 1]?.to ?? 0, to: from },
      { from, to },
    ]);
    const cut = this.#cut(spans);
    const parts = ends.flatMap(({ text }, index) => [
      ...(cut[2 * index] ?? none),
      ...(text === '' ? none : [written(cut[2 * index + 1] ?? none, text)]),
    ]);
    return Excerpt.#joined(parts);
  }

  /** Joins some of its parts. They are in order and do not overlap. */
  parts(spans: readonly Span[]): Excerpt {
    const [only] = spans;
    return spans.length === 1 && only !== undefined
      ? this.slice(only.from, only.to)
      : Excerpt.#joined(this.#cut(spans).flat());
  }

  /** The pieces of each part, in one pass. */
  #cut(spans: readonly Span[]): Piece[][] {
    const { pieces } = this;
    let index = 0;
    /** The start of the piece with this index. */
    let at = 0;
    return spans.map(({ from, to }) => {
      const cut: Piece[] = [];
      for (let piece = pieces[index]; piece !== undefined && at < to; piece = pieces[index]) {
        const { length } = piece.text;
        const [begin, end] = [Math.max(0, from - at), Math.min(length, to - at)];
        if (begin < end) cut.push(partOf(piece, begin, piece.text.slice(begin, end)));
        if (at + length > to) break;
        at += length;
        index += 1;
      }
      return cut;
    });
  }

  static #joined(parts: readonly Piece[]): Excerpt {
    const pieces: Piece[] = [];
    for (const piece of parts) add(pieces, piece);
    return Excerpt.#of(pieces.map(({ text }) => text).join(''), pieces);
  }
}

/** A text that replaces a part of an excerpt; the offsets are those of the excerpt. */
interface Edit extends Span {
  readonly text: string;
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last !== undefined && isNext(last, piece))
    pieces[pieces.length - 1] = { text: last.text + piece.text, from: last.from };
  else pieces.push(piece);
}

/** Whether both are copies of the reply, and the second begins where the first ends. */
function isNext(one: Piece, other: Piece): boolean {
  return (
    one.from !== null && other.from === one.from + one.text.length && one.to === undefined && other.to === undefined
  );
}

/** A part of a piece. If the reply has another spelling of the piece, the part has the place of the whole piece. */
function partOf({ from, to }: Piece, begin: number, text: string): Piece {
  return to === undefined ? { text, from: from === null ? null : from + begin } : { text, from, to };
}

/** A piece that is written in the place of some pieces. */
function written(pieces: readonly Piece[], text: string): Piece {
  const spans = spansOf(pieces);
  const [first, last] = [spans[0], spans.at(-1)];
  return first === undefined || last === undefined ? { text, from: null } : { text, from: first.from, to: last.to };
}

function spansOf(pieces: readonly Piece[]): readonly Span[] {
  return pieces.flatMap(({ text, from, to }) => (from === null ? [] : [{ from, to: to ?? from + text.length }]));
}
