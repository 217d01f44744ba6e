import type { ReaderTable } from '../../core/index.ts';
import type { Page } from '../page.svelte.ts';
import { FormatsClient } from './formats-client.ts';

/** What every runtime makes of the reply. */
export class Readers {
  readonly #page: Pick<Page, 'session' | 'of'>;
  table = $state.raw<ReaderTable | null>(null);
  /** How far the newest question is; null when it is answered. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  /** Why there is none; '' while nothing went wrong. */
  problem = $state('');

  constructor(page: Pick<Page, 'session' | 'of'>) {
    this.#page = page;
  }

  /** Asks whenever the reply or the tools change. Returns what ends it. */
  follow(): () => void {
    const { session } = this.#page;
    const { worker } = this.#page.of(FormatsClient);
    return $effect.root(() => {
      const text = $derived(session.fields.text);
      const tools = $derived(session.fields.tools);
      const expected = $derived(session.fields.expected);
      $effect(() => {
        const told = (progress: { readonly done: number; readonly total: number }): void => {
          this.progress = progress;
        };
        void worker
          .run({ kind: 'readers', text, tools, expected, capabilities: {}, against: '' }, told)
          .then((result) => {
            this.progress = null;
            this.problem = result.ok ? '' : `The engines could not be compared. ${result.message}`;
            if (result.ok) this.table = result.answer;
          });
      });
    });
  }
}
