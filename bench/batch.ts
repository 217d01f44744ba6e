import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ReplyStore } from '../src/app/worker/reply-store.ts';
import { groupsOf, Judge, LogReader, ResultColumns, shrunkReply } from '../src/core/batch/index.ts';
import { runtimesFor } from '../src/core/index.ts';
import { tenTools } from './corpus.ts';
import { KINDS, LOG_SIZE, logLine, logSize, replyAt } from './long-log.ts';
import { atMost, printRow, printTitle } from './table.ts';

/** What one worker is asked: its share of a log, read with one runtime. */
interface Share {
  readonly runtime: string;
  readonly from: number;
  readonly to: number;
}

/** What it answers. */
interface ShareDone {
  readonly replies: number;
  readonly groups: number;
}

/** Reads a share as the page does: JSON lines in pieces, all replies packed away, then each of them judged, a row kept of each. */
async function readShare({ runtime, from, to }: Share): Promise<ShareDone> {
  const judge = new Judge({ runtime, runtimes: await runtimesFor(runtime), isAligning: true });
  const reader = new LogReader({ name: 'bench.jsonl' });
  const replies = new ReplyStore();
  const results = new ResultColumns();
  for (let index = from; index < to; index += 1) {
    for (const reply of reader.push(logLine(index))) replies.push(reply);
  }
  for (const reply of reader.end().replies) replies.push(reply);
  while (results.length < replies.length)
    for (const reply of await replies.read(results.length, results.length + AT_ONCE)) results.push(judge.judge(reply));
  return { replies: results.length, groups: groupsOf(results).length };
}

/** So many replies are taken from the store at once. */
const AT_ONCE = 100;

function inWorker(share: Share): Promise<ShareDone> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      workerData: share,
      // As a browser has it.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 160 },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** What a log takes. */
interface Taken {
  /** Seconds by the clock, and of computing on each of the two cores, which other programs do not lengthen. */
  readonly clock: number;
  readonly computing: number;
  readonly megabytes: number;
}

async function taken(runtime: string, count: number): Promise<Taken> {
  const half = count >> 1;
  const start = performance.now();
  const before = process.cpuUsage();
  let bytes = 0;
  const watch = setInterval(() => {
    bytes = Math.max(bytes, process.memoryUsage.rss());
  }, 200);
  const done = await Promise.all([
    inWorker({ runtime, from: 0, to: half }),
    inWorker({ runtime, from: half, to: count }),
  ]);
  clearInterval(watch);
  const { user, system } = process.cpuUsage(before);
  const read = done.reduce((sum, { replies }) => sum + replies, 0);
  if (read !== count) throw new Error(`${String(read)} of ${String(count)} replies came out`);
  return { clock: (performance.now() - start) / 1000, computing: (user + system) / 2e6, megabytes: bytes / 1e6 };
}

/** The longest time in which a reply of 4 KB is reduced, of each kind. Milliseconds. */
async function longestShrink(runtime: string): Promise<number> {
  const options = { runtime, runtimes: await runtimesFor(runtime), tools: tenTools };
  const times = Array.from({ length: KINDS }, (_, index) => {
    const start = performance.now();
    shrunkReply(replyAt(index, 4096), options);
    return performance.now() - start;
  });
  return Math.max(...times);
}

async function benchBatch(): Promise<void> {
  printTitle('A reply of 4 KB, reduced to the smallest that fails alike');
  for (const runtime of ['auto', 'vllm:hermes'])
    printRow({
      what: `the slowest kind, ${runtime}`,
      figure: await longestShrink(runtime),
      unit: 'ms',
      target: atMost(2000),
    });
  const count = logSize(process.argv[2]);
  for (const runtime of ['auto', 'vllm:hermes']) {
    printTitle(`${count.toLocaleString('en')} replies of 500 characters with ten tools, two workers, ${runtime}`);
    const quarter = await taken(runtime, count >> 2);
    const whole = await taken(runtime, count);
    const target = atMost((60 * count) / LOG_SIZE);
    printRow({ what: 'read, judged, grouped: computing on each core', figure: whole.computing, unit: 's', target });
    printRow({ what: 'by the clock', figure: whole.clock, unit: 's', target: null });
    printRow({ what: 'memory of the process', figure: whole.megabytes, unit: 'MB', target: atMost(500) });
    printRow({
      what: 'four times as many',
      figure: whole.computing / quarter.computing,
      unit: 'x',
      target: atMost(4.6),
    });
  }
}

if (isMainThread) await benchBatch();
else parentPort?.postMessage(await readShare(workerData as Share));
