import { messageOf } from '../message-of.ts';
import { createWorker } from '../../trusted-types.ts';
import coreWorkerUrl from './core.worker.ts?worker&url';
import { jobs, neededCode, type Answer, type Job, type Kind, type KindOf, type Script } from './jobs.ts';
import { pack, textsIn, unpack } from './parcel.ts';
import type { Fetched, FetchRequest, Progress, Ready, Request, Response } from './protocol.ts';
import schemaWorkerUrl from './schema.worker.ts?worker&url';
import tokensWorkerUrl from './tokens.worker.ts?worker&url';
import typesWorkerUrl from './types.worker.ts?worker&url';

const scripts: Readonly<Record<Script, string>> = {
  core: coreWorkerUrl,
  schema: schemaWorkerUrl,
  tokens: tokensWorkerUrl,
  types: typesWorkerUrl,
};

/** How many times as long a job may take when it is tried again. */
const patience = 4;

/** How long code may take to arrive and start, in milliseconds: a slow network is not a slow job. */
const startDeadline = 30_000;

export type JobResult<One extends Kind> =
  | { readonly ok: true; readonly answer: Answer<One> }
  /**
   * `timeout`: two workers overran their deadlines. `unfetched`: the worker itself or code that the job needs did not arrive. `broken`: the
   * worker could not be made, died, or met a bug of ours.
   */
  | { readonly ok: false; readonly reason: 'timeout' | 'unfetched' | 'broken'; readonly message: string };

interface Task {
  readonly run: number;
  readonly job: Job;
  /** What has to be fetched before it can be done. */
  readonly needs: readonly string[];
  /** What the answer need not bring. */
  texts: readonly string[];
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly settle: (result: JobResult<Kind>) => void;
  /** Whether a worker has overrun its deadline with it. */
  isSecondTry: boolean;
}

/**
 * Runs jobs in a worker, one at a time and each within a deadline. Of the jobs of one kind only the newest counts: one
 * that still waits is replaced by a newer one, and its promise never settles, as nobody wants its answer. A job that
 * overruns its deadline takes its worker with it, and is tried once more on a fresh worker, with more time: a browser may
 * kill a worker without a word, and a machine may be busy. A newer job of its kind ends that second try. A report of
 * progress starts the deadline again. A job that needs code which is still on its way waits for it, and lets the others go first.
 */
export class WorkerClient<By extends Script = Script> {
  readonly #url: string;
  readonly #name: string;
  readonly #deadlineOf: (kind: Kind) => number;
  readonly #open: (url: string, name: string) => Worker;
  #worker: Worker | null = null;
  /** Whether the worker has said that it runs. */
  #ready = false;
  /** The code that the worker was asked for: the time limit while it is on its way, null when it is there. */
  readonly #code = new Map<string, ReturnType<typeof setTimeout> | null>();
  /** Whether it is to be replaced once it has done what it does. */
  #isSpoilt = false;
  #run = 0;
  #waiting: Task[] = [];
  #current: { readonly task: Task; timer: ReturnType<typeof setTimeout> | undefined } | null = null;

  /** @internal Tests start scripts of their own, with deadlines of their own. */
  constructor(
    url: string,
    name: string,
    open = createWorker,
    deadlineOf = (kind: Kind): number => jobs[kind].deadline,
  ) {
    this.#url = url;
    this.#name = name;
    this.#open = open;
    this.#deadlineOf = deadlineOf;
  }

  run<One extends KindOf<By>>(job: Job<One>, onProgress?: (progress: Progress) => void): Promise<JobResult<One>> {
    this.#run += 1;
    return new Promise((resolve) => {
      const settle = resolve as (result: JobResult<Kind>) => void;
      const others = this.#waiting.filter((task) => task.job.kind !== job.kind);
      const needs = neededCode(job);
      const task: Task = { run: this.#run, job: job as Job, needs, texts: [], onProgress, settle, isSecondTry: false };
      this.#waiting = [...others, task];
      const current = this.#current?.task;
      if (current?.isSecondTry === true && current.job.kind === job.kind) {
        this.#finish();
        this.#stop();
      }
      this.#next();
    });
  }

  /** Fetches and starts the worker before there is anything to do. A failure shows with the first job. */
  start(): void {
    try {
      this.#worker ??= this.#start();
    } catch {
      this.#worker = null;
    }
  }

  /** Nobody waits for the jobs of this kind any more. A worker that does one is stopped, and the other jobs get a fresh one. */
  forget(kind: Kind): void {
    this.#waiting = this.#waiting.filter(({ job }) => job.kind !== kind);
    if (this.#current?.task.job.kind !== kind) return;
    this.#finish();
    this.#stop();
    this.#next();
  }

  /** Stops the worker and forgets all jobs. */
  dispose(): void {
    this.#waiting = [];
    this.#finish();
    this.#stop();
  }

  #next(): void {
    this.#fetch();
    if (this.#current !== null) return;
    const task = this.#waiting.find(({ needs }) => needs.every((name) => this.#code.get(name) === null));
    if (task === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== task);
    this.#current = { task, timer: undefined };
    this.#current.timer = this.#ready ? this.#limitJob(task) : this.#limitStart();
    try {
      this.#worker ??= this.#start();
      const request: Request = { run: task.run, job: pack(task.job) };
      task.texts = textsIn(request.job);
      this.#worker.postMessage(request);
    } catch (error) {
      this.#stop();
      this.#settle({ ok: false, reason: 'broken', message: messageOf(error) });
    }
  }

  /** Asks for all code that a job waits for. */
  #fetch(): void {
    for (const name of new Set(this.#waiting.flatMap(({ needs }) => needs))) {
      if (this.#code.has(name)) continue;
      try {
        this.#worker ??= this.#start();
      } catch {
        // The job itself meets this again, and says so.
        this.#code.set(name, null);
        continue;
      }
      const limit = setTimeout(() => {
        this.#giveUp(name, `The code did not arrive within ${String(startDeadline / 1000)} s.`);
      }, startDeadline);
      this.#code.set(name, limit);
      const request: FetchRequest = { fetch: name };
      this.#worker.postMessage(request);
    }
  }

  #receive({ fetched, problem }: Fetched): void {
    if (problem !== null) {
      this.#giveUp(fetched, problem);
      return;
    }
    clearTimeout(this.#code.get(fetched) ?? undefined);
    this.#code.set(fetched, null);
    this.#next();
  }

  /** A worker may remember that it could not load something: the next job that needs it gets a fresh one. */
  #giveUp(name: string, message: string): void {
    if (this.#current === null) this.#stop();
    else this.#isSpoilt = true;
    this.#drop(
      this.#waiting.filter(({ needs }) => needs.includes(name)),
      message,
    );
    this.#next();
  }

  #drop(tasks: readonly Task[], message: string): void {
    this.#waiting = this.#waiting.filter((task) => !tasks.includes(task));
    for (const task of tasks) task.settle({ ok: false, reason: 'unfetched', message });
  }

  #limitJob({ job, isSecondTry }: Task): ReturnType<typeof setTimeout> {
    const deadline = this.#deadlineOf(job.kind) * (isSecondTry ? patience : 1);
    return setTimeout(() => {
      this.#stop();
      const message = `It took longer than ${String(deadline / 1000)} s.`;
      if (isSecondTry) this.#settle({ ok: false, reason: 'timeout', message });
      else this.#tryAgain();
    }, deadline);
  }

  /** After all others that wait, unless one of them is a newer one of its kind. */
  #tryAgain(): void {
    const task = this.#finish();
    if (task !== undefined && !this.#waiting.some(({ job }) => job.kind === task.job.kind)) {
      task.isSecondTry = true;
      this.#waiting.push(task);
    }
    this.#next();
  }

  #limitStart(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#stop();
      const message = `The worker did not start within ${String(startDeadline / 1000)} s.`;
      this.#settle({ ok: false, reason: 'unfetched', message });
    }, startDeadline);
  }

  #start(): Worker {
    const worker = this.#open(this.#url, this.#name);
    worker.onmessage = ({ data }: MessageEvent<Ready | Fetched | Response>) => {
      if ('ready' in data) {
        this.#ready = true;
        if (this.#current === null) return;
        clearTimeout(this.#current.timer);
        this.#current.timer = this.#limitJob(this.#current.task);
        return;
      }
      if ('fetched' in data) {
        this.#receive(data);
        return;
      }
      if (data.run !== this.#current?.task.run) return;
      if ('progress' in data) {
        clearTimeout(this.#current.timer);
        this.#current.timer = this.#limitJob(this.#current.task);
        this.#current.task.onProgress?.(data.progress);
        return;
      }
      this.#settle(
        data.ok
          ? { ok: true, answer: unpack(data.answer, this.#current.task.texts) as Answer }
          : { ok: false, reason: 'broken', message: data.error },
      );
    };
    worker.onmessageerror = () => {
      this.#stop();
      this.#settle({ ok: false, reason: 'broken', message: 'An answer of the worker did not arrive whole.' });
    };
    worker.onerror = (event) => {
      // A script that throws says what; one that did not arrive says nothing.
      const isMissing = !this.#ready && !event.message;
      const message = event.message || 'The code that does this could not be loaded.';
      const held = this.#waiting.filter(({ needs }) => needs.some((name) => (this.#code.get(name) ?? null) !== null));
      this.#stop();
      this.#drop(held, message);
      this.#settle({ ok: false, reason: isMissing ? 'unfetched' : 'broken', message });
    };
    return worker;
  }

  #settle(result: JobResult<Kind>): void {
    const task = this.#finish();
    task?.settle(result);
    this.#next();
  }

  #finish(): Task | undefined {
    if (this.#current === null) return undefined;
    const { task, timer } = this.#current;
    clearTimeout(timer);
    this.#current = null;
    if (this.#isSpoilt) this.#stop();
    return task;
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#isSpoilt = false;
    for (const limit of this.#code.values()) clearTimeout(limit ?? undefined);
    this.#code.clear();
  }
}

/** A worker that runs a script. It starts with its first job. `name`: how a browser's own tools list it. */
export function openWorker<By extends Script>(script: By, name: string = script): WorkerClient<By> {
  return new WorkerClient<By>(scripts[script], name);
}
