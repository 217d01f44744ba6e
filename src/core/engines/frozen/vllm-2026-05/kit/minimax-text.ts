import { partitionPoint, type Span } from '../../../../text/document/index.ts';
import { THINK, THINK_END, thoughtsIn } from '../../../vllm/kit/thoughts.ts';

// The text that `minimax` reads: without the calls in thoughts.

export const OPEN = '<tool_calls>';
export const CLOSE = '</tool_calls>';

/** Blocks of calls inside of closed think blocks, in order. */
export function callsInThoughts(text: string): Span[] {
  const found: Span[] = [];
  // Kept from one think block to the next: there may be many without a call.
  let open = text.indexOf(OPEN);
  for (const { from, to } of thoughtsIn(text)) {
    const end = to - THINK_END.length;
    const begin = from + THINK.length;
    if (open >= 0 && open < begin) open = text.indexOf(OPEN, begin);
    while (open >= 0 && open < end) {
      const close = text.indexOf(CLOSE, open + OPEN.length);
      if (close < 0 || close + CLOSE.length > end) break;
      found.push({ from: open, to: close + CLOSE.length });
      open = text.indexOf(OPEN, close + CLOSE.length);
    }
  }
  return found;
}

/** A text without some parts, which are in order, and where in the original its places are. */
export class Remainder {
  readonly text: string;
  readonly #pieces: { readonly at: number; readonly original: number }[] = [];

  constructor(original: string, removed: readonly Span[]) {
    const kept: string[] = [];
    let at = 0;
    let from = 0;
    for (const { from: to, to: next } of [...removed, { from: original.length, to: original.length }]) {
      this.#pieces.push({ at, original: from });
      kept.push(original.slice(from, to));
      at += to - from;
      from = next;
    }
    this.text = kept.join('');
  }

  /** Of several places the one before what was removed. */
  at(place: number): number {
    const piece = this.#pieces[partitionPoint(this.#pieces, ({ at }) => at < place) - 1];
    return piece === undefined ? place : piece.original + place - piece.at;
  }

  inOriginal({ from, to }: Span): Span {
    // The first character decides where a span begins: it is not before what was removed.
    const begin = from < to ? this.at(from + 1) - 1 : this.at(from);
    return { from: begin, to: Math.max(begin, this.at(to)) };
  }
}
