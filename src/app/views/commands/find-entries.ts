import { rankOf, searchWords, type Rank } from '../../page/search.ts';
import type { Command } from './commands.ts';

/** THE groups of the palette, in the order in which equal ranks are listed. */
export const entryGroups = [
  'Commands',
  'Settings',
  'Formats',
  'Servers',
  'Diagnoses',
  'Examples',
  'Failures',
  'Lessons',
  'Words',
] as const;

export type EntryGroup = (typeof entryGroups)[number];

/** What the palette can do: a command of the table, or one that opens some content. */
export interface Entry extends Command {
  readonly group: EntryGroup;
  /** A note beside its label; '' for none. */
  readonly about: string;
  /** Label and words as they are searched. */
  readonly title: string;
  readonly others: string;
}

/** What was found of a group, the best first, and how much more of it there is. */
interface FoundGroup {
  readonly group: EntryGroup;
  readonly entries: readonly Entry[];
  readonly count: number;
  /** How well the best one fits; the smallest number fits best. */
  readonly best: Rank;
}

/** The groups that are there at once. */
const ownGroups = entryGroups.slice(0, 2);

/**
 * So many entries of a group are listed where there are several groups.
 *
 * @internal A test counts what is listed.
 */
export const MOST_OF_GROUP = 6;
/** So many where there is one. */
const MOST_ALONE = 60;

/**
 * The entries that hold every word, in groups: the group with the best entry first, and in each the best entry first. Without
 * words all commands and settings, in the order of their lists.
 */
export function findEntries(entries: readonly Entry[], wanted: string): readonly FoundGroup[] {
  const words = searchWords(wanted);
  if (words.length === 0) {
    return ownGroups.map((group) => {
      const all = entries.filter((entry) => entry.group === group);
      return { group, entries: all, count: all.length, best: 0 };
    });
  }
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry.title, entry.others, words);
    return rank === null ? [] : [{ entry, rank }];
  });
  const found = entryGroups.flatMap((group) => {
    const own = ranked.filter(({ entry }) => entry.group === group).toSorted((one, other) => one.rank - other.rank);
    return own.length === 0 ? [] : [{ group, own, best: own[0]?.rank ?? (4 satisfies Rank) }];
  });
  const most = found.length === 1 ? MOST_ALONE : MOST_OF_GROUP;
  return found
    .toSorted((one, other) => one.best - other.best)
    .map(({ group, own, best }) => ({
      group,
      entries: own.slice(0, most).map(({ entry }) => entry),
      count: own.length,
      best,
    }));
}

/** Whether entries that are not there yet may come before the first. */
export function isOpen([first]: readonly FoundGroup[]): boolean {
  return first === undefined || first.best > 0 || !ownGroups.includes(first.group);
}
