import { openWorker, type JobResult } from '../../worker/client.ts';
import type { Job } from '../../worker/jobs.ts';
import type { CompareAnswer } from '../../worker/protocol.ts';
import { askOnChange, unlessSame } from '../../page/ask-on-change.svelte.ts';
import { correctCompared } from '../../page/unknown-runtime.ts';
import { readingSettings } from '../../page/reading/capabilities.ts';
import { differenceSaid, differencesIn, nextDifference } from './differences.ts';
import { otherSideOf } from './sides.ts';
import type { Page } from '../../page/page.svelte.ts';

export type { CompareAnswer };

/** What the comparison answered, and where the reader is in it. */
export class Comparing {
  readonly #session: Page['session'];
  readonly #runtimes: Page['runtimes'];
  #answer = $state.raw<CompareAnswer | null>(null);
  /** True while a side is newer than the answer. */
  stale = $state(true);
  /** Why there is no newer answer; '' when there is one. */
  problem = $state('');
  /** Index of the row the reader is at; null for none. */
  row = $state<number | null>(null);
  /** How often somebody went to a difference: going to the only one again says it again. */
  moves = $state(0);
  /** What is said of the difference that somebody went to. */
  said = $state('');

  /** The first row of every difference. */
  readonly differences: readonly number[] = $derived(this.#answer === null ? [] : differencesIn(this.#answer));

  constructor({ session, runtimes }: Pick<Page, 'session' | 'runtimes'>) {
    this.#session = session;
    this.#runtimes = runtimes;
  }

  get answer(): CompareAnswer | null {
    return this.#answer;
  }

  /** A new answer begins where the two sides part ways. */
  setAnswer(answer: CompareAnswer): void {
    this.#answer = answer;
    this.said = '';
    this.row = answer.comparison.divergence?.row ?? null;
  }

  /** Goes to the next or the previous difference; from the last one to the first. */
  move(by: 1 | -1): void {
    this.row = nextDifference(this.differences, this.row, by) ?? this.row;
    this.moves += 1;
    this.said = this.#answer === null ? '' : differenceSaid(this.#answer, this.differences, this.row);
  }

  /**
   * Compares the two sides whenever one of them changes, in a worker of its own: reading the reply must not wait for it.
   * Returns what ends it.
   */
  readonly follow = (): (() => void) => {
    const session = this.#session;
    const core = openWorker('core', 'compare');
    const stop = $effect.root(() => {
      askOnChange<Job<'compare'>, JobResult<'compare'>>({
        about: unlessSame(() => {
          const { text, native, tools, custom } = session.active;
          const other = otherSideOf(session.fields);
          return {
            kind: 'compare',
            left: { text, toolCallsText: native, ...readingSettings(session.active) },
            right: {
              text: other.text ?? text,
              toolCallsText: other.native ?? native,
              ...readingSettings({ ...other, tools, custom }),
            },
          };
        }),
        ask: (job) => core.run(job),
        after: null,
        begin: () => {
          this.stale = true;
          return undefined;
        },
        take: (result, { right }, isCurrent) => {
          this.stale = !isCurrent;
          this.problem = result.ok ? '' : `The two sides could not be compared. ${result.message}`;
          if (!result.ok) return;
          // Only the worker knows all runtimes: a link may have asked for one that does not exist.
          if (result.answer.right.runtime.id !== right.runtime) {
            const { profile: id } = otherSideOf({ ...session.fields, compare: null });
            const answering = { id, label: this.#runtimes.labelOf(id) };
            correctCompared(session, right.runtime, answering, () => core.run({ kind: 'runtimes', which: 'all' }));
            return;
          }
          this.setAnswer(result.answer);
        },
      });
    });
    return () => {
      stop();
      core.dispose();
      this.forget();
    };
  };

  forget(): void {
    this.#answer = null;
    this.row = null;
    this.problem = '';
    this.stale = true;
  }
}
