import type { Glance } from '../../core/index.ts';
import { FormatsClient } from '../formats/formats-client.ts';
import type { Page } from '../page.svelte.ts';
import { capabilitiesOf } from '../reading/capabilities.ts';

/** Quiet time after the last change before the runtimes are asked, in milliseconds. */
const ASK_AFTER = 250;

/** What the runtimes that matter for the reply make of it. */
export class Glancing {
  readonly #page: Pick<Page, 'session' | 'of'>;
  glance = $state.raw<Glance | null>(null);
  /** Whether what is shown is of another reply, or nothing was answered yet. */
  isStale = $state(true);
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
        const { text, tools, profile, pinned, expected } = session.fields;
        const capabilities = capabilitiesOf(session.fields);
        return JSON.stringify({ kind: 'glance', text, tools, chosen: profile, pinned, expected, capabilities });
      });
      $effect(() => {
        const asked = job;
        // Asking the job itself would be too late once the strip is gone.
        let isCurrent = true;
        this.isStale = true;
        const timer = setTimeout(() => {
          void worker.run(JSON.parse(asked) as Parameters<typeof worker.run<'glance'>>[0]).then((result) => {
            if (!isCurrent) return;
            this.isStale = false;
            this.problem = result.ok ? '' : result.message;
            this.glance = result.ok ? result.answer : null;
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
