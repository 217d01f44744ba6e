import { messageOf } from '../message-of.ts';
import type { Assembly } from '../../core/index.ts';
import { createWorker } from '../../trusted-types.ts';
import { Assembling } from './assembling.ts';
import { sourceError, type SourceErrorCode } from './errors.ts';
import { Inbox } from './inbox.ts';
import type { Availability, Phase, SourceEvent } from './source.ts';
import type { WllamaAnswer, WllamaJob, WllamaOrder } from './wllama-job.ts';
import workerUrl from './wllama.worker.ts?worker&url';

/** How long the worker may be silent in each phase, in milliseconds, and what it means when it is. */
const silences = {
  start: [30_000, 'start-timeout', 'The model’s engine did not start.'],
  runtime: [30_000, 'download-stalled', 'The download of the runtime has stopped.'],
  model: [30_000, 'download-stalled', 'The download of the model has stopped.'],
  load: [180_000, 'load-timeout', 'The model could not be loaded within three minutes.'],
  prompt: [180_000, 'first-token-timeout', 'The model gave no token within three minutes.'],
  text: [60_000, 'stalled', 'The model has given no token for a minute.'],
} as const satisfies Partial<Record<Phase | 'text', readonly [number, SourceErrorCode, string]>>;

/** How long a worker may take to stop a run and keep its model, in milliseconds. */
const STOP_WITHIN = 2000;

/** Compressed, as most hosts send it: about what llama.cpp takes, with the script around it. */
export const RUNTIME_BYTES = 2_600_000;

export function wllamaAvailability(bytes: number): Availability {
  return typeof WebAssembly === 'undefined' || typeof Worker === 'undefined'
    ? { kind: 'unsupported', reason: 'This browser runs no WebAssembly.' }
    : { kind: 'needs-download', bytes };
}

/** A worker with the model that it has loaded. */
interface Loaded {
  readonly worker: Worker;
  readonly model: WllamaJob['model'];
}

/**
 * Runs models in a worker, one at a time. Loading takes long, so a worker that is idle and well keeps its model for the next
 * run; it is ended when it fails, does not stop when asked, or another model is wanted.
 *
 * @internal Tests give it workers of their own.
 */
export class ModelHost {
  readonly #open: typeof createWorker;
  #idle: Loaded | null = null;
  #keeps = true;
  /** A run that is being stopped. */
  #settled: Promise<void> = Promise.resolve();

  constructor(open = createWorker) {
    this.#open = open;
  }

  /** Whether a model stays loaded after its run. What is loaded goes at once when not. */
  keepLoaded(keeps: boolean): void {
    this.#keeps = keeps;
    if (!keeps) this.#end();
  }

  async *run(job: WllamaJob, signal: AbortSignal): AsyncGenerator<SourceEvent, void> {
    if (job.constraint?.kind === 'structural-tag') {
      const message = 'Here llama.cpp can constrain the whole reply to a schema, but not calls in free text.';
      yield { kind: 'failed', error: sourceError('unsupported', message) };
      return;
    }
    await this.#settled;
    const loaded = this.#take(job.model);
    let worker: Worker;
    try {
      worker = loaded ?? this.#open(workerUrl, 'model');
    } catch (error) {
      yield { kind: 'failed', error: sourceError('worker-failed', messageOf(error)) };
      return;
    }
    const exchange = new Exchange(worker, signal, loaded === null ? 'start' : 'prompt');
    try {
      yield* exchange.run(job);
    } finally {
      exchange.close();
      if (exchange.state === 'done') this.#keep({ worker, model: job.model });
      else if (exchange.state === 'loaded') this.#settled = this.#stop({ worker, model: job.model });
      else worker.terminate();
    }
  }

  #take(model: WllamaJob['model']): Worker | null {
    if (this.#idle?.model !== model) this.#end();
    const worker = this.#idle?.worker ?? null;
    this.#idle = null;
    return worker;
  }

  #keep(loaded: Loaded): void {
    this.#end();
    if (!this.#keeps) {
      loaded.worker.terminate();
      return;
    }
    this.#idle = loaded;
    loaded.worker.onmessage = null;
    loaded.worker.onerror = () => {
      if (this.#idle === loaded) this.#end();
    };
  }

  #end(): void {
    this.#idle?.worker.terminate();
    this.#idle = null;
  }

  async #stop(loaded: Loaded): Promise<void> {
    const { worker } = loaded;
    const hasStopped = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, STOP_WITHIN, false);
      worker.onmessage = ({ data }: MessageEvent<WllamaAnswer>) => {
        if (data.kind !== 'stopped') return;
        clearTimeout(timer);
        resolve(true);
      };
      order(worker, { kind: 'stop' });
    });
    if (hasStopped) this.#keep(loaded);
    else worker.terminate();
  }
}

/** The one host of the page. */
export const modelHost = new ModelHost();

/** One run in a worker. */
class Exchange {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #inbox = new Inbox<WllamaAnswer | 'aborted'>();
  #phase: keyof typeof silences;
  #hasEnded: 'done' | 'failed' | null = null;

  constructor(worker: Worker, signal: AbortSignal, phase: keyof typeof silences) {
    this.#worker = worker;
    this.#signal = signal;
    this.#phase = phase;
    worker.onmessage = ({ data }: MessageEvent<WllamaAnswer>) => {
      this.#inbox.put(data);
    };
    worker.onerror = ({ message }) => {
      const text = message || 'The script that runs models could not be loaded.';
      this.#inbox.put({ kind: 'failed', error: sourceError('worker-failed', text) });
    };
    signal.addEventListener('abort', this.#abort);
    if (signal.aborted) this.#abort();
  }

  /** `loaded`: broken off while the model was at work. Before that there is nothing worth keeping. */
  get state(): 'done' | 'failed' | 'loading' | 'loaded' {
    if (this.#hasEnded !== null) return this.#hasEnded;
    return this.#phase === 'prompt' || this.#phase === 'text' ? 'loaded' : 'loading';
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#abort);
  }

  async *run(job: WllamaJob): AsyncGenerator<SourceEvent, void> {
    order(this.#worker, { kind: 'run', job });
    yield { kind: 'progress', phase: this.#phase === 'prompt' ? 'prompt' : 'start' };
    const reading = new Assembling('openai-chat');
    for (;;) {
      const [deadline, code, message]: (typeof silences)[keyof typeof silences] = silences[this.#phase];
      const answer = await this.#inbox.take(deadline);
      if (answer === 'aborted' || answer?.kind === 'stopped') return;
      if (answer === null) {
        this.#hasEnded = 'failed';
        yield { kind: 'failed', error: sourceError(code, message) };
        return;
      }
      if (answer.kind === 'chunk') {
        this.#phase = 'text';
        yield* reading.take(`${answer.line}\n`);
        continue;
      }
      if (answer.kind === 'progress' && answer.phase in silences) this.#phase = answer.phase as keyof typeof silences;
      else if (answer.kind === 'text') this.#phase = 'text';
      else if (answer.kind === 'failed') this.#hasEnded = 'failed';
      else if (answer.kind === 'done') {
        this.#hasEnded = 'done';
        if (job.prompt.kind === 'chat') {
          yield ofChat(yield* reading.end());
          return;
        }
      }
      yield answer;
      if (this.#hasEnded !== null) return;
    }
  }

  readonly #abort = (): void => {
    this.#inbox.put('aborted');
  };
}

function ofChat({ finishReason, usage, toolCallsText, diagnoses }: Assembly): SourceEvent {
  return { kind: 'done', finishReason, usage, toolCallsText, notes: diagnoses.map(({ message }) => message) };
}

function order(worker: Worker, given: WllamaOrder): void {
  worker.postMessage(given);
}
