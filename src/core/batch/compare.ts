import { counted } from '../text/document/index.ts';
import { cameOf } from './came.ts';
import { add, commonest } from './counts.ts';
import { type Counters, countersOf } from './groups.ts';
import type { ReplyResult } from './judge.ts';
import { type BatchOutcome, outcomes } from './outcome.ts';
import type { Results } from './results.ts';
import { type Estimate, pairedDifference, signSentence } from './statistics.ts';

/**
 * What became of a reply from one column to the other. Of `stream-fixed` and `stream-broken` the whole reply is as good as before,
 * and what comes when it streams is not. Of `gone`, `come` and `changed` nobody says whether it is better: a call came before and none
 * now, one comes now alone, or the outcome is another one. An answer without a call is right or wrong only where somebody says so.
 * `other`: the same outcome for another reason.
 */
export type Move =
  | 'fixed'
  | 'broken'
  | 'stream-fixed'
  | 'stream-broken'
  | 'gone'
  | 'come'
  | 'changed'
  | 'other'
  | 'same'
  | 'unmatched';

export interface MovedReply {
  readonly move: Move;
  /** Where it is in the two lists; null where it has no partner. */
  readonly before: number | null;
  readonly after: number | null;
}

/** How many replies went from one outcome to another; null where there is no partner. */
export interface OutcomeMove {
  readonly move: Move;
  readonly before: BatchOutcome | null;
  readonly after: BatchOutcome | null;
  readonly count: number;
}

export interface Moves {
  readonly replies: readonly MovedReply[];
  readonly counts: ReadonlyMap<Move, number>;
  /** The same counts by outcomes, commonest first. */
  readonly outcomes: readonly OutcomeMove[];
  /** By how much more of the joined replies got better than worse. */
  readonly difference: Estimate;
  readonly sentence: string;
  /** What came of all replies of each side, joined or not. */
  readonly came: readonly [before: Counters['came'], after: Counters['came']];
}

const failures: ReadonlySet<BatchOutcome> = new Set(['error', 'lost', 'text', 'other', 'phantom', 'unfit']);

/**
 * Whether a reply failed: by its outcome, by what the log says, or, where a server has taken the calls out of the text, because
 * something is wrong with these calls.
 */
export function isFailure({
  outcome,
  isWrong,
  ownFaults,
}: Pick<ReplyResult, 'outcome' | 'isWrong' | 'ownFaults'>): boolean {
  return failures.has(outcome) || isWrong || (outcome === 'native' && ownFaults.length > 0);
}

/**
 * The results of two runtimes, flags or files side by side, joined by the ids of their records; where an id comes several times,
 * the first belongs to the first. Every result is in one move.
 */
export function movesBetween(before: Results, after: Results): Moves {
  const waiting = new Map<string, number[]>();
  let place = 0;
  for (const { id } of after) {
    const list = waiting.get(id);
    if (list === undefined) waiting.set(id, [place]);
    else list.push(place);
    place += 1;
  }
  for (const list of waiting.values()) list.reverse();
  const replies: MovedReply[] = [];
  const counts = new Map<Move, number>();
  const pairs = new Map<string, number>();
  const tell = (moved: MovedReply, from: ReplyResult | undefined, to: ReplyResult | undefined): void => {
    replies.push(moved);
    add(counts, moved.move);
    add(pairs, `${moved.move} ${from?.outcome ?? ''} ${to?.outcome ?? ''}`);
  };
  place = 0;
  for (const one of before) {
    const partner = waiting.get(one.id)?.pop();
    const other = partner === undefined ? undefined : after.at(partner);
    if (partner === undefined || other === undefined)
      tell({ move: 'unmatched', before: place, after: null }, one, other);
    else tell({ move: moveOf(one, other), before: place, after: partner }, one, other);
    place += 1;
  }
  for (const list of waiting.values())
    for (const index of list) tell({ move: 'unmatched', before: null, after: index }, undefined, after.at(index));
  const fixed = counts.get('fixed') ?? 0;
  const broken = counts.get('broken') ?? 0;
  const joined = replies.length - (counts.get('unmatched') ?? 0);
  return {
    replies,
    counts,
    outcomes: commonest(pairs).map(([pair, count]) => outcomeMove(pair, count)),
    difference: pairedDifference(fixed, broken, joined),
    sentence: [
      sentenceOf(signSentence(fixed, broken), counts.get('stream-fixed') ?? 0, counts.get('stream-broken') ?? 0),
      openText(counts),
    ]
      .filter((part) => part !== '')
      .join(' '),
    came: [countersOf(before).came, countersOf(after).came],
  };
}

/** What is said of replies of which nobody says which side is right. */
function openText(counts: Moves['counts']): string {
  const parts = (['gone', 'come', 'changed'] as const).flatMap((move) => {
    const count = counts.get(move) ?? 0;
    return count === 0 ? [] : [`${counted(count, 'reply')} ${openWords[move]}`];
  });
  return parts.length === 0 ? '' : `Not counted, because nobody says which side is right: ${parts.join(', ')}.`;
}

const openWords = { gone: 'lost a call', come: 'gained a call', changed: 'got another outcome' } as const;

/** @param whole what is said of replies that are read as a whole */
function sentenceOf(whole: string, fixed: number, broken: number): string {
  if (fixed + broken === 0) return whole;
  return `Whole replies: ${whole.replace(/^N/, 'n')} Streamed: ${signSentence(fixed, broken)}`;
}

function outcomeMove(pair: string, count: number): OutcomeMove {
  const [move, from, to] = pair.split(' ');
  const outcome = (name: string | undefined): BatchOutcome | null => outcomes.find((one) => one === name) ?? null;
  return { move: move as Move, before: outcome(from), after: outcome(to), count };
}

/** A call that should come did not. */
const missed: ReadonlySet<BatchOutcome> = new Set(['error', 'lost', 'text']);

/** Whether a call comes that was lost. The log has none, and that was the fault: no question says that none is expected. */
function isMissedCall(found: ReplyResult, lost: ReplyResult): boolean {
  return found.outcome === 'phantom' && !found.isAsked && missed.has(lost.outcome);
}

function hasCall(result: ReplyResult): boolean {
  return ['calls', 'apart', 'unfit'].includes(cameOf(result));
}

/** Whether there is no call, and nobody says whether one was due. */
function isOpenAnswer(result: ReplyResult): boolean {
  if (result.isWrong || (result.outcome === 'expected' && result.isAsked)) return false;
  return ['none', 'open'].includes(cameOf(result));
}

/** Whether a call failed in place of an answer of which nobody says whether it was right: then nobody knows what is worse. */
function isUndecided(answer: ReplyResult, failed: ReplyResult): boolean {
  return isOpenAnswer(answer) && isFailure(failed) && !failed.isWrong && failed.outcome !== 'error';
}

function moveOf(before: ReplyResult, after: ReplyResult): Move {
  const isOpen = isUndecided(before, after) || isUndecided(after, before);
  const wasFailure = isFailure(before) && !isMissedCall(before, after);
  if (!isOpen && wasFailure !== (isFailure(after) && !isMissedCall(after, before)))
    return wasFailure ? 'fixed' : 'broken';
  const hadCall = hasCall(before);
  if (hadCall !== hasCall(after)) return hadCall ? 'gone' : 'come';
  const [wasOther, isOther] = [before.isStreamOther, after.isStreamOther];
  if (hadCall && !wasFailure && wasOther !== null && isOther !== null && wasOther !== isOther)
    return wasOther ? 'stream-fixed' : 'stream-broken';
  if (before.outcome !== after.outcome) return 'changed';
  return before.why === after.why ? 'same' : 'other';
}
