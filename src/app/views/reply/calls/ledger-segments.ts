import type { LedgerEntry, LedgerKind, Span } from '../../../../core/index.ts';

/** A piece of the ledger bar: one entry, or several that are too small to be told apart. */
export interface LedgerSegment extends Span {
  /** What became of most of its characters. */
  readonly kind: LedgerKind;
  /** What a reader must not miss of it; `kind` where there is nothing worse. */
  readonly worst: LedgerKind;
  /** How many of its characters are of the worst kind. */
  readonly worstSize: number;
  /** Entries in it. */
  readonly entries: number;
}

/** What a reader must not miss comes first. */
const weight: Record<LedgerKind, number> = {
  lost: 6,
  malformed: 5,
  suppressed: 4,
  call: 3,
  reasoning: 2,
  markup: 1,
  content: 0,
};

/** What is drawn of a segment, wherever it is. */
export interface DrawnSegment extends Omit<LedgerSegment, keyof Span> {
  readonly size: number;
}

/** What is drawn of the segments: the same objects as before where it is the same, so that nothing is drawn again. */
export function drawnSegments(
  segments: readonly LedgerSegment[],
  before: readonly DrawnSegment[],
): readonly DrawnSegment[] {
  return segments.map(({ kind, worst, worstSize, from, to, entries }, index) => {
    const last = before[index];
    const isSame =
      last?.kind === kind &&
      last.worst === worst &&
      last.worstSize === worstSize &&
      last.size === to - from &&
      last.entries === entries;
    return isSame ? last : { kind, worst, worstSize, size: to - from, entries };
  });
}

/** The ledger in at most `limit` segments, in order, covering the same text. */
export function ledgerSegments(ledger: readonly LedgerEntry[], limit: number): LedgerSegment[] {
  if (ledger.length <= limit) return ledger.map((entry) => joined([entry]));
  const from = ledger[0]?.from ?? 0;
  const width = ((ledger.at(-1)?.to ?? 0) - from) / limit;
  const columns: LedgerEntry[][] = [];
  let column = -1;
  for (const entry of ledger) {
    const own = Math.min(Math.floor((entry.from - from) / width), limit - 1);
    if (own !== column) columns.push([]);
    column = own;
    columns.at(-1)?.push(entry);
  }
  return columns.map(joined);
}

/** One segment of entries that follow each other; there is at least one. */
function joined(entries: readonly LedgerEntry[]): LedgerSegment {
  const sizes = new Map<LedgerKind, number>();
  for (const { kind, from, to } of entries) sizes.set(kind, (sizes.get(kind) ?? 0) + to - from);
  const kinds = [...sizes.keys()];
  const kind = kinds.reduce((most, one) => ((sizes.get(one) ?? 0) > (sizes.get(most) ?? 0) ? one : most));
  const worst = kinds.reduce((most, one) => (weight[one] > weight[most] ? one : most), kind);
  return {
    kind,
    worst,
    worstSize: sizes.get(worst) ?? 0,
    from: entries[0]?.from ?? 0,
    to: entries.at(-1)?.to ?? 0,
    entries: entries.length,
  };
}
