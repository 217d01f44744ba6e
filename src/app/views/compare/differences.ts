import { counted, stepText, type Extraction, type TraceEvent } from '../../../core/index.ts';
import type { CompareAnswer } from '../../worker/protocol.ts';

/** Whether a step says something that its tier or block does not: what ends, and the cascade itself, are no rows. */
export function isShown(event: TraceEvent | undefined): event is TraceEvent {
  return event !== undefined && event.kind !== 'leave' && !(event.kind === 'enter' && event.part === 'cascade');
}

/** The first row of every difference: rows that differ and follow one another are one. */
export function differencesIn({ left, right, comparison }: CompareAnswer): number[] {
  const starts: number[] = [];
  let differed = false;
  for (const [index, row] of comparison.rows.entries()) {
    if (!isShown(left.trace[row.left ?? -1]) && !isShown(right.trace[row.right ?? -1])) continue;
    const differs = row.kind !== 'same';
    if (differs && !differed) starts.push(index);
    differed = differs;
  }
  return starts;
}

/** How many rows are marked, and in how many places one can go to. */
export function countText({ left, right, comparison }: CompareAnswer, places: number): string {
  const marked = comparison.rows.filter(
    (row) => row.kind !== 'same' && (isShown(left.trace[row.left ?? -1]) || isShown(right.trace[row.right ?? -1])),
  ).length;
  const all = `${counted(marked, 'step')} ${marked === 1 ? 'differs' : 'differ'}`;
  return places > 1 && marked > places ? `${all}, in ${counted(places, 'place')}` : all;
}

/** The difference after or before a row; past the last one the first again. Null when there is none. */
export function nextDifference(differences: readonly number[], row: number | null, by: 1 | -1): number | null {
  const first = by > 0 ? differences[0] : differences.at(-1);
  if (row === null) return first ?? null;
  const next = by > 0 ? differences.find((start) => start > row) : differences.findLast((start) => start < row);
  return next ?? first ?? null;
}

/** The difference that begins at a row, in words for who hears the page. */
export function differenceSaid(
  { left, right, comparison }: CompareAnswer,
  differences: readonly number[],
  row: number | null,
): string {
  const place = differences.indexOf(row ?? -1);
  const compared = comparison.rows[row ?? -1];
  if (place < 0 || compared === undefined) return '';
  const said = (
    { trace, document, runtime }: Pick<Extraction, 'trace' | 'document' | 'runtime'>,
    step: number | null,
  ) => {
    const event = trace[step ?? -1];
    return isShown(event) ? stepText(event, document, runtime.words).replaceAll('`', '') : 'nothing.';
  };
  const of = `Difference ${String(place + 1)} of ${String(differences.length)}.`;
  return `${of} Left: ${said(left, compared.left)} Right: ${said(right, compared.right)}`;
}
