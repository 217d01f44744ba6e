import { partitionPoint, type ComparedRow, type Ending, type TraceEvent } from '../../../core/index.ts';
import type { CompareAnswer } from './comparing.svelte.ts';
import { isShown } from './differences.ts';
import { ladderOf, type LadderStep } from '../reply/trace/ladder.ts';

/** A line of the comparison. `row` is the index of its row, of a fold the first one. */
export type Item = TierItem | StepItem | FoldItem;

/** The head of a tier; null where a side has no such tier. */
export interface TierItem {
  readonly kind: 'tier';
  readonly row: number;
  /** Of the left side, where it has the tier. */
  readonly name: string;
  /** Of the right side, where it has the tier: two parsers of one tier each are two names for it. */
  readonly rightName: string;
  readonly left: Ending | null;
  readonly right: Ending | null;
}

export interface StepItem {
  readonly kind: 'step';
  readonly row: number;
  readonly compared: ComparedRow;
}

/** Equal steps that are not shown one by one. */
interface FoldItem {
  readonly kind: 'fold';
  readonly row: number;
  readonly count: number;
}

/** Equal steps that stay in sight before and after a fold, and the fewest that are folded. */
const AROUND = 1;
const FEWEST = 3;

/** The lines of a comparison, tiers as heads. */
export function itemsOf({ left, right, comparison }: CompareAnswer): (TierItem | StepItem)[] {
  const outcomes = { left: outcomesOf(left.trace), right: outcomesOf(right.trace) };
  const items: (TierItem | StepItem)[] = [];
  for (const [row, compared] of comparison.rows.entries()) {
    const event = left.trace[compared.left ?? -1] ?? right.trace[compared.right ?? -1];
    if (!isShown(event)) continue;
    if (event.kind === 'enter' && event.part === 'tier') {
      const of = (side: 'left' | 'right'): Ending | null => outcomes[side].get(compared[side] ?? -1) ?? null;
      const other = right.trace[compared.right ?? -1];
      const rightName = other?.kind === 'enter' ? other.name : event.name;
      items.push({ kind: 'tier', row, name: event.name, rightName, left: of('left'), right: of('right') });
    } else {
      items.push({ kind: 'step', row, compared });
    }
  }
  return items;
}

/** How the tier ends that a step begins. */
function outcomesOf(trace: readonly TraceEvent[]): Map<number, Ending> {
  return new Map(ladderOf(trace).map(({ enter, outcome }) => [enter, outcome]));
}

/** Equal steps in a row as one line, but for those beside a difference, around `current`, and in `unfolded` folds. */
export function folded(
  items: readonly (TierItem | StepItem)[],
  unfolded: ReadonlySet<number>,
  current: number | null,
): Item[] {
  const lines: Item[] = [];
  let from = 0;
  while (from < items.length) {
    let to = from;
    while (isEqualStep(items[to])) to += 1;
    const hidden = items.slice(from + AROUND, Math.max(from, to - AROUND));
    const [first, last] = [hidden[0]?.row ?? -1, hidden.at(-1)?.row ?? -1];
    const isOpen = unfolded.has(first) || (current !== null && first <= current && current <= last);
    if (hidden.length < FEWEST || isOpen) {
      lines.push(...items.slice(from, to));
    } else {
      lines.push(...items.slice(from, from + AROUND));
      lines.push({ kind: 'fold', row: first, count: hidden.length });
      lines.push(...items.slice(to - AROUND, to));
    }
    const next = items[to];
    if (next !== undefined) lines.push(next);
    from = to + 1;
  }
  return lines;
}

function isEqualStep(item: TierItem | StepItem | undefined): boolean {
  return item?.kind === 'step' && item.compared.kind === 'same';
}

/** The index of the line that shows a row: its own, or the last one before it. */
export function lineAt(items: readonly Item[], row: number): number {
  return partitionPoint(items, (item) => item.row <= row) - 1;
}

/** The steps of a trace as the ladder shows them, by their number. */
export function ladderSteps(trace: readonly TraceEvent[]): ReadonlyMap<number, LadderStep> {
  return new Map(
    ladderOf(trace).flatMap(({ steps }) =>
      steps.map((step): [number, LadderStep] => [step.step, { ...step, end: null }]),
    ),
  );
}
