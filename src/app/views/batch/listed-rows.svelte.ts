import type { RowOrder } from '../../worker/batch-order.ts';
import type { BatchAsk, BatchRow } from '../../worker/batch-protocol.ts';

type RowsAsk = Extract<BatchAsk, { kind: 'rows' | 'order' }>;

/** Rows are asked for in pieces of this many. */
const PIECE = 100;
/** So many pieces are held. A list of a hundred thousand rows that is scrolled through would fill the memory of the page. */
const MOST = 20;

/** The rows of a long list that are in sight or were lately, each piece asked for once. */
export class ListedRows {
  readonly #ask: (ask: RowsAsk) => void;
  order: RowOrder = $state('file');
  /** With their number, in the order in which they came. */
  #pieces: readonly (readonly [number: number, rows: readonly BatchRow[]])[] = $state.raw([]);
  /** The numbers of those that have not come yet. */
  #awaited: readonly number[] = [];

  constructor(ask: (ask: RowsAsk) => void) {
    this.#ask = ask;
  }

  at(place: number): BatchRow | undefined {
    const piece = Math.floor(place / PIECE);
    return this.#pieces.find(([number]) => number === piece)?.[1][place % PIECE];
  }

  /** Asks for the rows from one place to another that are not here yet. */
  need(from: number, to: number): void {
    for (let piece = Math.floor(from / PIECE); piece * PIECE < to; piece += 1) {
      if (this.#pieces.some(([number]) => number === piece) || this.#awaited.includes(piece)) continue;
      this.#awaited = [...this.#awaited, piece];
      this.#ask({ kind: 'rows', from: piece * PIECE, to: (piece + 1) * PIECE });
    }
  }

  /** @param from the place that was asked for */
  take(from: number, rows: readonly BatchRow[]): void {
    const piece = Math.floor(from / PIECE);
    this.#awaited = this.#awaited.filter((number) => number !== piece);
    const others = this.#pieces.filter(([number]) => number !== piece);
    this.#pieces = [...others.slice(1 - MOST), [piece, rows]];
  }

  /** The same rows in another order. */
  orderBy(order: RowOrder): void {
    this.order = order;
    this.empty();
    this.#ask({ kind: 'order', order });
  }

  /** Another list begins. */
  empty(): void {
    this.#awaited = [];
    this.#pieces = [];
  }
}
