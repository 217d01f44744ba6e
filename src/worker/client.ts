import { createWorker } from '../trusted-types.ts';
import coreWorkerUrl from './core.worker.ts?worker&url';
import { pack, textsIn, unpack } from './parcel.ts';
import type { Answers, Job, Progress, Ready, Request, Response } from './protocol.ts';
import schemaWorkerUrl from './schema.worker.ts?worker&url';

/** How long a job may take before its worker is replaced, in milliseconds. */
const defaultDeadline = 2000;

/** The same for jobs that somebody asked for and waits for. */
const longDeadline = 10_000;

/** How long the code of a worker may take to arrive and start, in milliseconds: a slow network is not a slow job. */
const startDeadline = 30_000;

export type JobResult<Kind extends Job['kind']> =
  | { readonly ok: true; readonly answer: Answers[Kind] }
  /** `timeout`: the worker was replaced. `broken`: it could not be started, died, or met a bug of ours. */
  | { readonly ok: false; readonly reason: 'timeout' | 'broken'; readonly message: string };

interface Task {
  readonly run: number;
  readonly job: Job;
  /** What the answer need not bring. */
  texts: readonly string[];
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly settle: (result: JobResult<Job['kind']>) => void;
}

/**
 * Runs jobs in a worker, one at a time and each within a deadline. Of the jobs of one kind only the newest counts: one
 * that still waits is replaced by a newer one, and its promise never settles, as nobody wants its answer. A job that
 * overruns its deadline takes its worker with it; the next one starts a fresh worker.
 */
export class WorkerClient {
  readonly #url: string;
  readonly #name: string;
  readonly #deadline: number;
  readonly #open: (url: string, name: string) => Worker;
  #worker: Worker | null = null;
  /** Whether the worker has said that it runs. */
  #ready = false;
  #run = 0;
  #waiting: Task[] = [];
  #current: { readonly task: Task; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(url: string, name: string, deadline = defaultDeadline, open = createWorker) {
    this.#url = url;
    this.#name = name;
    this.#deadline = deadline;
    this.#open = open;
  }

  run<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    onProgress?: (progress: Progress) => void,
  ): Promise<JobResult<Kind>> {
    this.#run += 1;
    return new Promise((resolve) => {
      const settle = resolve as (result: JobResult<Job['kind']>) => void;
      const others = this.#waiting.filter((task) => task.job.kind !== job.kind);
      this.#waiting = [...others, { run: this.#run, job, texts: [], onProgress, settle }];
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

  /** Stops the worker and forgets all jobs. */
  dispose(): void {
    this.#waiting = [];
    this.#finish();
    this.#stop();
  }

  #next(): void {
    if (this.#current !== null) return;
    const task = this.#waiting.shift();
    if (task === undefined) return;
    this.#current = { task, timer: this.#ready ? this.#limitJob() : this.#limitStart() };
    try {
      this.#worker ??= this.#start();
      const request: Request = { run: task.run, job: pack(task.job) };
      task.texts = textsIn(request.job);
      this.#worker.postMessage(request);
    } catch (error) {
      this.#stop();
      this.#settle({ ok: false, reason: 'broken', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #limitJob(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#stop();
      const message = `It took longer than ${String(this.#deadline / 1000)} s.`;
      this.#settle({ ok: false, reason: 'timeout', message });
    }, this.#deadline);
  }

  #limitStart(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#stop();
      const message = `The worker did not start within ${String(startDeadline / 1000)} s.`;
      this.#settle({ ok: false, reason: 'broken', message });
    }, startDeadline);
  }

  #start(): Worker {
    const worker = this.#open(this.#url, this.#name);
    worker.onmessage = ({ data }: MessageEvent<Ready | Response>) => {
      if ('ready' in data) {
        this.#ready = true;
        if (this.#current === null) return;
        clearTimeout(this.#current.timer);
        this.#current.timer = this.#limitJob();
        return;
      }
      if (data.run !== this.#current?.task.run) return;
      if ('progress' in data) {
        this.#current.task.onProgress?.(data.progress);
        return;
      }
      this.#settle(
        data.ok
          ? { ok: true, answer: unpack(data.answer, this.#current.task.texts) as Answers[Job['kind']] }
          : { ok: false, reason: 'broken', message: data.error },
      );
    };
    worker.onerror = ({ message }) => {
      this.#stop();
      this.#settle({ ok: false, reason: 'broken', message: message || 'The worker could not be loaded.' });
    };
    return worker;
  }

  #settle(result: JobResult<Job['kind']>): void {
    const task = this.#finish();
    task?.settle(result);
    this.#next();
  }

  #finish(): Task | undefined {
    if (this.#current === null) return undefined;
    const { task, timer } = this.#current;
    clearTimeout(timer);
    this.#current = null;
    return task;
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
  }
}

export function openCoreClient(): WorkerClient {
  return new WorkerClient(coreWorkerUrl, 'core');
}

/** Another core worker, for jobs so long that typing must not wait for them. */
export function openLongClient(): WorkerClient {
  return new WorkerClient(coreWorkerUrl, 'long', longDeadline);
}

export function openSchemaClient(): WorkerClient {
  return new WorkerClient(schemaWorkerUrl, 'schema');
}
