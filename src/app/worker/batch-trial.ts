import {
  changedReply,
  type Judge,
  type LoggedReply,
  type Move,
  movesBetween,
  picked,
  type ReplyChange,
  type ReplyResult,
  ResultColumns,
  toolDefinitions,
} from '../../core/index.ts';
import { toldMoves } from './batch-moves.ts';
import type { BatchMoves, BatchServer, BatchTrial, RankedServer } from './batch-protocol.ts';

/** So many replies are read by each of several servers: what is true of these is true of the rest. */
export const MOST_RANKED = 100;

/** What there is to try something with. */
export interface TrialOf {
  /** The places of the replies, and what became of them so far. */
  readonly places: readonly number[];
  readonly results: ResultColumns;
  readonly server: BatchServer;
  readonly replyAt: (place: number) => Promise<LoggedReply | null>;
  readonly judgeFor: (server: BatchServer) => Promise<Judge>;
  /** Says how many readings are done, and lets what the page has asked meanwhile come in. False where nobody waits any more. */
  readonly goesOn: (done: number, all: number) => Promise<boolean>;
}

/** What a change makes of replies. */
export interface Tried {
  readonly done: number;
  readonly moves: BatchMoves | null;
  readonly ranked: readonly RankedServer[] | null;
  /** What became of each reply, by its place. */
  readonly byPlace: ReadonlyMap<number, Move>;
}

/** Reads replies once more with a change. Null where nobody waits for it any more. */
export async function tryOn(asked: BatchTrial, of: TrialOf): Promise<Tried | null> {
  return asked.kind === 'servers' ? rankedBy(asked.servers, of) : changedBy(asked, of);
}

async function changedBy(asked: Exclude<BatchTrial, { kind: 'servers' }>, of: TrialOf): Promise<Tried | null> {
  const judge = await of.judgeFor(asked.kind === 'server' ? asked.server : of.server);
  const change: ReplyChange =
    asked.kind === 'tools' ? { kind: 'tools', tools: toolDefinitions(asked.tools) } : { kind: asked.kind };
  const after = new ResultColumns();
  for (const place of of.places) {
    const reply = await of.replyAt(place);
    if (!(await of.goesOn(after.length, of.places.length))) return null;
    if (reply !== null) after.push(judge.judge(changedReply(reply, change, judge)));
  }
  const moves = movesBetween(picked(of.results, of.places), after);
  const byPlace = new Map<number, Move>();
  for (const { move, before } of moves.replies) {
    const place = of.places[before ?? -1];
    if (place !== undefined) byPlace.set(place, move);
  }
  return { done: after.length, moves: toldMoves(moves), ranked: null, byPlace };
}

async function rankedBy(servers: readonly BatchServer[], of: TrialOf): Promise<Tried | null> {
  const replies: LoggedReply[] = [];
  for (const place of of.places.slice(0, MOST_RANKED)) {
    const reply = await of.replyAt(place);
    if (reply !== null) replies.push(reply);
  }
  const counts: { readonly server: BatchServer; readonly read: number; readonly sound: number }[] = [];
  for (const server of servers) {
    const judge = await of.judgeFor(server);
    let [read, sound] = [0, 0];
    for (const [index, reply] of replies.entries()) {
      const done = counts.length * replies.length + index;
      if (!(await of.goesOn(done, servers.length * replies.length))) return null;
      const result = judge.judge(reply);
      read += Number(isRead(result));
      sound += Number(isRead(result) && result.why === '');
    }
    counts.push({ server, read, sound });
  }
  // Where something is wrong with all of the calls, that they come is all that a server can do.
  const isAnySound = counts.some(({ sound }) => sound > 0);
  const ranked = counts
    .map(({ server, read, sound }) => ({ server, count: isAnySound ? sound : read }))
    .toSorted((one, other) => other.count - one.count);
  return { done: replies.length, moves: null, ranked, byPlace: new Map() };
}

function isRead({ outcome, isStreamOther }: ReplyResult): boolean {
  return (outcome === 'calls' || outcome === 'expected') && !isStreamOther;
}
