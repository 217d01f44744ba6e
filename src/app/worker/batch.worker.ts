import {
  countersOf,
  DeclaredTools,
  type FileReading,
  groupsOf,
  Judge,
  type LoggedReply,
  LogReader,
  type LogProblem,
  movesBetween,
  type OpenZstd,
  type ReplyResult,
  runtimesFor,
  shrunkReply,
  writeTools,
} from '../../core/index.ts';
import { toCsv, toJsonLines } from './batch-export.ts';
import {
  type BatchAsk,
  type BatchFile,
  type BatchFilter,
  type BatchReply,
  type BatchSetting,
  type BatchTold,
  BY_FILE,
} from './batch-protocol.ts';
import { type JudgeAsk, JudgePool, type JudgeTold, Sharing } from './judge-pool.ts';

/** Milliseconds of work between two looks at what the page has asked. */
const SLICE = 40;
/** Milliseconds between two reports of groups while replies are read. */
const BETWEEN_GROUPS = 2000;
/** So many groups are in a summary. */
const IN_SUMMARY = 10;
/** Fewer replies are read before other workers have their code. */
const MANY = 1000;
/** So many replies go to the parser file at once. */
const TO_FILE = 20;

/** Workers start under Trusted Types too, where a host sends the policy of the page. */
const ownScript = (self as Partial<Pick<Window, 'trustedTypes'>>).trustedTypes?.createPolicy('app', {
  createScriptURL: (url: string) => {
    if (url !== self.location.href) throw new TypeError(`Not this script: ${url}`);
    return url;
  },
});

let replies: LoggedReply[] = [];
let declared = new DeclaredTools();
let results: ReplyResult[] = [];
/** What another runtime made of the same replies. */
let before: { readonly runtime: string; readonly version: number; readonly results: readonly ReplyResult[] } | null =
  null;
let runtime = '';
/** Of the parser file, where that reads. */
let version = 0;
let filter: BatchFilter = { outcome: null, group: null, search: '' };
/** The places of the results that are listed. */
let listed: readonly number[] = [];
/** Counts what was begun: older work ends when it sees that it is not the newest. */
let run = 0;
let isPaused = false;
/** How often the parser file was asked: an answer to an older question is not taken. */
let filesAsked = 0;
/** Takes what the parser file made of the replies that were asked about last. */
let takeReadings: { readonly number: number; readonly take: (readings: readonly FileReading[] | null) => void } | null =
  null;
/** The judge of a worker that another one has started. */
let judging: Promise<Judge> | null = null;

self.onmessage = ({ data }: MessageEvent<BatchAsk | JudgeAsk>) => {
  void answer(data).catch((error: unknown) => {
    tell({ kind: 'problem', sentence: error instanceof Error ? error.message : String(error) });
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
      if (results.length === replies.length && (ask.runtime !== runtime || ask.version !== version))
        before = { runtime, version, results };
      await judgeAll(++run, ask, 0);
      break;
    case 'file-read':
      if (takeReadings?.number === ask.number) takeReadings.take(ask.readings);
      break;
    case 'pause':
      ({ isPaused } = ask);
      break;
    case 'stop':
      run += 1;
      tellGroups();
      break;
    case 'filter':
      ({ filter } = ask);
      tellGroups();
      break;
    case 'rows':
      tell({ kind: 'rows', from: ask.from, rows: listed.slice(ask.from, ask.to).flatMap((index) => rowOf(index)) });
      break;
    case 'reply':
      await tellReply(ask.index, ask.isShrunk);
      break;
    case 'summary':
      await tellSummary();
      break;
    case 'export': {
      const chosen = listed.flatMap((index) => {
        const [reply, result] = [replies[index], results[index]];
        return reply === undefined || result === undefined ? [] : [{ reply, result }];
      });
      const parts = ask.form === 'csv' ? toCsv(chosen) : toJsonLines(chosen);
      tell({ kind: 'exported', blob: new Blob(parts), name: `replies.${ask.form}` });
    }
  }
}

/** Lets what the page has asked meanwhile come in. */
function breathe(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, isPaused ? 100 : milliseconds);
  });
}

async function open(files: readonly File[], setting: BatchSetting): Promise<void> {
  const own = ++run;
  [replies, results, declared, before, isPaused] = [[], [], new DeclaredTools(), null, false];
  filter = { outcome: null, group: null, search: '' };
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const told: BatchFile[] = [];
  let read = 0;
  for (const file of files) {
    const reader = new LogReader({ name: file.name, zstd: await zstdFor(file) });
    const from = replies.length;
    const stream = file.stream().getReader();
    for (let piece = await stream.read(); !piece.done; piece = await stream.read()) {
      if (own !== run) return;
      read += piece.value.length;
      for (const reply of reader.push(piece.value)) replies.push(reply);
      tell({ kind: 'progress', read, size, judged: 0, replies: replies.length, rate: 0, isDone: false });
    }
    const { replies: last, summary } = reader.end();
    for (const reply of last) replies.push(reply);
    declared.add(summary.declared);
    told.push({
      name: file.name,
      shape: summary.shape,
      replies: replies.length - from,
      failed: summary.failed,
      declared: summary.declared.length,
      troubles: summary.troubles,
      problems: summary.problems.slice(0, 20).map((one) => problemText(one)),
    });
    tell({ kind: 'files', files: [...told] });
  }
  await judgeAll(own, setting, size);
}

/** Zstandard is fetched for the files that may hold it. */
async function zstdFor(file: File): Promise<OpenZstd | null> {
  if (!/\.(?:eval|zip|zst)$/i.test(file.name)) return null;
  const { Decompress } = await import('fzstd');
  return (given) =>
    new Decompress((data) => {
      given(new Uint8Array(data));
    });
}

async function judgeFor({ runtime: id, isAligning }: Pick<BatchSetting, 'runtime' | 'isAligning'>): Promise<Judge> {
  return new Judge({ runtime: id, runtimes: await runtimesFor(id), isAligning });
}

async function judgeAll(own: number, setting: BatchSetting, size: number): Promise<void> {
  ({ runtime, version } = setting);
  results = [];
  const judge = await judgeFor(setting);
  const isFile = runtime === BY_FILE;
  const pool = !isFile && setting.workers > 1 && replies.length >= MANY ? poolOf(setting) : null;
  const sharing = pool && new Sharing(pool, judge, { replies, results, declared });
  let worked = 0;
  let grouped = performance.now();
  const report = (isDone: boolean): void => {
    const rate = worked === 0 ? 0 : (1000 * results.length) / worked;
    tell({ kind: 'progress', read: size, size, judged: results.length, replies: replies.length, rate, isDone });
  };
  while (results.length < replies.length && own === run) {
    const slice = performance.now();
    if (isPaused) await breathe();
    else if (isFile) {
      if (!(await judgeByFile(judge, own))) return;
      worked += performance.now() - slice;
    } else if (sharing === null) {
      judgeSlice(judge);
      worked += performance.now() - slice;
      await breathe();
    } else {
      sharing.deal();
      await Promise.race([sharing.more, breathe(SLICE)]);
      worked += performance.now() - slice;
    }
    report(false);
    if (!isPaused && performance.now() - grouped > BETWEEN_GROUPS) {
      const begun = performance.now();
      tellGroups();
      // Grouping takes longer the more there is: it never takes more than a part of the time.
      grouped = performance.now() + 10 * (performance.now() - begun);
    }
  }
  pool?.end();
  if (own !== run) return;
  report(true);
  tellGroups();
}

/** Judges for a moment. */
function judgeSlice(judge: Judge): void {
  const start = performance.now();
  while (results.length < replies.length && performance.now() - start < SLICE) {
    const reply = replies[results.length];
    if (reply !== undefined) results.push(judge.judge(declared.joined(reply)));
  }
}

/** Judges what the parser file makes of the next replies. False where it could not be asked, or something newer was begun. */
async function judgeByFile(judge: Judge, own: number): Promise<boolean> {
  const asked = replies.slice(results.length, results.length + TO_FILE).map((reply) => declared.joined(reply));
  const questions = asked.map((reply) => judge.questionOf(reply));
  const texts = questions.filter((question) => question !== null);
  filesAsked += 1;
  const number = filesAsked;
  const readings = await new Promise<readonly FileReading[] | null>((take) => {
    takeReadings = { number, take };
    tell({ kind: 'ask-file', number, replies: texts });
  });
  if (own !== run) return false;
  if (readings === null || readings.length !== texts.length) {
    run += 1;
    tellGroups();
    tell({ kind: 'problem', sentence: 'Your parser file could not be asked: it was closed, changed or stopped.' });
    return false;
  }
  let next = 0;
  for (const [place, reply] of asked.entries()) {
    const reading = questions[place] === null ? null : (readings[next] ?? null);
    if (reading !== null) next += 1;
    results.push(judge.judge(reply, reading));
  }
  return true;
}

/** More workers of this very script. */
function poolOf({ runtime: id, isAligning, workers }: BatchSetting): JudgePool {
  const { href } = self.location;
  const address = (ownScript?.createScriptURL(href) ?? href) as string;
  return new JudgePool(workers, () => new Worker(address, { type: 'module', name: 'judge' }), {
    runtime: id,
    isAligning,
  });
}

function matches({ outcome, id, names, model, outline }: ReplyResult): boolean {
  if (filter.outcome !== null && outcome !== filter.outcome) return false;
  if (filter.search === '') return true;
  const text = `${id}\n${names.join(' ')}\n${model ?? ''}\n${outline}`.toLowerCase();
  return filter.search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function tellGroups(): void {
  const places = results.flatMap((result, index) => (matches(result) ? [index] : []));
  const shown = places.flatMap((index) => results[index] ?? []);
  const groups = groupsOf(shown);
  const chosen = groups.find(({ key }) => key === filter.group);
  listed = chosen === undefined ? places : chosen.members.flatMap((member) => places[member] ?? []);
  const moves = before === null || results.length < replies.length ? null : movesBetween(before.results, results);
  tell({
    kind: 'groups',
    counters: countersOf(shown),
    groups: groups.map(({ members: _members, ...group }) => group),
    rows: listed.length,
    moves:
      moves === null || before === null
        ? null
        : { counts: moves.counts, sentence: moves.sentence, before: before.runtime },
  });
}

function rowOf(index: number): Extract<BatchTold, { kind: 'rows' }>['rows'] {
  const result = results[index];
  if (result === undefined) return [];
  const { id, outcome, isWrong, names, model, outline } = result;
  return [{ index, id, outcome, isWrong, names, model, outline }];
}

async function replyAt(index: number, isShrunk: boolean): Promise<BatchReply | null> {
  const given = replies[index];
  if (given === undefined) return null;
  const reply = declared.joined(given);
  const options = {
    runtime,
    runtimes: await runtimesFor(runtime),
    ...(reply.tools === null ? {} : { tools: reply.tools }),
  };
  const text = reply.text ?? '';
  const calls = reply.calls ?? [];
  const isNative = results[index]?.outcome === 'native' && calls.length > 0;
  const native = calls.map((call, number) => ({
    type: 'function',
    id: `call_${String(number + 1)}`,
    function: { name: call.name, arguments: call.isBroken ? call.arguments : JSON.stringify(call.arguments ?? {}) },
  }));
  return {
    id: reply.id,
    // What a parser file makes of a shorter text, nobody has asked.
    text: isShrunk && text !== '' && runtime !== BY_FILE ? shrunkReply(text, options) : text,
    native: isNative ? JSON.stringify(native, null, 2) : '',
    tools: reply.tools === null ? '' : writeTools(reply.tools, 'openai'),
  };
}

async function tellReply(index: number, isShrunk: boolean): Promise<void> {
  const reply = await replyAt(index, isShrunk);
  if (reply !== null) tell({ kind: 'reply', ...reply });
}

async function tellSummary(): Promise<void> {
  const shown = listed.flatMap((index) => results[index] ?? []);
  const groups = groupsOf(shown).slice(0, IN_SUMMARY);
  const told = groups.map(async ({ members, ...group }) => {
    const places = members.flatMap((member) => listed[member] ?? []);
    const length = (index: number): number => results[index]?.length ?? Infinity;
    const shortest = places.reduce((best, index) => (length(index) < length(best) ? index : best), places[0] ?? -1);
    return { group, reply: await replyAt(shortest, false) };
  });
  tell({ kind: 'summary', runtime, counters: countersOf(shown), groups: await Promise.all(told) });
}

const problemWords: Readonly<Record<LogProblem['code'], string>> = {
  broken: 'is no JSON',
  long: 'is longer than a browser can hold',
  cut: 'is cut off',
  characters: 'has bytes that are no UTF-8',
  packed: 'could not be unpacked',
  bomb: 'becomes far larger than a log when it is unpacked, and was not read further',
};

function problemText({ code, line }: LogProblem): string {
  return `${line === null ? 'The file' : `Line ${line.toLocaleString('en')}`} ${problemWords[code]}.`;
}
