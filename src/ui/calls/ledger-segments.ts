import type { LedgerEntry, LedgerKind, Span } from '../../core/index.ts';

/** A piece of the ledger bar: one entry, or several that are too small to be told apart. */
export interface LedgerSegment extends Span {
  readonly kind: LedgerKind;
  /** Entries in it. */
  readonly entries: number;
}

/** Which kind a segment of several entries shows: what a reader must not miss comes first. */
const weight: Record<LedgerKind, number> = {
  lost: 6,
  malformed: 5,
  suppressed: 4,
  call: 3,
  reasoning: 2,
  markup: 1,
  content: 0,
};

/** The ledger in at most `limit` segments, in order, covering the same text. */
export function ledgerSegments(ledger: readonly LedgerEntry[], limit: number): LedgerSegment[] {
  if (ledger.length <= limit) return ledger.map(({ kind, from, to }) => ({ kind, from, to, entries: 1 }));
  const from = ledger[0]?.from ?? 0;
  const width = ((ledger.at(-1)?.to ?? 0) - from) / limit;
  const segments: LedgerSegment[] = [];
  let column = -1;
  for (const entry of ledger) {
    const own = Math.min(Math.floor((entry.from - from) / width), limit - 1);
    const last = segments.at(-1);
    if (own !== column || last === undefined) {
      segments.push({ kind: entry.kind, from: entry.from, to: entry.to, entries: 1 });
      column = own;
    } else {
      const kind = weight[entry.kind] > weight[last.kind] ? entry.kind : last.kind;
      segments[segments.length - 1] = { kind, from: last.from, to: entry.to, entries: last.entries + 1 };
    }
  }
  return segments;
}
