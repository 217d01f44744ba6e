import type { FormatPage } from '../../../core/index.ts';
import type { Page } from '../../page/page.svelte.ts';
import { FormatsClient } from '../../page/formats-client.ts';

export type { FormatPage };

/** The pages of all formats, which only the worker knows. Asked for once, by the first view that shows them. */
export class Catalogue {
  readonly #page: Pick<Page, 'of'>;
  #pages = $state.raw<readonly FormatPage[] | null>(null);
  #loading = false;
  /** Why there are none; '' while nothing went wrong. */
  problem = $state('');

  constructor(page: Pick<Page, 'of'>) {
    this.#page = page;
  }

  /** By id; null until they are here. */
  get pages(): readonly FormatPage[] | null {
    return this.#pages;
  }

  async load(): Promise<void> {
    if (this.#pages !== null || this.#loading) return;
    this.#loading = true;
    this.problem = '';
    const result = await this.#page.of(FormatsClient).worker.run({ kind: 'formats' });
    this.#loading = false;
    if (result.ok) this.#pages = result.answer;
    else this.problem = `The formats could not be listed. ${result.message}`;
  }
}
