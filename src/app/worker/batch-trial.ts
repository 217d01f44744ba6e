import {
  type AskedReply,
  changedReply,
  type Judge,
  type LoggedReply,
  type Move,
  movesBetween,
  picked,
  type ReplyChange,
  ResultColumns,
  toolDefinitions,
} from '../../core/index.ts';
import { toldMoves } from './batch-moves.ts';
import type { BatchMoves, BatchServer, BatchTrial, RankedServer } from './batch-protocol.ts';

type Runtime = Parameters<AskedReply['answers']>[0];

/** So many replies are read by each of several servers: what is true of these is true of the rest. */
const MOST_RANKED = 100;

/** What there is to try something with. */
export interface TrialOf {
  /** The places of the replies, and what became of them so far. */
  readonly places: readonly number[];
  readonly results: ResultColumns;
  readonly server: BatchServer;
  readonly replyAt: (place: number) => Promise<LoggedReply | null>;
  readonly judgeFor: (server: BatchServer) => Promise<Judge>;
  readonly runtimeOf: (id: string) => Promise<Runtime | null>;
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
  const judge = await of.judgeFor(of.server);
  const runtimes = await Promise.all(servers.map((server) => of.runtimeOf(server.runtime)));
  const places = of.places.slice(0, MOST_RANKED);
  const counts = servers.map((server) => ({ server, count: 0 }));
  for (const [index, place] of places.entries()) {
    const reply = await of.replyAt(place);
    const asked = reply === null ? null : judge.asked(reply);
    for (const [at, runtime] of runtimes.entries()) {
      if (!(await of.goesOn(index * servers.length + at, places.length * servers.length))) return null;
      const tally = counts[at];
      if (asked === null || runtime === null || tally === undefined) continue;
      const { whole, streamed } = asked.answers(runtime);
      tally.count += Number(whole.calls === 'same' && (streamed ?? whole).calls === 'same');
    }
  }
  const ranked = counts.toSorted((one, other) => other.count - one.count);
  return { done: places.length, moves: null, ranked, byPlace: new Map() };
}
