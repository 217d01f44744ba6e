import type { Sweep, SweepProgress } from '../../../core/index.ts';
import { openWorker, type WorkerClient } from '../../worker/client.ts';
import { serverOf } from '../../page/reading/capabilities.ts';
import type { SessionFields } from '../../page/fields.ts';
import type { Page } from '../../page/page.svelte.ts';

/** The sweep over every cut of the reply: how far it is, and what came out. */
export class Sweeping {
  readonly #session: Page['session'];
  #client: WorkerClient<'core'> | null = null;
  #answer = $state.raw<{ readonly sweep: Sweep; readonly of: string } | null>(null);
  /** Not null while it runs. */
  progress: SweepProgress | null = $state.raw(null);
  /** Why there is no answer; '' when there is one, or nobody asked. */
  problem = $state('');

  constructor({ session }: Pick<Page, 'session'>) {
    this.#session = session;
  }

  /** The answer, as long as it is about the reply and the settings of the page. */
  get answer(): Sweep | null {
    return this.#answer?.of === keyOf(this.#session.fields) ? this.#answer.sweep : null;
  }

  async run(): Promise<void> {
    this.cancel();
    const { fields } = this.#session;
    const of = keyOf(fields);
    this.problem = '';
    this.progress = { done: 0, total: 0 };
    const client = openWorker('core', 'sweep');
    this.#client = client;
    const { text, tools, custom } = fields;
    const result = await client.run({ kind: 'sweep', text, ...serverOf(fields), tools, custom }, (progress) => {
      this.progress = progress;
    });
    this.cancel();
    if (result.ok) this.#answer = { sweep: result.answer, of };
    else this.problem = `The cuts could not be checked. ${result.message}`;
  }

  /** A job that is cancelled never settles. */
  cancel(): void {
    this.#client?.dispose();
    this.#client = null;
    this.progress = null;
  }
}

function keyOf(fields: SessionFields): string {
  return JSON.stringify([fields.text, serverOf(fields), fields.tools, fields.custom]);
}
