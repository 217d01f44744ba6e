import { countersOf, type Group, groupsOf, picked, type ResultColumns } from '../../core/index.ts';
import { withoutCalls } from './batch-case.ts';
import type { Comparison } from './batch-moves.ts';
import type { BatchCase, BatchGroup, BatchTold } from './batch-protocol.ts';

/** So many groups are in a summary. */
const IN_SUMMARY = 10;

type Summary = Extract<BatchTold, { kind: 'summary' }>;

/**
 * What the results at some places come to, and the first groups with a reply of each.
 *
 * @param order the keys of all groups, the worst first: only the page knows what is bad
 */
export async function summaryOf(
  order: readonly string[],
  places: readonly number[],
  { results, compared }: { readonly results: ResultColumns; readonly compared: Comparison | null },
  replyAt: (place: number) => Promise<BatchCase | null>,
): Promise<Omit<Summary, 'kind' | 'runtime'>> {
  const shown = picked(results, places);
  const ranks = new Map(order.map((key, index) => [key, index]));
  const ranked = groupsOf(shown).toSorted(
    (one, other) => (ranks.get(one.key) ?? order.length) - (ranks.get(other.key) ?? order.length),
  );
  const groups: Summary['groups'][number][] = [];
  for (const group of ranked.slice(0, IN_SUMMARY)) {
    const length = (member: number): number => shown.at(member)?.length ?? Infinity;
    const shortest = group.members.reduce(
      (best, one) => (length(one) < length(best) ? one : best),
      group.members[0] ?? -1,
    );
    const reply = await replyAt(places[shortest] ?? -1);
    groups.push({ group: withoutMembers(group), reply: reply === null ? null : withoutCalls(reply) });
  }
  return {
    all: results.length,
    counters: countersOf(shown),
    groups,
    left: ranked.slice(IN_SUMMARY).map(({ outcome, count }) => ({ outcome, count })),
    compared: compared && {
      moves: compared.moves,
      before: countersOf(compared.before),
      after: countersOf(compared.after),
    },
  };
}

export function withoutMembers({ members: _members, ...group }: Group): BatchGroup {
  return group;
}
