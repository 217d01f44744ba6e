import { messageOf } from '../../message-of.ts';
import { createWorker } from '../../../trusted-types.ts';
import { sourceError, type SourceErrorCode } from '../errors.ts';
import { Inbox } from '../inbox.ts';
import type { Phase, SourceEvent } from '../source.ts';
import type { WebLlmAnswer, WebLlmJob, WebLlmMessage } from './job.ts';
import workerUrl from './webllm.worker.ts?worker&url';

/** How long the worker may be silent in each phase, in milliseconds, and what it means when it is. */
const silences = {
  start: [60_000, 'start-timeout', 'The script of WebLLM did not start.'],
  // Configuration, library and tokenizer come without a report.
  library: [180_000, 'download-stalled', 'The download of the library has stopped.'],
  cache: [120_000, 'download-stalled', 'The cache of the browser does not answer.'],
  // One report for each piece of some thirty megabytes.
  model: [300_000, 'download-stalled', 'The download of the model has stopped.'],
  upload: [120_000, 'load-timeout', 'The model did not load into the graphics card in time.'],
  compile: [180_000, 'load-timeout', 'The graphics card did not compile its shaders in time.'],
  prompt: [180_000, 'first-token-timeout', 'The model gave no token within three minutes.'],
  text: [60_000, 'stalled', 'The model has given no token for a minute.'],
} as const satisfies Partial<Record<Phase | 'text', readonly [number, SourceErrorCode, string]>>;

type WatchedPhase = keyof typeof silences;

/** How long an interrupted model may take to stop, in milliseconds. While it reads the prompt it cannot. */
const GRACE = 5000;

/** After these the engine is as good as before. */
const harmless: ReadonlySet<SourceErrorCode> = new Set(['prompt-too-long', 'constraint-refused']);

/**
 * The worker with the engine. It stays after a run, because to load a model takes far longer than an answer. What goes wrong
 * ends it: an engine that has lost its card, or failed to load, is of no more use.
 */
export class WebLlmHost {
  readonly #open: typeof createWorker;
  #worker: Worker | null = null;
  #listen: (event: SourceEvent) => void = () => undefined;
  #keeps = true;
  #isBusy = false;
  /** Number of the newest run, from 1. */
  #run = 0;
  /** Fulfilled when nobody uses the engine any more. */
  #free: Promise<void> = Promise.resolve();

  constructor(open: typeof createWorker = createWorker) {
    this.#open = open;
  }

  /** Whether the model stays loaded after its run. When not, the graphics card gets its memory back at once. */
  keepLoaded(keeps: boolean): void {
    this.#keeps = keeps;
    if (!keeps && !this.#isBusy) this.#end();
  }

  /** Runs a job when those before it are done: there is one engine. Never throws. */
  async *run(job: Omit<WebLlmJob, 'run'>, signal: AbortSignal): AsyncGenerator<SourceEvent, void> {
    const before = this.#free;
    let leave = (): void => undefined;
    const used = new Promise<void>((resolve) => (leave = resolve));
    this.#free = before.then(() => used);
    await Promise.race([before, abortOf(signal)]);
    if (signal.aborted) leave();
    else yield* this.#serve(job, signal, leave);
  }

  async *#serve(
    job: Omit<WebLlmJob, 'run'>,
    signal: AbortSignal,
    leave: () => void,
  ): AsyncGenerator<SourceEvent, void> {
    const inbox = new Inbox<SourceEvent | 'aborted'>();
    void abortOf(signal).then(() => {
      inbox.put('aborted');
    });
    this.#listen = (event) => {
      inbox.put(event);
    };
    let phase: WatchedPhase = 'start';
    let end: ReturnType<typeof endOf> = null;
    this.#isBusy = true;
    this.#start(job);
    try {
      while (end === null) {
        const [deadline, code, message]: (typeof silences)[WatchedPhase] = silences[phase];
        const event: SourceEvent | 'aborted' = (await inbox.take(deadline)) ?? {
          kind: 'failed',
          error: sourceError(code, message),
        };
        if (event === 'aborted') return;
        end = endOf(event);
        if (event.kind === 'text') phase = 'text';
        else if (event.kind === 'progress' && event.phase in silences) phase = event.phase as WatchedPhase;
        yield event;
      }
    } finally {
      if (end === null && (phase === 'prompt' || phase === 'text')) await this.#interrupt();
      // What loads can be stopped in no other way; the pieces that were fetched are in the cache.
      else if (end !== 'clean') this.#end();
      if (!this.#keeps) this.#end();
      this.#listen = () => undefined;
      this.#isBusy = false;
      leave();
    }
  }

  #start(job: Omit<WebLlmJob, 'run'>): void {
    this.#run += 1;
    try {
      this.#worker ??= this.#openWorker();
      this.#worker.postMessage({ kind: 'run', job: { ...job, run: this.#run } } satisfies WebLlmMessage);
    } catch (error) {
      this.#listen({ kind: 'failed', error: sourceError('worker-failed', messageOf(error)) });
    }
  }

  #openWorker(): Worker {
    const worker = this.#open(workerUrl, 'webllm');
    worker.onmessage = ({ data }: MessageEvent<WebLlmAnswer>) => {
      if (data.run === this.#run) this.#listen(data.event);
    };
    worker.onerror = ({ message }) => {
      const text = message || 'The script of WebLLM could not be loaded.';
      this.#listen({ kind: 'failed', error: sourceError('worker-failed', text) });
    };
    return worker;
  }

  /** Lets the model stop where it is, so that it need not be loaded again. */
  async #interrupt(): Promise<void> {
    const inbox = new Inbox<SourceEvent>();
    this.#listen = (event) => {
      if (endOf(event) !== null) inbox.put(event);
    };
    this.#worker?.postMessage({ kind: 'interrupt' } satisfies WebLlmMessage);
    const event = await inbox.take(GRACE);
    if (event === null || endOf(event) !== 'clean') this.#end();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** Whether an event ends a run, and whether the engine can be used again afterwards. */
function endOf(event: SourceEvent): 'clean' | 'broken' | null {
  if (event.kind === 'done') return 'clean';
  if (event.kind !== 'failed') return null;
  return harmless.has(event.error.code) ? 'clean' : 'broken';
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}
