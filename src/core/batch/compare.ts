import type { BatchOutcome, ReplyResult } from './judge.ts';
import { type Estimate, pairedDifference, signSentence } from './statistics.ts';

/** What became of a reply from one column to the other. */
export type Move = 'fixed' | 'broken' | 'other' | 'same' | 'unmatched';

export interface MovedReply {
  readonly move: Move;
  /** Where it is in the two lists; null where it has no partner. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface Moves {
  readonly replies: readonly MovedReply[];
  readonly counts: ReadonlyMap<Move, number>;
  /** By how much the rate of replies without a failure rose. */
  readonly difference: Estimate;
  readonly sentence: string;
}

const failures: ReadonlySet<BatchOutcome> = new Set(['error', 'lost', 'text', 'other', 'phantom']);

/** @internal Tests count failures on both sides. */
export function isFailure({ outcome }: Pick<ReplyResult, 'outcome'>): boolean {
  return failures.has(outcome);
}

/**
 * The results of two runtimes, flags or files side by side, joined by the ids of their records; where an id comes several times,
 * the first belongs to the first. Every result is in one move.
 */
export function movesBetween(before: readonly ReplyResult[], after: readonly ReplyResult[]): Moves {
  const waiting = new Map<string, number[]>();
  after.forEach(({ id }, index) => {
    const list = waiting.get(id);
    if (list === undefined) waiting.set(id, [index]);
    else list.push(index);
  });
  for (const list of waiting.values()) list.reverse();
  const replies: MovedReply[] = before.map((one, index) => {
    const partner = waiting.get(one.id)?.pop();
    const other = partner === undefined ? undefined : after[partner];
    if (partner === undefined || other === undefined) return { move: 'unmatched', before: index, after: null };
    return { move: moveOf(one, other), before: index, after: partner };
  });
  for (const list of waiting.values())
    for (const index of list) replies.push({ move: 'unmatched', before: null, after: index });
  const counts = new Map<Move, number>();
  for (const { move } of replies) counts.set(move, (counts.get(move) ?? 0) + 1);
  const fixed = counts.get('fixed') ?? 0;
  const broken = counts.get('broken') ?? 0;
  const pairs = replies.length - (counts.get('unmatched') ?? 0);
  return { replies, counts, difference: pairedDifference(fixed, broken, pairs), sentence: signSentence(fixed, broken) };
}

function moveOf(before: ReplyResult, after: ReplyResult): Move {
  const wasFailure = isFailure(before);
  if (wasFailure !== isFailure(after)) return wasFailure ? 'fixed' : 'broken';
  return before.outcome === after.outcome && before.why === after.why ? 'same' : 'other';
}
