import { counted, type CutOutcome, type Sweep, type SweepCut, numberText } from '../../../core/index.ts';

/** A column of the strip: neighbouring cuts, and the worst that one of them does. */
export interface CutColumn {
  readonly outcome: CutOutcome;
  /** The first cut with that outcome. */
  readonly cut: SweepCut;
  /** The offset of the first cut of all. */
  readonly first: number;
  readonly count: number;
}

const severity = { same: 0, 'visible-differs': 1, 'calls-differ': 2 } as const satisfies Record<CutOutcome, number>;

/** At most `most` columns of about equally many cuts each, in order. */
export function columnsOf({ cuts }: Sweep, most: number): CutColumn[] {
  const count = Math.min(cuts.length, Math.max(1, most));
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * cuts.length) / count);
    const to = Math.floor(((column + 1) * cuts.length) / count);
    const inside = cuts.slice(from, to);
    const cut = inside.reduce((worst, one) => (severity[one.outcome] > severity[worst.outcome] ? one : worst));
    return { outcome: cut.outcome, cut, first: (inside[0] ?? cut).at, count: inside.length };
  });
}

/** What the sweep found, as one sentence. */
export function sweepText({ cuts, possible, isSampled, differsUncut }: Sweep): string {
  const number = (count: number): string => numberText(count);
  const tried = isSampled ? `${number(cuts.length)} of ${number(possible)} cuts` : `All ${number(possible)} cuts`;
  const calls = cuts.filter(({ outcome }) => outcome === 'calls-differ').length;
  const visible = cuts.filter(({ outcome }) => outcome === 'visible-differs').length;
  if (possible === 0) return 'There is no place to cut this reply.';
  const changes =
    calls + visible === 0
      ? 'None changes what a user sees or which calls come out.'
      : `${number(visible)} change only what a user sees, ${number(calls)} change the calls.`;
  const uncut = differsUncut ? ' But the stream differs from the whole reply without any cut.' : '';
  return `${tried} were tried${isSampled ? ', evenly spread' : ''}. ${changes}${uncut}`;
}

/** What one cut does, as one sentence. */
export function cutText({ at, outcome, difference }: SweepCut): string {
  const where = `Cut after ${counted(at, 'character')}`;
  if (difference === null) return `${where}: the result is the same as in one piece.`;
  const what = outcome === 'calls-differ' ? 'the calls differ' : 'what a user sees differs';
  const quoted = (text: string): string => (text === '' ? 'nothing' : `“${text.replaceAll('\n', '⏎')}”`);
  return `${where}: ${what}. In one piece ${quoted(difference.whole)}, cut ${quoted(difference.cut)}.`;
}
