import type { ReaderTable } from '../../core/index.ts';
import type { MatrixState } from '../../permalink/state.ts';
import { openLongClient, type WorkerClient } from '../../worker/client.ts';
import type { Page } from '../page.svelte.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';

export type { MatrixState };

export const firstMatrix: MatrixState = { show: 'all', wanted: '', sort: 'engine' };

/** Quiet time after the last change before all runtimes run, in milliseconds. */
const RUN_AFTER = 400;

/** What every runtime makes of the reply, compared with the chosen one. */
export class Matrix {
  readonly #session: Page['session'];
  #client: WorkerClient | null = null;
  table = $state.raw<ReaderTable | null>(null);
  /** The text that the table is about. */
  text = $state('');
  /** Whether the reply has changed since, or nothing was answered yet. */
  isStale = $state(true);
  /** How far the run is; null when none is under way. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  /** Why there is no answer; '' where nothing went wrong. */
  problem = $state('');

  constructor({ session }: Pick<Page, 'session'>) {
    this.#session = session;
  }

  /** Runs whenever the reply, or how it is read, changes. Returns what ends it. */
  readonly follow = (): (() => void) => {
    const stop = $effect.root(() => {
      const job = $derived(this.#job());
      $effect(() => {
        const asked = job;
        this.isStale = true;
        const timer = setTimeout(() => void this.#run(asked), RUN_AFTER);
        return () => {
          clearTimeout(timer);
          this.#end();
        };
      });
    });
    return () => {
      stop();
      this.#end();
    };
  };

  /** Runs once more, after a stop or a failure. */
  readonly runAgain = (): void => {
    void this.#run(this.#job());
  };

  /** A job that is stopped never settles. */
  readonly stop = (): void => {
    this.#end();
    this.problem = 'Stopped.';
  };

  #job(): string {
    const { text, tools, profile, expected } = this.#session.fields;
    const capabilities = capabilitiesOf(this.#session.fields);
    return JSON.stringify({ kind: 'readers', text, tools, expected, capabilities, against: profile });
  }

  async #run(asked: string): Promise<void> {
    this.#end();
    this.problem = '';
    this.progress = { done: 0, total: 0 };
    const client = openLongClient();
    this.#client = client;
    const job = JSON.parse(asked) as Parameters<typeof client.run<'readers'>>[0];
    const result = await client.run(job, (progress) => {
      this.progress = progress;
    });
    this.#end();
    this.isStale = false;
    this.text = job.text;
    this.table = result.ok ? result.answer : null;
    this.problem = result.ok ? result.answer.problem : result.message;
  }

  #end(): void {
    this.#client?.dispose();
    this.#client = null;
    this.progress = null;
  }
}
