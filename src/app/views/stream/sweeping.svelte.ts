import { fileSweep, type Sweep, type SweepProgress } from '../../../core/index.ts';
import { openWorker, type WorkerClient } from '../../worker/client.ts';
import { readingSettings } from '../../page/reading/capabilities.ts';
import type { FileParser } from '../../page/own-file.svelte.ts';
import type { SessionFields } from '../../page/fields.ts';
import type { Page } from '../../page/page.svelte.ts';
import { Streaming } from './streaming.svelte.ts';

/** The sweep over every cut of the reply: how far it is, and what came out. */
export class Sweeping {
  readonly #session: Page['session'];
  #client: WorkerClient<'core'> | null = null;
  #answer = $state.raw<{ readonly sweep: Sweep; readonly of: string; readonly by: FileParser | null } | null>(null);
  /** The parser file that reads; null where the server of the page does. */
  #by: FileParser | null = null;
  /** Not null while it runs. */
  progress: SweepProgress | null = $state.raw(null);
  /** Why there is no answer; '' when there is one, or nobody asked. */
  problem = $state('');

  readonly #page: Pick<Page, 'session' | 'results' | 'of'>;

  constructor(page: Pick<Page, 'session' | 'results' | 'of'>) {
    this.#session = page.session;
    this.#page = page;
  }

  /** The parser file, where that reads the stream. */
  get #reader(): FileParser | null {
    const { isFile, file } = this.#page.of(Streaming);
    return isFile ? file : null;
  }

  /** The answer, as long as it is about the reply and the settings of the page, and of who reads. */
  get answer(): Sweep | null {
    const answer = this.#answer;
    return answer?.by === this.#reader && answer.of === keyOf(this.#session.fields) ? answer.sweep : null;
  }

  async run(): Promise<void> {
    this.cancel();
    const by = this.#reader;
    const { active } = this.#session;
    const of = keyOf(active);
    this.problem = '';
    this.progress = { done: 0, total: 0 };
    if (by !== null) {
      await this.#runFile(by, of);
      return;
    }
    const client = openWorker('core', 'sweep');
    this.#client = client;
    const result = await client.run({ kind: 'sweep', text: active.text, ...readingSettings(active) }, (progress) => {
      this.progress = progress;
    });
    this.cancel();
    if (result.ok) this.#answer = { sweep: result.answer, of, by: null };
    else this.problem = `The cuts could not be checked. ${result.message}`;
  }

  async #runFile(by: FileParser, of: string): Promise<void> {
    this.#by = by;
    const question = { text: this.#session.fields.text, tools: this.#page.results.toolsInForce };
    const found = await by.cuts(question, (progress) => {
      if (this.#by === by) this.progress = progress;
    });
    // Cancelled meanwhile.
    if (this.#by !== by) return;
    this.#by = null;
    this.progress = null;
    if (found === null) this.problem = 'The cuts could not be tried: this parser reads no streams, or it did not end.';
    else this.#answer = { sweep: fileSweep(found.whole, found.cuts), of, by };
  }

  /** A job that is cancelled never settles. */
  cancel(): void {
    this.#by?.stop();
    this.#by = null;
    this.#client?.dispose();
    this.#client = null;
    this.progress = null;
  }
}

function keyOf(fields: SessionFields): string {
  return JSON.stringify([fields.text, readingSettings(fields)]);
}
