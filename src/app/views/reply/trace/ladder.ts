import {
  excerpt,
  gateWordsFor,
  partitionPoint,
  type Ending,
  type GateEvent,
  type TraceEvent,
  type WordTable,
} from '../../../../core/index.ts';

/** A tier with its steps, as the ladder shows it. */
export interface Rung {
  /** The tier's id. */
  readonly name: string;
  /** Step numbers of its beginning and its end. */
  readonly enter: number;
  readonly leave: number;
  readonly outcome: Ending;
  /** The steps that are shown, in order: its own, and before them the gates that led to it. */
  readonly steps: readonly LadderStep[];
}

export interface LadderStep {
  readonly step: number;
  /** Its place among all steps that are shown, from 1. */
  readonly position: number;
  /** Blocks around it: 0 or 1. */
  readonly depth: number;
  /** The step that begins the block around it. */
  readonly block: number | null;
  /** Where the block ends that this step begins, and how. */
  readonly end: BlockEnd | null;
}

interface BlockEnd {
  readonly leave: number;
  readonly outcome: Ending;
  /** How many of its steps are shown. */
  readonly count: number;
}

/** What can be folded: a tier, by its name, or a block, by the step that begins it. */
export type Part = string | number;

/**
 * The rungs of a trace. Beginnings and ends of tiers are the rungs themselves, and the end of a block says nothing
 * that its steps do not, so neither is shown as a step.
 */
export function ladderOf(trace: readonly TraceEvent[]): Rung[] {
  const rungs: Rung[] = [];
  let steps: (LadderStep & { end: BlockEnd | null })[] = [];
  let tier: { name: string; enter: number } | null = null;
  let cascade: { name: string; enter: number } | null = null;
  let position = 0;
  const open: ('cascade' | 'tier' | 'block')[] = [];
  const blocks: (typeof steps)[number][] = [];
  const show = (step: number): (typeof steps)[number] => {
    position += 1;
    const shown = { step, position, depth: blocks.length, block: blocks.at(-1)?.step ?? null, end: null };
    steps.push(shown);
    return shown;
  };
  for (const [step, event] of trace.entries()) {
    if (event.kind === 'enter') {
      open.push(event.part);
      if (event.part === 'tier') tier = { name: event.name, enter: step };
      if (event.part === 'cascade') cascade = { name: event.name, enter: step };
      if (event.part === 'block') blocks.push(show(step));
    } else if (event.kind === 'leave') {
      const part = open.pop();
      const block = part === 'block' ? blocks.pop() : undefined;
      if (block !== undefined) {
        block.end = { leave: step, outcome: event.outcome, count: position - block.position };
      }
      if (part === 'tier' && tier !== null) {
        const isBroken = steps.some(({ end }) => end?.outcome === 'malformed');
        // A runtime that gives up may say that it found nothing; what it could not read is what matters.
        const outcome = event.outcome === 'empty' && isBroken ? 'malformed' : event.outcome;
        rungs.push({ ...tier, leave: step, outcome, steps });
        tier = null;
        steps = [];
      }
      // An engine may decide before it enters its only tier, and never enter it.
      if (part === 'cascade' && cascade !== null && rungs.length === 0 && steps.length > 0) {
        rungs.push({ ...cascade, leave: step, outcome: event.outcome, steps });
      }
    } else {
      show(step);
    }
  }
  return rungs;
}

/** The index of the last row that is not after a step; -1 where all are. Of thousands it looks at a few, at every keystroke. */
export function rowAt(rows: readonly { readonly step: number }[], step: number): number {
  return partitionPoint(rows, (row) => row.step <= step) - 1;
}

/** Every step the ladder shows, in order: what "next" and "previous" go through. */
export function shownSteps(rungs: readonly Rung[]): number[] {
  return rungs.flatMap(({ steps }) => steps.map(({ step }) => step));
}

/** How many steps come before `step`: its index, where it is shown itself. */
export function countBefore(shown: readonly number[], step: number): number {
  return partitionPoint(shown, (one) => one < step);
}

/** The shown step that is `by` steps away from `current`; from no step, the first or the last one. */
export function stepBy(shown: readonly number[], current: number | null, by: number): number | null {
  if (shown.length === 0) return null;
  if (current === null) return (by > 0 ? shown[0] : shown.at(-1)) ?? null;
  const from = countBefore(shown, current);
  // A step that is not shown is between two that are: going forward, the next one is the answer.
  const index = shown[from] === current || by < 0 ? from + by : from + by - 1;
  return shown[Math.min(Math.max(index, 0), shown.length - 1)] ?? null;
}

/** Where a step is: its rung, and unless it is the tier's own beginning or end, its place there. */
function placeOf(rungs: readonly Rung[], step: number): { rung: Rung; own: LadderStep | undefined } | null {
  const rung = rungs.find(({ leave }) => step <= leave);
  if (rung === undefined || step < (rung.steps[0]?.step ?? rung.enter)) return null;
  const found = rung.steps[partitionPoint(rung.steps, (one) => one.step < step)];
  return { rung, own: found?.step === step ? found : undefined };
}

/** The last step of the part that `step` begins; where it begins none, the step itself. */
function endOf(rungs: readonly Rung[], step: number): number {
  const place = placeOf(rungs, step);
  if (place?.rung.enter === step) return place.rung.leave;
  return place?.own?.end?.leave ?? step;
}

/** The next step that is not inside the one at hand. Null where none follows. */
export function stepOver(rungs: readonly Rung[], shown: readonly number[], current: number | null): number | null {
  if (current === null) return shown[0] ?? null;
  return shown[countBefore(shown, endOf(rungs, current) + 1)] ?? null;
}

/** The first step inside the block or tier that begins at hand. Null where none begins. */
export function stepInto(rungs: readonly Rung[], shown: readonly number[], current: number | null): number | null {
  if (current === null) return shown[0] ?? null;
  const first = shown[countBefore(shown, current + 1)];
  return first !== undefined && first < endOf(rungs, current) ? first : null;
}

/** The beginning of the block around the step at hand, else of its tier. Null at a tier. */
export function stepOut(rungs: readonly Rung[], current: number | null): number | null {
  if (current === null) return null;
  const place = placeOf(rungs, current);
  if (place === null || place.rung.enter === current) return null;
  return place.own?.block ?? place.rung.enter;
}

/** The parts that must be open for a step to be seen. A tier and a block can be seen when folded. */
export function partsAround(rungs: readonly Rung[], step: number): Part[] {
  const place = placeOf(rungs, step);
  if (place?.own === undefined) return [];
  const parts: Part[] = [place.rung.name];
  for (let block = place.own.block; block !== null; block = placeOf(rungs, block)?.own?.block ?? null) {
    parts.push(block);
  }
  return parts;
}

/** What folds at a step: the part that begins there, else the innermost one around it. */
export function partAt(rungs: readonly Rung[], step: number): Part | null {
  const place = placeOf(rungs, step);
  if (place === null) return null;
  if (place.own === undefined) return place.rung.name;
  return place.own.end === null ? (place.own.block ?? place.rung.name) : step;
}

/** The step that stands for a part when it is folded. */
export function headOf(rungs: readonly Rung[], part: Part): number | null {
  if (typeof part === 'number') return part;
  return rungs.find(({ name }) => name === part)?.enter ?? null;
}

/** The same set where nothing is removed: another one would draw the ladder anew. */
export function without(parts: ReadonlySet<Part>, removed: readonly Part[]): ReadonlySet<Part> {
  if (!removed.some((part) => parts.has(part))) return parts;
  return new Set([...parts].filter((part) => !removed.includes(part)));
}

/** The steps of a rung that no folded block hides. */
export function unfolded({ steps }: Rung, folded: ReadonlySet<Part>): readonly LadderStep[] {
  if (folded.size === 0) return steps;
  let hiddenTo = -1;
  return steps.filter(({ step, end }) => {
    if (step <= hiddenTo) return false;
    if (end !== null && folded.has(step)) hiddenTo = end.leave;
    return true;
  });
}

/** Sign and tone of how a part ended; sign, word and border tell outcomes apart without colour. */
export const outcomes = {
  matched: { sign: '✓', text: 'calls found' },
  empty: { sign: '○', text: 'nothing found' },
  malformed: { sign: '✕', text: 'could not be parsed' },
  skipped: { sign: '–', text: 'not run' },
} as const satisfies Record<Ending, { sign: string; text: string }>;

/** What a reasoning parser looks for is no call. */
const thinking = { matched: 'thinking found', empty: 'no thinking found' } as const;

/** How the tier of this name ended. */
export function outcomeOf(tier: string, outcome: Ending): { readonly sign: string; readonly text: string } {
  const isReasoning = tier.startsWith('reasoning:') && (outcome === 'matched' || outcome === 'empty');
  return isReasoning ? { ...outcomes[outcome], text: thinking[outcome] } : outcomes[outcome];
}

/** A piece of the document: what a gate found, between what is around it. */
export interface LookedAt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** How much of the document is shown before and after what a gate found. */
const AROUND = [8, 18] as const;

/** What a gate looked at, cut to one line. Null where it looked at no text. */
export function lookedAt({ gate, from, to, found }: GateEvent, document: string, words: WordTable): LookedAt | null {
  if (gateWordsFor(gate, words).asksProvider === true || from === to) return null;
  if (found === null) return { before: excerpt(document, from, to, 40), found: '', after: '' };
  const start = Math.max(from, found.from - AROUND[0]);
  const end = Math.min(to, found.to + AROUND[1]);
  return {
    before: (start > from ? '…' : '') + excerpt(document, start, found.from),
    found: excerpt(document, found.from, found.to, 32),
    after: excerpt(document, found.to, end) + (end < to ? '…' : ''),
  };
}
