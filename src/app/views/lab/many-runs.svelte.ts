import { type ModelRun, numberText } from '../../../core/index.ts';
import type { SourceError, SourceErrorCode } from '../../sources/errors.ts';
import type { PreparedRun } from '../run/prepared-run.ts';
import { Run } from '../run/run.svelte.ts';

/** One run that is to be made. */
export interface RunTask extends Pick<ModelRun, 'variant' | 'message' | 'number' | 'seed' | 'round'> {
  /** What it opens, or a sentence that says why it cannot. */
  readonly prepare: () => Omit<PreparedRun, 'sent'> | string;
}

export interface ManyRunsOptions {
  /** So many runs are open at once. */
  readonly parallel: number;
  /** Milliseconds after which a run that still writes is ended. */
  readonly longest: number;
  /** A clock in milliseconds that never runs backwards, and its timer: tests have their own. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export type ManyRunsState = 'running' | 'paused' | 'done' | 'stopped';

/** What no further run would change. */
const hopeless: readonly SourceErrorCode[] = [
  'bad-address',
  'blocked-address',
  'unauthorized',
  'not-found',
  'cors',
  'unreachable',
  'redirected',
  'web-page',
  'not-an-api',
  'unsupported',
  'load-failed',
  'not-a-model',
];
/** After so many failures of one kind in a row nothing more is asked: of the hopeless kinds, and of all. */
const MOST_HOPELESS = 3;
const MOST_ALIKE = 8;
/** How often a run is asked again that a server has put off, and how long at most where it does not say, in milliseconds. */
const MOST_TRIES = 6;
const LONGEST_WAIT = 60_000;

/**
 * Many runs, several at a time, in the order of their list. What goes wrong with one is a sentence in its place, and the others
 * go on. A server that asks to wait is waited for, by all. What has come stays, however it ends.
 */
export class ManyRuns {
  readonly #tasks: readonly RunTask[];
  readonly #options: ManyRunsOptions;
  readonly #now: () => number;
  readonly #sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly #onrun: (run: ModelRun) => void;
  readonly #controller = new AbortController();
  #open: readonly Run[] = [];
  #next = 0;
  #resume: (() => void)[] = [];
  /** Until then nobody asks the server. */
  #heldUntil = 0;
  #alike: { readonly code: string; readonly count: number } = { code: '', count: 0 };

  state = $state<ManyRunsState>('running');
  done = $state(0);
  failed = $state(0);
  /** A sentence: what it waits for, or why it ended early; '' for neither. */
  said = $state('');
  readonly total: number;
  readonly startedAt: number;
  /** Milliseconds of its last end, for the time that is left. */
  elapsed = $state(0);

  constructor(tasks: readonly RunTask[], options: ManyRunsOptions, onrun: (run: ModelRun) => void) {
    this.#tasks = tasks;
    this.#options = options;
    this.#onrun = onrun;
    this.#now = options.now ?? (() => performance.now());
    this.#sleep = options.sleep ?? sleep;
    this.total = tasks.length;
    this.startedAt = this.#now();
  }

  /** Milliseconds that the rest will take at the pace so far; null while there is none. */
  get left(): number | null {
    return this.done === 0 ? null : (this.elapsed / this.done) * (this.total - this.done);
  }

  /** Makes the runs. The promise is fulfilled at the end and never rejected. */
  async start(): Promise<void> {
    const lanes = Array.from({ length: Math.max(1, this.#options.parallel) }, () => this.#lane());
    await Promise.all(lanes);
    if (this.#isStopped()) return;
    this.state = 'done';
    this.said = '';
  }

  pause(): void {
    if (this.state === 'running') this.state = 'paused';
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.state = 'running';
    const waiting = this.#resume;
    this.#resume = [];
    for (const go of waiting) go();
  }

  /** Ends it. Runs that are open are thrown away: half an answer would count as a wrong one. */
  stop(said = ''): void {
    if (this.state === 'done' || this.state === 'stopped') return;
    this.resume();
    this.state = 'stopped';
    this.said = said;
    this.#controller.abort();
    for (const run of this.#open) run.stop();
  }

  #isStopped(): boolean {
    return this.state === 'stopped';
  }

  async #lane(): Promise<void> {
    while (!this.#isStopped()) {
      if (this.state === 'paused') await new Promise<void>((resolve) => this.#resume.push(resolve));
      if (this.#isStopped()) return;
      const task = this.#tasks[this.#next];
      if (task === undefined) return;
      this.#next += 1;
      const run = await this.#make(task);
      if (run === null || this.#isStopped()) return;
      this.done += 1;
      this.elapsed = this.#now() - this.startedAt;
      if (run.error !== null) this.failed += 1;
      this.#onrun(run);
      this.#watch(run.error);
    }
  }

  /** One run, asked again while the server puts it off; null where all was stopped. */
  async #make(task: RunTask): Promise<ModelRun | null> {
    const { prepare, ...sent } = task;
    const base = {
      ...sent,
      text: '',
      native: '',
      tokens: null,
      milliseconds: 0,
      finishReason: null,
    };
    const prepared = prepare();
    if (typeof prepared === 'string') {
      this.#count('unsupported');
      return { ...base, error: prepared };
    }
    for (let tries = 1; ; tries += 1) {
      await this.#hold();
      if (this.#isStopped()) return null;
      const { run, milliseconds, isLate } = await this.#ask(prepared);
      if (this.#isStopped()) return null;
      if (run.error?.code === 'rate-limited' && tries < MOST_TRIES) {
        this.#putOff(run.error, tries);
        continue;
      }
      const error = isLate ? this.#lateSentence() : errorSentence(run.error);
      this.#count(isLate ? 'late' : (run.error?.code ?? null));
      return {
        ...base,
        text: run.text,
        native: run.native,
        tokens: run.end?.outputTokens ?? null,
        milliseconds: Math.round(milliseconds),
        finishReason: run.end?.finishReason ?? null,
        error,
      };
    }
  }

  async #ask({
    source,
    request,
  }: Omit<PreparedRun, 'sent'>): Promise<{ run: Run; milliseconds: number; isLate: boolean }> {
    const from = this.#now();
    let isLate = false;
    const over = new AbortController();
    // Not the end of the source: one that does not end when it is stopped must not hold up the others.
    let ended = (): void => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const run = new Run(source, request, { ended }, this.#now);
    this.#open = [...this.#open, run];
    void run.open();
    void this.#sleep(this.#options.longest, over.signal).then(() => {
      if (over.signal.aborted) return;
      isLate = true;
      run.stop();
    });
    await end;
    over.abort();
    this.#open = this.#open.filter((one) => one !== run);
    return { run, milliseconds: this.#now() - from, isLate };
  }

  #putOff({ retryAfter }: SourceError, tries: number): void {
    const wait = Math.min(retryAfter ?? 1000 * 2 ** (tries - 1), retryAfter === undefined ? LONGEST_WAIT : Infinity);
    this.#heldUntil = Math.max(this.#heldUntil, this.#now() + wait);
  }

  async #hold(): Promise<void> {
    const wait = this.#heldUntil - this.#now();
    if (wait <= 0) return;
    this.said = `The server asks to wait ${(wait / 1000).toLocaleString('en', { maximumFractionDigits: 0 })} s.`;
    await this.#sleep(wait, this.#controller.signal);
    if (!this.#isStopped() && this.#heldUntil <= this.#now()) this.said = '';
  }

  #lateSentence(): string {
    const seconds = numberText(Math.round(this.#options.longest / 1000));
    return `It did not end within ${seconds} s, and was stopped.`;
  }

  #count(code: string | null): void {
    this.#alike =
      code === null ? { code: '', count: 0 } : { code, count: code === this.#alike.code ? this.#alike.count + 1 : 1 };
  }

  /** Ends all where further runs would fail in the same way. */
  #watch(error: string | null): void {
    const { code, count } = this.#alike;
    const most = (hopeless as readonly string[]).includes(code) ? MOST_HOPELESS : MOST_ALIKE;
    if (code === '' || count < most || this.done === this.total) return;
    this.stop(`Stopped: ${String(count)} runs in a row failed in the same way. ${error ?? ''}`.trimEnd());
  }
}

function errorSentence(error: SourceError | null): string | null {
  return error === null ? null : `${error.message} ${error.fix}`;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
