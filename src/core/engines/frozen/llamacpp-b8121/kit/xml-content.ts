import type { Span } from '../../../../text/document/index.ts';
import type { MessageParser } from './message.ts';
import { isSpaceCode } from './pattern.ts';

/**
 * Content between calls while reasoning is taken out of it. Where something is taken out, the white space around goes too,
 * and two line breaks take its place; they are what lies between two pieces, and before an empty last piece.
 */
export class XmlContent {
  readonly #parser: MessageParser;
  readonly #from: number;
  pieces: Span[] = [];

  constructor(parser: MessageParser, { from }: Span) {
    this.#parser = parser;
    this.#from = from;
  }

  /** The text up to `to`, without the holes. */
  cut(holes: readonly Span[], to: number): void {
    this.pieces = this.#outside({ from: this.#from, to }, holes, []);
  }

  /** Takes out every `marker`. */
  without(marker: string): void {
    const pieces: Span[] = [];
    for (const piece of this.pieces) {
      const holes: Span[] = [];
      for (let at = this.#parser.indexOf(marker, piece.from); at >= 0 && at + marker.length <= piece.to;) {
        holes.push({ from: at, to: at + marker.length });
        this.#parser.steps.quirk('think-tag-deleted', { from: at, to: at + marker.length });
        at = this.#parser.indexOf(marker, at + marker.length);
      }
      if (pieces.at(-1)?.from === pieces.at(-1)?.to) pieces.pop();
      pieces.push(...this.#outside(piece, holes, pieces));
    }
    this.pieces = pieces;
  }

  trimEnd(): void {
    for (let last = this.pieces.pop(); last !== undefined; last = this.pieces.pop()) {
      const trimmed = trimmedEnd(this.#parser.text, last);
      if (trimmed.from === trimmed.to) continue;
      this.pieces.push(trimmed);
      return;
    }
  }

  /** Content that begins with white space loses it at both ends. */
  trimIfSpaced(): void {
    const [first] = this.pieces;
    if (first === undefined || !isSpaceCode(this.#parser.text.charCodeAt(first.from))) return;
    this.pieces[0] = { from: Math.min(this.#parser.afterSpaces(first.from), first.to), to: first.to };
    this.trimEnd();
  }

  /** At the end of the text: without white space, and without the beginning of a marker. */
  trimMarkers(withoutMarker: (span: Span) => Span | null): void {
    this.trimEnd();
    const last = this.pieces.pop();
    const left = last === undefined ? null : withoutMarker(last);
    if (left !== null) this.pieces.push(left);
    this.trimEnd();
  }

  #outside({ from, to }: Span, holes: readonly Span[], before: readonly Span[]): Span[] {
    const pieces: Span[] = [];
    let at = from;
    for (const hole of holes) {
      const piece = trimmedEnd(this.#parser.text, { from: at, to: hole.from });
      if (piece.from < piece.to) pieces.push(piece);
      at = Math.min(this.#parser.afterSpaces(hole.to), to);
    }
    if (at < to || (holes.length > 0 && before.length + pieces.length > 0)) pieces.push({ from: at, to });
    return pieces;
  }
}

export function trimmedEnd(text: string, { from, to }: Span): Span {
  let end = to;
  while (end > from && isSpaceCode(text.charCodeAt(end - 1))) end -= 1;
  return { from, to: end };
}
