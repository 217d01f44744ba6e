import { messageOf } from '../message-of.ts';
import { createWorker } from '../../trusted-types.ts';
import workerUrl from './parser-file.worker.ts?worker&url';
import type { ParserJob, ParserJobs } from './protocol.ts';
import { pythonFiles, pythonFolder } from './python-files.ts';
import type { ParserAsk, ParserTold } from './worker-protocol.ts';

/** How long Python may take to start, and how long a job may take, in milliseconds. */
const deadlines = { start: 60_000, load: 10_000, read: 10_000, cuts: 10_000, replies: 20_000 } as const;

/** `hung`: it overran its deadline and was ended. `unfetched`: Python did not arrive. `broken`: Python itself failed. */
export type ParserResult<Kind extends keyof ParserJobs> =
  | { readonly ok: true; readonly answer: ParserJobs[Kind]['answers'] }
  | { readonly ok: false; readonly reason: 'hung' | 'unfetched' | 'broken'; readonly message: string };

/** How much of Python has arrived, in bytes. */
export interface PythonProgress {
  readonly done: number;
  readonly total: number;
}

const noScript = 'The script that runs Python could not be loaded.';

/** Fetches what the page names, and counts it. */
type Fetch = (url: string, report: (bytes: number) => void) => Promise<ArrayBuffer>;

/**
 * Runs jobs on a Python in a worker of its own, one after the other. What hangs is ended: the next job gets a fresh worker, which
 * loads the same files again. Nothing is fetched before `start`.
 */
export class ParserClient {
  readonly #open: () => Worker;
  readonly #fetch: Fetch;
  #bytes: Promise<readonly [wasm: ArrayBuffer, library: ArrayBuffer]> | null = null;
  #worker: Worker | null = null;
  #files: ParserJob<'load'> | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  /** @internal Tests open workers of their own. */
  constructor(open = () => createWorker(workerUrl, 'parser'), fetch: Fetch = fetchCounted) {
    this.#open = open;
    this.#fetch = fetch;
  }

  /** One more, which starts what this one has fetched. */
  openBeside(): ParserClient {
    const other = new ParserClient(this.#open, this.#fetch);
    other.#bytes = this.#bytes;
    return other;
  }

  /** Fetches Python and starts it. */
  start(report: (progress: PythonProgress) => void): Promise<ParserResult<'load'> | null> {
    return this.#next(() => this.#start(report));
  }

  /** Does a job when those before it are done. */
  async run<Kind extends keyof ParserJobs>(job: ParserJob<Kind>): Promise<ParserResult<Kind>> {
    return this.#next(async () => {
      if (this.#worker === null) {
        const failed = await this.#start();
        if (failed !== null) return failed;
        if (this.#files !== null && job.ask !== 'load') {
          const loaded = await this.#ask<'load'>({ kind: 'job', job: this.#files as ParserJob }, deadlines.load);
          if (!loaded.ok) return loaded;
        }
      }
      if (job.ask === 'load') this.#files = job as ParserJob<'load'>;
      return this.#ask<Kind>({ kind: 'job', job: job as ParserJob }, deadlines[job.ask]);
    });
  }

  /** Ends what runs. The next job starts anew. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#giveUp?.();
  }

  #giveUp: (() => void) | null = null;

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #start(report: (progress: PythonProgress) => void = () => undefined): Promise<ParserResult<'load'> | null> {
    if (this.#worker !== null) return null;
    this.#bytes ??= this.#fetchAll(report);
    // Where the worker cannot be opened, nobody waits for it.
    this.#bytes.catch(() => undefined);
    let worker: Worker;
    const script: { problem: string | null } = { problem: null };
    try {
      // Its script comes while Python does.
      worker = this.#open();
      worker.onerror = ({ message }) => {
        script.problem = message || noScript;
      };
    } catch (error) {
      return { ok: false, reason: 'broken', message: messageOf(error) };
    }
    let bytes: readonly [ArrayBuffer, ArrayBuffer];
    try {
      bytes = await this.#bytes;
    } catch (error) {
      worker.terminate();
      this.#bytes = null;
      const message = messageOf(error);
      return { ok: false, reason: 'unfetched', message: `Python could not be fetched (${message}).` };
    }
    if (script.problem !== null) return { ok: false, reason: 'broken', message: script.problem };
    this.#worker = worker;
    const folder = new URL(`./${pythonFolder}/`, document.baseURI).href;
    const [wasm, library] = bytes;
    const started = await this.#ask<'load'>({ kind: 'start', folder, wasm, library }, deadlines.start);
    return started.ok ? null : started;
  }

  async #fetchAll(report: (progress: PythonProgress) => void): Promise<readonly [ArrayBuffer, ArrayBuffer]> {
    const total = pythonFiles.reduce((sum, { bytes }) => sum + bytes, 0);
    const done = pythonFiles.map(() => 0);
    const fetched = await Promise.all(
      pythonFiles.map(({ name }, place) =>
        this.#fetch(`./${pythonFolder}/${name}`, (bytes) => {
          done[place] = bytes;
          report({
            done: Math.min(
              total,
              done.reduce((sum, one) => sum + one, 0),
            ),
            total,
          });
        }),
      ),
    );
    const [, wasm, library] = fetched;
    if (wasm === undefined || library === undefined) throw new Error('A file is missing.');
    return [wasm, library];
  }

  #ask<Kind extends keyof ParserJobs>(ask: ParserAsk, deadline: number): Promise<ParserResult<Kind>> {
    const worker = this.#worker;
    if (worker === null) return Promise.resolve({ ok: false, reason: 'broken', message: 'Stopped.' });
    return new Promise((resolve) => {
      const settle = (result: ParserResult<Kind>): void => {
        clearTimeout(timer);
        this.#giveUp = null;
        if (!result.ok) {
          worker.terminate();
          if (this.#worker === worker) this.#worker = null;
        }
        resolve(result);
      };
      const timer = setTimeout(() => {
        const seconds = String(deadline / 1000);
        settle({ ok: false, reason: 'hung', message: `It took longer than ${seconds} seconds and was ended.` });
      }, deadline);
      this.#giveUp = () => {
        settle({ ok: false, reason: 'broken', message: 'Stopped.' });
      };
      worker.onmessage = ({ data }: MessageEvent<ParserTold>) => {
        if (data.kind === 'broken') settle({ ok: false, reason: 'broken', message: data.message });
        else settle({ ok: true, answer: (data.kind === 'answer' ? data.answer : undefined) as never });
      };
      worker.onerror = ({ message }) => {
        settle({ ok: false, reason: 'broken', message: message || noScript });
      };
      worker.postMessage(ask);
    });
  }
}

async function fetchCounted(url: string, report: (bytes: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new Error(`the server answered ${String(response.status)}`);
  let loaded = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        loaded += piece.length;
        report(loaded);
        controller.enqueue(piece);
      },
    }),
  );
  return new Response(counted).arrayBuffer();
}
