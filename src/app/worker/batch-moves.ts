import { type BatchOutcome, type Move, type Moves, movesBetween, picked, type Results } from '../../core/index.ts';
import type { BatchFile, BatchMoves, FilePair } from './batch-protocol.ts';

/** What became of a result, and what it was before; null where it has no partner. */
export interface PlacedMove {
  readonly move: Move;
  readonly was: BatchOutcome | null;
}

/** What changed, for the page, and for each result by its place. */
export interface Comparison {
  readonly moves: BatchMoves;
  readonly byPlace: ReadonlyMap<number, PlacedMove>;
  /** All that is on each of both sides. */
  readonly before: Results;
  readonly after: Results;
}

/** Any format is no server: nothing that a server returns is better or worse than what it finds. */
export function isServer(runtime: string): boolean {
  return runtime !== 'auto';
}

/** The same replies under another server, or as they were before a change. */
export function comparedWith(before: Results, after: Results): Comparison {
  const moves = movesBetween(before, after);
  const byPlace = new Map<number, PlacedMove>();
  for (const { move, before: from, after: to } of moves.replies)
    if (to !== null) byPlace.set(to, { move, was: outcomeAt(before, from) });
  return { moves: toldMoves(moves), byPlace, before, after };
}

/** One file against another. A reply of either file that the other lacks has no partner. */
export function comparedFiles(results: Results, files: readonly BatchFile[], pair: FilePair): Comparison {
  const [from, to] = [placesOf(files[pair.before]), placesOf(files[pair.after])];
  const [left, right] = [picked(results, from), picked(results, to)];
  const moves = movesBetween(left, right);
  const byPlace = new Map<number, PlacedMove>();
  for (const { move, before, after } of moves.replies) {
    const [was = null, is = null] = [from[before ?? -1], to[after ?? -1]];
    const place = is ?? was;
    if (place !== null) byPlace.set(place, { move, was: is === null ? null : outcomeAt(results, was) });
  }
  return { moves: toldMoves(moves), byPlace, before: left, after: right };
}

function outcomeAt(results: Results, place: number | null): BatchOutcome | null {
  return place === null ? null : (results.at(place)?.outcome ?? null);
}

function placesOf(file: BatchFile | undefined): number[] {
  return file === undefined ? [] : Array.from({ length: file.replies }, (_, index) => file.from + index);
}

/** Without the replies, which may be a hundred thousand. */
export function toldMoves({ replies: _replies, ...told }: Moves): BatchMoves {
  return told;
}
