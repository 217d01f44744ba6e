import type { MatrixState } from '../../permalink/state.ts';
import { openWorker, type WorkerClient } from '../../worker/client.ts';
import { Asked } from '../../page/asked.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { capabilitiesOf } from '../../page/reading/capabilities.ts';

export type { MatrixState };

export const firstMatrix: MatrixState = { show: 'all', wanted: '', sort: 'engine' };

/** What every runtime returns for this reply, compared with the chosen one; in a worker of its own, which can be stopped. */
export class Matrix extends Asked<'readers'> {
  #client: WorkerClient<'core'> | null = null;

  constructor({ session }: Pick<Page, 'session'>) {
    super({
      worker: () => this.#fresh(),
      after: 400,
      end: () => {
        this.#end();
      },
      job: () => {
        const { text, tools, profile, expected } = session.fields;
        const capabilities = capabilitiesOf(session.fields);
        return { kind: 'readers', text, tools, expected, capabilities, against: profile };
      },
    });
  }

  /** A job that is stopped never settles. */
  readonly stop = (): void => {
    this.#end();
    this.progress = null;
    this.problem = 'Stopped.';
  };

  #fresh(): WorkerClient<'core'> {
    this.#end();
    this.#client = openWorker('core', 'matrix');
    return this.#client;
  }

  #end(): void {
    this.#client?.dispose();
    this.#client = null;
  }
}
