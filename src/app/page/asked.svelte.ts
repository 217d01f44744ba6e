import type { JobResult } from '../worker/client.ts';
import type { Answer, Job, Kind } from '../worker/jobs.ts';
import type { Progress } from '../worker/protocol.ts';
import { askOnChange, unlessSame } from './ask-on-change.svelte.ts';

/** Who does the job: a worker client. */
interface Asks<One extends Kind> {
  run(job: Job<One>, onProgress?: (progress: Progress) => void): Promise<JobResult<One>>;
}

interface JobQuestion<One extends Kind> {
  /** Reads what the question is about. */
  readonly job: () => Job<One>;
  readonly worker: () => Asks<One>;
  /** Quiet time after the last change before it is asked, in milliseconds. */
  readonly after: number;
  /** Called when the answer is here, or no longer wanted. */
  readonly end?: () => void;
}

/** What a worker answers to a question about the page, as long as somebody looks. Only the newest question counts. */
export class Asked<One extends Kind> {
  readonly #question: JobQuestion<One>;
  answer = $state.raw<Answer<One> | null>(null);
  /** What the answer is about. */
  about = $state.raw<Job<One> | null>(null);
  /** Whether the answer is about something that has changed since, or there was none yet. */
  isStale = $state(true);
  /** How far the newest question is; null when it is answered, or says nothing of it. */
  progress = $state.raw<Progress | null>(null);
  /** Why there is no answer; '' while nothing went wrong. */
  problem = $state('');
  #again = (): void => undefined;

  constructor(question: JobQuestion<One>) {
    this.#question = question;
  }

  /** Asks whenever the question changes. Returns what ends it. */
  readonly follow = (): (() => void) => {
    const { job, worker, after, end } = this.#question;
    return $effect.root(() => {
      this.#again = askOnChange<Job<One>, JobResult<One>>({
        about: unlessSame(job),
        ask: (asked, report) => worker().run(asked, report),
        after,
        begin: () => {
          this.isStale = true;
          this.progress = null;
          this.problem = '';
          return end;
        },
        report: (progress) => {
          this.progress = progress;
        },
        take: (result, asked, isCurrent) => {
          if (isCurrent) this.#take(asked, result);
        },
      });
    });
  };

  /** Asks the same once more. */
  readonly again = (): void => {
    this.#again();
  };

  #take(question: Job<One>, result: JobResult<One>): void {
    this.about = question;
    this.isStale = false;
    this.progress = null;
    this.problem = result.ok ? '' : result.message;
    this.answer = result.ok ? result.answer : null;
  }
}
