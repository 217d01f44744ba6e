import { openWorker, type JobResult } from '../../worker/client.ts';
import type { Job } from '../../worker/jobs.ts';
import type { CompareAnswer, Reading } from '../../worker/protocol.ts';
import { askOnChange, unlessSame } from '../../page/ask-on-change.svelte.ts';
import { readingSettings } from '../../page/reading/capabilities.ts';
import type { PreparedRun, SentPart } from './prepared-run.ts';
import { Run, type RunState } from './run.svelte.ts';
import type { Session } from '../../page/session.svelte.ts';

export interface PairSide {
  readonly label: string;
  readonly run: Run;
  readonly sent: readonly SentPart[];
}

/** Two runs that differ in one thing, one after the other: a model has one memory, and the second must not wait in it. */
export class RunPair {
  readonly left: PairSide;
  readonly right: PairSide;
  readonly #session: Session;
  #answer = $state.raw<CompareAnswer | null>(null);

  constructor(
    session: Session,
    left: PreparedRun & { readonly label: string },
    right: PreparedRun & { readonly label: string },
    now?: () => number,
  ) {
    const side = ({ label, source, request, sent }: typeof left): PairSide => ({
      label,
      sent,
      run: new Run(source, request, {}, now),
    });
    this.left = side(left);
    this.right = side(right);
    this.#session = session;
  }

  readonly state: RunState = $derived.by(() => {
    const states = [this.left.run.state, this.right.run.state];
    const first = (['running', 'stopped', 'failed'] as const).find((state) => states.includes(state));
    if (first !== undefined) return first;
    return states.every((state) => state === 'done') ? 'done' : states[0] === 'done' ? 'running' : 'waiting';
  });

  /** How the runtime of the page reads both. Followed while `read` is active. */
  get answer(): CompareAnswer | null {
    return this.#answer;
  }

  /** Opens both. The promise is fulfilled at the end and never rejected. */
  async open(): Promise<void> {
    await this.left.run.open();
    await this.right.run.open();
  }

  stop(): void {
    this.right.run.stop();
    this.left.run.stop();
  }

  /** Reads both replies as the page would, while they grow, in a worker of its own. Returns what ends it. */
  read(): () => void {
    const core = openWorker('core', 'compare');
    const end = $effect.root(() => {
      const reading = ({ run }: PairSide): Reading => ({
        text: run.text,
        toolCallsText: run.native,
        ...readingSettings(this.#session.active),
      });
      askOnChange<Job<'compare'>, JobResult<'compare'>>({
        about: unlessSame(() => ({ kind: 'compare', left: reading(this.left), right: reading(this.right) })),
        ask: (job) => core.run(job),
        after: null,
        take: (result) => {
          if (result.ok) this.#answer = result.answer;
        },
      });
    });
    return () => {
      end();
      core.dispose();
    };
  }
}
