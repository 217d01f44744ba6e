import { partitionPoint, type Span } from '../../../text/document/index.ts';

/** A text out of which every `tag` was taken, one tag after the other, and where its characters were. */
export class DeletedTags {
  readonly text: string;
  /** What was taken out of the text. */
  readonly deleted: readonly Span[];
  /** What was kept, in order. */
  readonly #kept: readonly Span[];
  /** Where each kept piece begins in `text`. */
  readonly #starts: readonly number[];

  constructor(document: string, tags: readonly string[]) {
    let kept: readonly Span[] = [{ from: 0, to: document.length }];
    let text = document;
    for (const tag of tags) {
      kept = without(kept, text, tag);
      text = text.replaceAll(tag, '');
    }
    this.text = text;
    this.#kept = kept;
    const starts: number[] = [];
    const deleted: Span[] = [];
    let start = 0;
    let at = 0;
    for (const { from, to } of kept) {
      starts.push(start);
      start += to - from;
      if (from > at) deleted.push({ from: at, to: from });
      at = to;
    }
    if (at < document.length) deleted.push({ from: at, to: document.length });
    this.#starts = starts;
    this.deleted = deleted;
  }

  /** Where a span of `text` is in the document, with the tags that were inside. */
  place({ from, to }: Span): Span {
    const first = this.#at(from);
    return { from: first, to: from < to ? this.#at(to - 1) + 1 : first };
  }

  /** The same without the tags. */
  pieces(span: Span): Span[] {
    const { from, to } = this.place(span);
    const pieces: Span[] = [];
    for (let index = this.#pieceAt(span.from); index < this.#kept.length; index += 1) {
      const piece = this.#kept[index] as Span;
      if (piece.from >= to) break;
      const part = { from: Math.max(from, piece.from), to: Math.min(to, piece.to) };
      if (part.from < part.to) pieces.push(part);
    }
    return pieces;
  }

  #at(at: number): number {
    const index = this.#pieceAt(at);
    return (this.#kept[index]?.from ?? 0) + at - (this.#starts[index] ?? 0);
  }

  /** The last piece that begins at or before `at`. */
  #pieceAt(at: number): number {
    return Math.max(partitionPoint(this.#starts, (start) => start <= at) - 1, 0);
  }
}

/** What is kept of pieces when every `tag` of their text goes. */
function without(kept: readonly Span[], text: string, tag: string): Span[] {
  const left: Span[] = [];
  let start = 0;
  let tagFrom = text.indexOf(tag);
  for (const { from, to } of kept) {
    const end = start + to - from;
    let at = start;
    while (at < end) {
      const cut = tagFrom < 0 ? end : Math.min(tagFrom, end);
      if (cut > at) left.push({ from: from + at - start, to: from + cut - start });
      at = Math.max(at, cut);
      if (tagFrom < 0 || at < tagFrom) continue;
      const tagTo = tagFrom + tag.length;
      at = Math.min(tagTo, end);
      if (tagTo <= end) tagFrom = text.indexOf(tag, tagTo);
    }
    start = end;
  }
  return left;
}
