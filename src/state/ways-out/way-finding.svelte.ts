import type { WaysOut } from '../../core/index.ts';
import { FormatsClient } from '../formats/formats-client.ts';
import type { Page } from '../page.svelte.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';

/** Quiet time after the last change before anything is tried, in milliseconds. */
const ASK_AFTER = 500;

/** What would make the reply give the calls that were meant. */
export class WayFinding {
  readonly #page: Pick<Page, 'session' | 'of'>;
  found = $state.raw<WaysOut | null>(null);
  /** Whether what is shown is of another reply, or nothing was answered yet. */
  isStale = $state(true);
  /** How far the newest question is; null when it is answered. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  /** Why there is none; '' while nothing went wrong. */
  problem = $state('');

  constructor(page: Pick<Page, 'session' | 'of'>) {
    this.#page = page;
  }

  /** Asks whenever the reply, or how it is read, changes. Returns what ends it. */
  readonly follow = (): (() => void) => {
    const { session } = this.#page;
    const { worker } = this.#page.of(FormatsClient);
    return $effect.root(() => {
      const job = $derived.by(() => {
        const { text, native, tools, system, profile, expected } = session.fields;
        const capabilities = capabilitiesOf(session.fields);
        // What is tried is the text alone, so there is nothing to say of a reply with native calls.
        const read = native.trim() === '' ? text : '';
        return JSON.stringify({ kind: 'ways-out', text: read, tools, chosen: profile, expected, capabilities, system });
      });
      $effect(() => {
        const asked = job;
        // Asking the job itself would be too late once the list is gone.
        let isCurrent = true;
        this.isStale = true;
        const told = (progress: { readonly done: number; readonly total: number }): void => {
          if (isCurrent) this.progress = progress;
        };
        const timer = setTimeout(() => {
          void worker.run(JSON.parse(asked) as Parameters<typeof worker.run<'ways-out'>>[0], told).then((result) => {
            if (!isCurrent) return;
            this.isStale = false;
            this.progress = null;
            this.problem = result.ok ? '' : result.message;
            this.found = result.ok ? result.answer : null;
          });
        }, ASK_AFTER);
        return () => {
          isCurrent = false;
          clearTimeout(timer);
        };
      });
    });
  };
}
