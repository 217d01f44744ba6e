import type { JobResult } from '../worker/client.ts';
import type { Answers, Job, Progress } from '../worker/protocol.ts';
import { isSameData } from './same-data.ts';

/** Who does the job: a worker client. */
interface Asks {
  run<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    onProgress?: (progress: Progress) => void,
  ): Promise<JobResult<Kind>>;
}

interface Question<Kind extends Job['kind']> {
  /** Reads what the question is about: it is asked again whenever that changes. */
  readonly job: () => Extract<Job, { kind: Kind }>;
  readonly worker: () => Asks;
  /** Quiet time after the last change before it is asked, in milliseconds. */
  readonly after: number;
  /** Called when the answer is no longer wanted. */
  readonly end?: () => void;
}

/** What a worker answers to a question about the page, as long as somebody looks. Only the newest question counts. */
export class Asked<Kind extends Job['kind']> {
  readonly #question: Question<Kind>;
  answer = $state.raw<Answers[Kind] | null>(null);
  /** What the answer is about. */
  about = $state.raw<Extract<Job, { kind: Kind }> | null>(null);
  /** Whether the answer is about something that has changed since, or there was none yet. */
  isStale = $state(true);
  /** How far the newest question is; null when it is answered, or says nothing of it. */
  progress = $state.raw<Progress | null>(null);
  /** Why there is no answer; '' while nothing went wrong. */
  problem = $state('');
  #attempt = $state(0);

  constructor(question: Question<Kind>) {
    this.#question = question;
  }

  /** Asks whenever the question changes. Returns what ends it. */
  readonly follow = (): (() => void) => {
    const { job, worker, after, end } = this.#question;
    return $effect.root(() => {
      let last: Extract<Job, { kind: Kind }> | undefined;
      // The same object where the question is the same: what else changes on the page asks nothing.
      const asked = $derived.by(() => {
        const now = job();
        if (last === undefined || !isSameData(last, now)) last = now;
        return last;
      });
      $effect(() => {
        const question = asked;
        // Once nobody looks any more, what is derived here must not be read.
        let isCurrent = true;
        // Always true; reading the number is what makes this run again.
        this.isStale = this.#attempt >= 0;
        this.progress = null;
        this.problem = '';
        const timer = setTimeout(() => {
          const told = (progress: Progress): void => {
            if (isCurrent) this.progress = progress;
          };
          void worker()
            .run<Kind>(question, told)
            .then((result) => {
              if (isCurrent) this.#take(question, result);
            });
        }, after);
        return () => {
          isCurrent = false;
          clearTimeout(timer);
          end?.();
        };
      });
    });
  };

  /** Asks the same once more. */
  readonly again = (): void => {
    this.#attempt += 1;
  };

  #take(question: Extract<Job, { kind: Kind }>, result: JobResult<Kind>): void {
    this.about = question;
    this.isStale = false;
    this.progress = null;
    this.problem = result.ok ? '' : result.message;
    this.answer = result.ok ? result.answer : null;
  }
}
