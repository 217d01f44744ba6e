import type { Progress, ReplyVerdict } from '../../../worker/protocol.ts';
import { openWorker, type JobResult } from '../../../worker/client.ts';
import type { Job } from '../../../worker/jobs.ts';
import { askOnChange, unlessSame } from '../../../page/ask-on-change.svelte.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { readingSettings } from '../../../page/reading/capabilities.ts';

/** What the runtime of the page makes of every reply that was pasted, as long as somebody looks at their list. */
export class ReplyVerdicts {
  readonly #session: Page['session'];
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
    const core = openWorker('core', 'verdicts');
    const stop = $effect.root(() => {
      askOnChange<Job<'verdicts'>, JobResult<'verdicts'>>({
        about: unlessSame(() => {
          const { active, paste } = this.#session;
          return { kind: 'verdicts', replies: paste.last?.found.replies ?? [], ...readingSettings(active) };
        }),
        ask: (job, report) => core.run(job, report),
        after: 250,
        begin: ({ replies }) => {
          this.progress = { done: 0, total: replies.length };
          this.problem = '';
          return undefined;
        },
        report: (progress) => (this.progress = progress),
        take: (result, _job, isCurrent) => {
          if (!isCurrent) return;
          this.progress = null;
          this.list = result.ok ? result.answer : [];
          this.problem = result.ok ? '' : result.message;
        },
      });
    });
    return () => {
      stop();
      core.dispose();
      this.list = [];
    };
  };
}
