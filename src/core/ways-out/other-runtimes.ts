import { knownReaders, type Project } from '../reader/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import type { Reply } from './reply.ts';

/** Another runtime that returns the calls that were meant. */
export interface OtherRuntime {
  readonly runtime: string;
  /** Whether its stream returns them as well. */
  readonly streams: boolean;
  /** Whether it was written for a format of the reply. */
  readonly isWrittenFor: boolean;
}

/** The other runtimes of a project that are exact, the newest of each: those first that people use for the formats of the reply. */
export function readersOf({ id: project, runtimes }: Project, reply: Reply): readonly Runtime[] {
  const known = knownReaders(project, reply.formats);
  const rank = (runtime: Runtime): number => known(runtime) * 2 + (isWrittenFor(runtime, reply) ? 0 : 1);
  return runtimes
    .filter(({ id, lenient }) => !lenient && id !== reply.runtime.id && !id.includes('@'))
    .toSorted((one, other) => rank(one) - rank(other));
}

export function isWrittenFor({ formats }: Runtime, reply: Reply): boolean {
  return formats.some((format) => reply.formats.has(format));
}

/**
 * The first of some runtimes that returns what was meant, whole and streamed; else the first that does for the whole reply,
 * where that is not what comes already. Yields before each.
 */
export function* firstReader(
  runtimes: readonly Runtime[],
  reply: Reply,
  mustStream: boolean,
): Generator<undefined, OtherRuntime | null> {
  let second: OtherRuntime | null = null;
  for (const runtime of runtimes) {
    yield;
    const { whole, streamed } = reply.try(reply.text, reply.toolsText, runtime);
    if (!whole || (mustStream && !streamed)) continue;
    const found = { runtime: runtime.id, streams: streamed, isWrittenFor: isWrittenFor(runtime, reply) };
    // One that was written for another format is worth less than one that does not stream.
    if (streamed && (found.isWrittenFor || second === null)) return found;
    second ??= found;
  }
  return second;
}
