import type { ProjectInfo, RuntimeInfo } from '../../../core/index.ts';
import { answersApps } from '../../page/engine-id.ts';
import type { BatchGroup } from '../../worker/batch-protocol.ts';
import { readersOfFormat } from './batch-words.ts';

/** The format of most calls of a log, and servers that were written for it. */
export interface LikelyServers {
  readonly format: string;
  /** How many of the replies with a call have it. */
  readonly count: number;
  readonly of: number;
  readonly servers: readonly RuntimeInfo[];
}

/** Where less than this has one format, a server for it says little of the log. */
const LEAST_SHARE = 0.8;

/** So many are offered, one of each engine. */
const MOST = 4;

/** Which servers may have read a log of which nobody knows the server; null where no format tells. */
export function likelyServers(
  groups: readonly Pick<BatchGroup, 'formats'>[],
  projects: readonly ProjectInfo[],
): LikelyServers | null {
  const counts = new Map<string, number>();
  for (const [format, count] of groups.flatMap(({ formats }) => formats))
    counts.set(format, (counts.get(format) ?? 0) + count);
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  const of = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (first === undefined || first[1] < LEAST_SHARE * of) return null;
  const [format, count] = first;
  const servers = projects
    .flatMap(({ runtimes }) => {
      const readers = readersOfFormat(runtimes, format).filter(({ id }) => answersApps(id));
      // The parser that is named after the format, before one that reads another of its own as well.
      return readers.find(({ id }) => id.endsWith(`:${format.replaceAll('-', '_')}`)) ?? readers[0] ?? [];
    })
    .slice(0, MOST);
  // One alone would be a claim.
  return servers.length < 2 ? null : { format, count, of, servers };
}
