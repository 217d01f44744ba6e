import type { Progress, ReplyVerdict, VerdictsJob } from '../../../worker/protocol.ts';
import { openWorker, type WorkerClient } from '../../../worker/client.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { serverOf } from '../../../page/reading/capabilities.ts';

/** Quiet time after the last change of a setting before the replies are read again, in milliseconds. */
const AFTER = 250;

/** What the runtime of the page makes of every reply that was pasted, as long as somebody looks at their list. */
export class ReplyVerdicts {
  readonly #session: Page['session'];
  #client: WorkerClient<'core'> | null = null;
  /** One for each reply; empty until they are read. */
  list = $state.raw<readonly ReplyVerdict[]>([]);
  progress = $state.raw<Progress | null>(null);
  /** Why there is no answer; '' while nothing went wrong. */
  problem = $state('');

  constructor({ session }: Pick<Page, 'session'>) {
    this.#session = session;
  }

  /** Reads the replies whenever they or a setting change. Returns what ends it. */
  readonly follow = (): (() => void) => {
    const stop = $effect.root(() => {
      const found = $derived(this.#session.paste.last?.found ?? null);
      const settings = $derived.by(() => {
        const { tools, custom } = this.#session.fields;
        return JSON.stringify({ ...serverOf(this.#session.fields), tools, custom });
      });
      $effect(() => {
        const replies = found?.replies ?? [];
        const asked = JSON.parse(settings) as Omit<VerdictsJob, 'replies'>;
        let isCurrent = true;
        this.progress = { done: 0, total: replies.length };
        this.problem = '';
        const timer = setTimeout(() => {
          this.#client ??= openWorker('core', 'verdicts');
          const told = (progress: Progress): void => {
            if (isCurrent) this.progress = progress;
          };
          void this.#client.run({ kind: 'verdicts', replies, ...asked }, told).then((result) => {
            if (!isCurrent) return;
            this.progress = null;
            this.list = result.ok ? result.answer : [];
            this.problem = result.ok ? '' : result.message;
          });
        }, AFTER);
        return () => {
          isCurrent = false;
          clearTimeout(timer);
        };
      });
    });
    return () => {
      stop();
      this.#client?.dispose();
      this.#client = null;
      this.list = [];
    };
  };
}
