import type { Edit } from '../../text/document/index.ts';
import type { ToolCall } from '../../trace/index.ts';
import { inOrder } from '../changes.ts';
import { edit } from '../rule.ts';
import type { Subject } from '../subject.ts';
import type { Cause } from './cause.ts';
import { areAlike, nearness } from './departures.ts';

/** Causes that were tried: without their changes a runtime returns other calls, with all of them those that were meant. */
export interface Mending {
  readonly causes: readonly Cause[];
  readonly change: Edit;
  /** Whether nothing is left that differs but the spelling of values. */
  readonly isWhole: boolean;
}

/** More changes than this are no slip, and no edit that a reader could check. */
const MOST_CHANGES = 60;

/** The fewest causes after whose changes a runtime returns what was meant, or more of it; null where none of them helps. */
export function mendingOf(subject: Subject, meant: readonly ToolCall[], causes: readonly Cause[]): Mending | null {
  const before = nearness(meant, subject.extraction.calls);
  const tries = new Map<string, readonly ToolCall[] | null>();
  const callsAfter = (some: readonly Cause[]): readonly ToolCall[] | null => {
    const key = some.map((cause) => String(causes.indexOf(cause))).join();
    const known = tries.get(key);
    if (known !== undefined) return known;
    const after = subject.after(editOf(some))?.calls ?? null;
    tries.set(key, after);
    return after;
  };
  const isWhole = (some: readonly Cause[]): boolean => areAlike(meant, callsAfter(some) ?? []);
  const gain = (some: readonly Cause[]): number => {
    const after = callsAfter(some);
    return after === null ? 0 : nearness(meant, after) - before;
  };
  const possible = causes.filter((cause) => cause.changes.length > 0 && cause.changes.length <= MOST_CHANGES);
  const mending = (some: readonly Cause[]): Mending => ({ causes: some, change: editOf(some), isWhole: isWhole(some) });

  const alone = possible.find((cause) => gain([cause]) > 0 && isWhole([cause]));
  if (alone !== undefined) return mending([alone]);
  const all = fewest(possible, gain, isWhole);
  if (all !== null && isWhole(all)) return mending(all);
  const some = fewest(
    possible.filter(({ onlyWhole }) => onlyWhole !== true),
    gain,
    isWhole,
  );
  return some === null ? null : mending(some);
}

/** The fewest of some causes with which a runtime returns as much of what was meant as with all of them; null for none. */
function fewest(
  possible: readonly Cause[],
  gain: (some: readonly Cause[]) => number,
  isWhole: (some: readonly Cause[]) => boolean,
): readonly Cause[] | null {
  // One that does harm would hide what the others do together.
  let chosen: readonly Cause[] = possible;
  if (!isWhole(chosen)) {
    for (const cause of possible) {
      const others = chosen.filter((one) => one !== cause);
      if (gain(others) > gain(chosen)) chosen = others;
    }
  }
  if (chosen.length === 0 || gain(chosen) <= 0) return null;
  for (const cause of chosen) {
    const others = chosen.filter((one) => one !== cause);
    if (gain(others) >= gain(chosen)) chosen = others;
  }
  return chosen;
}

function editOf(causes: readonly Cause[]): Edit {
  const [first] = causes;
  const label = causes.length === 1 && first !== undefined ? first.label : 'Repair the calls';
  return edit(label, ...inOrder(causes.flatMap(({ changes }) => changes)));
}
