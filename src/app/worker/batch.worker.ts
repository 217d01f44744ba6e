import { messageOf } from '../message-of.ts';
import {
  countersOf,
  DeclaredTools,
  withoutTurnEnd,
  groupsOf,
  Judge,
  type Move,
  picked,
  type ReplyResult,
  ResultColumns,
  runtimesFor,
} from '../../core/index.ts';
import { caseOf, withoutCalls } from './batch-case.ts';
import { exported } from './batch-export.ts';
import { placesThrough } from './batch-filter.ts';
import { comparedFiles, comparedWith, type Comparison, isServer } from './batch-moves.ts';
import { inOrder, type RowOrder } from './batch-order.ts';
import {
  type BatchAsk,
  type BatchCase,
  type BatchFile,
  type BatchFilter,
  type BatchRow,
  type BatchServer,
  type BatchSetting,
  type BatchTold,
  type BatchTrial,
  BY_FILE,
  type FilePair,
  type MappedFile,
  noFilter,
} from './batch-protocol.ts';
import { noHits, searchTexts } from './batch-search.ts';
import { summaryOf, withoutMembers } from './batch-summary.ts';
import { tryOn } from './batch-trial.ts';
import { FileAsks } from './file-asks.ts';
import { type JudgeAsk, type JudgeTold, Sharing } from './judge-pool.ts';
import { openFiles } from './log-files.ts';
import { poolOf } from './own-judges.ts';
import { ReplyStore } from './reply-store.ts';

/** Milliseconds of work between two looks at what the page has asked. */
const SLICE = 40;
/** Milliseconds between two reports of groups while replies are read. */
const BETWEEN_GROUPS = 2000;
/** Fewer replies are read before other workers have their code. */
const MANY = 1000;
/** So many replies go to the parser file at once. */
const TO_FILE = 20;
/** So many replies are taken from the store at once. */
const SHARE = 100;

let replies = new ReplyStore();
let declared = new DeclaredTools();
let files: readonly BatchFile[] = [];
let results = new ResultColumns();
let setting: BatchSetting | null = null;
/** What another server made of the same replies. */
let before: { readonly server: BatchServer; readonly results: ResultColumns } | null = null;
let pair: FilePair | null = null;
/** What is compared now; null as long as it is not asked for, or nothing is compared. */
let compared: Comparison | null = null;
let filter = noFilter;
/** What the texts hold of what is searched for. */
let hits = noHits;
let searches = 0;
/** The search that is under way: what is saved waits for it. */
let searching: Promise<void> = Promise.resolve();
/** The places of the results that are listed: as they came, and in the order that somebody has chosen. */
let through: readonly number[] = [];
let listed: readonly number[] = [];
let order: RowOrder = 'file';
/** Count what was begun: older work ends when it sees that it is not the newest. */
let run = 0;
/** The one that somebody has stopped. */
let stopped = 0;
let trial = 0;
/** What became of the replies that something was tried with last, by their places. */
let tried: ReadonlyMap<number, Move> | null = null;
let isPaused = false;
const fileAsks = new FileAsks(tell);
/** The judge of a worker that another one has started. */
let judging: Promise<Judge> | null = null;

self.onmessage = ({ data }: MessageEvent<BatchAsk | JudgeAsk>) => {
  void answer(data).catch((error: unknown) => {
    tell({ kind: 'problem', sentence: messageOf(error) });
  });
};

function tell(told: BatchTold): void {
  self.postMessage(told);
}

async function answer(ask: BatchAsk | JudgeAsk): Promise<void> {
  switch (ask.kind) {
    case 'be-judge':
      judging = judgeFor(ask);
      break;
    case 'judge': {
      const judge = await judging;
      const judged = judge === null ? [] : ask.replies.map((reply) => judge.judge(reply));
      self.postMessage({ number: ask.number, results: judged } satisfies JudgeTold);
      break;
    }
    case 'open':
      await open(ask.files, ask);
      break;
    case 'read':
      await readAgain(ask);
      break;
    case 'file-read':
      fileAsks.take(ask.number, ask.readings);
      break;
    case 'pause':
      ({ isPaused } = ask);
      break;
    case 'stop':
      stopped = run;
      run += 1;
      tellGroups();
      break;
    case 'filter':
      searching = filterBy(ask.filter);
      await searching;
      break;
    case 'compare':
      ({ pair } = ask);
      filter = { ...filter, move: null };
      compare();
      tellGroups();
      break;
    case 'try':
      await searching;
      await tryOut(ask.trial);
      break;
    case 'order':
      ({ order } = ask);
      listed = inOrder(order, through, results);
      break;
    case 'rows':
      tell({ kind: 'rows', from: ask.from, rows: listed.slice(ask.from, ask.to).flatMap((index) => rowOf(index)) });
      break;
    case 'reply':
      await tellReply(ask.index, ask.isShrunk);
      break;
    case 'cases':
      await searching;
      await tellCases(ask.most);
      break;
    case 'summary':
      await searching;
      await tellSummary(ask.order);
      break;
    case 'export':
      await searching;
      tell({
        kind: 'exported',
        blob: await exported(ask.form, listed, { replies, results, files, compared }),
        form: ask.form,
      });
  }
}

/** Lets what the page has asked meanwhile come in. */
function breathe(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, isPaused ? 100 : milliseconds);
  });
}

async function open(given: readonly MappedFile[], asked: BatchSetting): Promise<void> {
  const own = ++run;
  trial += 1;
  [replies, results, declared, isPaused] = [new ReplyStore(), new ResultColumns(), new DeclaredTools(), false];
  [files, before, pair, compared, filter, hits] = [[], null, null, null, noFilter, noHits];
  order = 'file';
  searches += 1;
  const size = given.reduce((sum, { file }) => sum + file.size, 0);
  await openFiles(given, {
    replies,
    declared,
    progress: (read) => {
      tell({ kind: 'progress', read, size, judged: 0, replies: replies.length, rate: 0, isDone: false });
    },
    opened: (told) => {
      if (own !== run) return;
      files = told;
      tell({ kind: 'files', files: told });
    },
    isOver: () => own !== run,
  });
  if (own === run) await judgeAll(own, asked, size);
}

async function readAgain(asked: BatchSetting): Promise<void> {
  trial += 1;
  const isOther = setting !== null && JSON.stringify(asked.server) !== JSON.stringify(setting.server);
  if (setting !== null && results.length === replies.length && isOther) before = { server: setting.server, results };
  await judgeAll(++run, asked, 0);
}

async function judgeFor({ server, isAligning }: Pick<BatchSetting, 'server' | 'isAligning'>): Promise<Judge> {
  return new Judge({ ...server, runtimes: await runtimesFor(server.runtime), isAligning });
}

async function judgeAll(own: number, asked: BatchSetting, size: number): Promise<void> {
  setting = asked;
  results = new ResultColumns();
  compared = null;
  const judge = await judgeFor(asked);
  const isFile = asked.server.runtime === BY_FILE;
  const pool = !isFile && asked.workers > 1 && replies.length >= MANY ? poolOf(asked) : null;
  const sharing = pool && new Sharing(pool, judge, { replies, results, declared });
  let worked = 0;
  let grouped = performance.now();
  let told = 0;
  const report = (isDone: boolean): void => {
    const rate = worked === 0 ? 0 : (1000 * results.length) / worked;
    tell({ kind: 'progress', read: size, size, judged: results.length, replies: replies.length, rate, isDone });
  };
  while (results.length < replies.length && own === run) {
    const slice = performance.now();
    if (isPaused) await breathe();
    else if (isFile) {
      if (!(await judgeByFile(judge, own))) break;
      worked += performance.now() - slice;
    } else if (sharing === null) {
      await judgeSlice(judge, results.length, (result) => results.push(result), own);
      worked += performance.now() - slice;
      await breathe();
    } else {
      const { more } = sharing;
      await sharing.deal();
      await Promise.race([more, breathe(SLICE)]);
      worked += performance.now() - slice;
    }
    if (own !== run) break;
    report(false);
    // Who pauses it looks at the groups: they are of all that was read.
    const isDue = isPaused ? told !== results.length : performance.now() - grouped > BETWEEN_GROUPS;
    if (isDue) {
      told = results.length;
      const begun = performance.now();
      tellGroups();
      // Grouping takes longer the more there is: it never takes more than a part of the time.
      grouped = performance.now() + 10 * (performance.now() - begun);
    }
  }
  pool?.end();
  if (own === stopped) {
    tellGroups();
    report(false);
  }
  if (own !== run) return;
  compare();
  // The end is told with numbers of all, and not before them.
  tellGroups();
  report(true);
}

/** Judges for a moment, from a place on. */
async function judgeSlice(judge: Judge, from: number, take: (result: ReplyResult) => void, own: number): Promise<void> {
  const start = performance.now();
  const share = await replies.read(from, from + SHARE);
  for (const reply of share) {
    if (own !== run || performance.now() - start > SLICE) return;
    take(judge.judge(declared.joined(reply)));
  }
}

/** Judges what the parser file makes of the next replies. False where it could not be asked, or something newer was begun. */
async function judgeByFile(judge: Judge, own: number): Promise<boolean> {
  const share = await replies.read(results.length, results.length + TO_FILE);
  const judged = await fileAsks.judge(
    judge,
    share.map((reply) => declared.joined(reply)),
  );
  if (own !== run) return false;
  if (judged === null) {
    run += 1;
    tellGroups();
    tell({ kind: 'problem', sentence: 'Your parser file could not be asked: it was closed, changed or stopped.' });
    return false;
  }
  for (const result of judged) results.push(result);
  return true;
}

/** Compares what there is to compare, when all is read. */
function compare(): void {
  compared = null;
  if (results.length < replies.length || results.length === 0) return;
  if (pair !== null) compared = comparedFiles(results, files, pair);
  else if (before !== null && [before.server, setting?.server].every((one) => isServer(one?.runtime ?? 'auto')))
    compared = comparedWith(before.results, results);
}

async function filterBy(asked: BatchFilter): Promise<void> {
  const own = ++searches;
  const found = asked.search === hits.search ? hits : await searchTexts(asked.search, replies, () => own !== searches);
  if (found === null || own !== searches) return;
  [filter, hits] = [asked, found];
  tellGroups();
}

function tellGroups(): void {
  const scope = { results, files, compared, hits };
  const places = placesThrough({ ...filter, outcome: null }, scope);
  const shown = picked(results, places);
  const groups = groupsOf(shown);
  const chosen = groups.find(({ key }) => key === filter.group);
  const ofOutcome = filter.outcome === null ? places : placesThrough(filter, scope);
  const inGroup = chosen === undefined ? ofOutcome : chosen.members.flatMap((member) => places[member] ?? []);
  through = filter.tried === null ? inGroup : inGroup.filter((place) => tried?.get(place) === filter.tried);
  listed = inOrder(order, through, results);
  tell({
    kind: 'groups',
    judged: results.length,
    readBy: setting?.server.runtime ?? 'auto',
    counters: countersOf(shown),
    groups: groups.map((group) => withoutMembers(group)),
    rows: listed.length,
    filter: chosen === undefined ? { ...filter, group: null } : filter,
    moves: compared?.moves ?? null,
    before: pair === null ? (before?.server ?? null) : null,
  });
}

function rowOf(index: number): BatchRow[] {
  const result = results.at(index);
  if (result === undefined) return [];
  const { id, outcome, why, served, isMarkedWrong, names, model, length, outline } = result;
  const was = compared?.byPlace.get(index)?.was ?? null;
  return [{ index, id, outcome, why, served, isMarkedWrong, names, model, length, outline, was }];
}

/** Reads what is listed once more with a change, and says what it changes. */
async function tryOut(asked: BatchTrial | null): Promise<void> {
  const own = ++trial;
  tried = null;
  if (asked === null || setting === null) return;
  const { server, isAligning } = setting;
  const places = listed;
  let slice = performance.now();
  const found = await tryOn(asked, {
    places,
    results,
    server,
    judgeFor: (other) => judgeFor({ server: other, isAligning }),
    runtimeOf: async (id) => (await runtimesFor(id)).find((runtime) => runtime.id === id) ?? null,
    replyAt: async (place) => {
      const reply = await replies.at(place);
      return reply === null ? null : declared.joined(reply);
    },
    goesOn: async (done, all) => {
      if (own === trial && performance.now() - slice > SLICE) {
        tell({ kind: 'tried', done, all, moves: null, ranked: null });
        await breathe();
        slice = performance.now();
      }
      return own === trial;
    },
  });
  if (found === null || own !== trial) return;
  tried = found.byPlace;
  tell({ kind: 'tried', done: found.done, all: places.length, moves: found.moves, ranked: found.ranked });
}

async function replyAt(index: number, isShrunk: boolean): Promise<BatchCase | null> {
  const given = await replies.at(index);
  if (given === null || setting === null) return null;
  const reply = declared.joined(setting.isAligning ? withoutTurnEnd(given) : given);
  return caseOf(reply, results.at(index), setting.server, isShrunk);
}

async function tellReply(index: number, isShrunk: boolean): Promise<void> {
  const reply = await replyAt(index, isShrunk);
  if (reply !== null) tell({ kind: 'reply', ...withoutCalls(reply) });
}

async function tellCases(most: number): Promise<void> {
  const cases: BatchCase[] = [];
  for (const place of listed.slice(0, most)) {
    const one = await replyAt(place, false);
    if (one !== null && one.whole === null) cases.push(one);
  }
  tell({ kind: 'cases', cases, all: listed.length });
}

async function tellSummary(order: readonly string[]): Promise<void> {
  if (setting === null) return;
  const { runtime } = setting.server;
  const summary = await summaryOf(order, listed, { results, compared }, (place) => replyAt(place, false));
  tell({ kind: 'summary', runtime, ...summary });
}
