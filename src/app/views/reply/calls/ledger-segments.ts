import type { LedgerEntry, LedgerKind, Span } from '../../../../core/index.ts';

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

/** What is drawn of a segment, wherever it is. */
export interface DrawnSegment {
  readonly kind: LedgerKind;
  readonly size: number;
  readonly entries: number;
}

/** What is drawn of the segments: the same objects as before where it is the same, so that nothing is drawn again. */
export function drawnSegments(
  segments: readonly LedgerSegment[],
  before: readonly DrawnSegment[],
): readonly DrawnSegment[] {
  return segments.map(({ kind, from, to, entries }, index) => {
    const last = before[index];
    const isSame = last?.kind === kind && last.size === to - from && last.entries === entries;
    return isSame ? last : { kind, size: to - from, entries };
  });
}

/** The ledger in at most `limit` segments, in order, covering the same text. */
export function ledgerSegments(ledger: readonly LedgerEntry[], limit: number): LedgerSegment[] {
  if (ledger.length <= limit) return ledger.map(({ kind, from, to }) => ({ kind, from, to, entries: 1 }));
  const from = ledger[0]?.from ?? 0;
  const width = ((ledger.at(-1)?.to ?? 0) - from) / limit;
  const segments: { -readonly [Key in keyof LedgerSegment]: LedgerSegment[Key] }[] = [];
  let column = -1;
  for (const entry of ledger) {
    const own = Math.min(Math.floor((entry.from - from) / width), limit - 1);
    const last = segments.at(-1);
    if (own !== column || last === undefined) {
      segments.push({ kind: entry.kind, from: entry.from, to: entry.to, entries: 1 });
      column = own;
    } else {
      if (weight[entry.kind] > weight[last.kind]) last.kind = entry.kind;
      last.to = entry.to;
      last.entries += 1;
    }
  }
  return segments;
}
