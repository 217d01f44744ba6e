import type { FormatPage } from '../../core/index.ts';
import { formatsClient } from './formats-client.ts';

export type { FormatPage };

/** The pages of all formats, which only the worker knows. Asked for once, by the first view that shows them. */
export class Catalogue {
  #pages = $state.raw<readonly FormatPage[] | null>(null);
  #loading = false;
  /** Why there are none; '' while nothing went wrong. */
  problem = $state('');

  /** By id; null until they are here. */
  get pages(): readonly FormatPage[] | null {
    return this.#pages;
  }

  async load(): Promise<void> {
    if (this.#pages !== null || this.#loading) return;
    this.#loading = true;
    this.problem = '';
    const result = await formatsClient().run({ kind: 'formats' });
    this.#loading = false;
    if (result.ok) this.#pages = result.answer;
    else this.problem = `The formats could not be listed. ${result.message}`;
  }
}

/** The one catalogue of the page. */
export const catalogue = new Catalogue();
