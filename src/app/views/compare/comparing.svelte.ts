import type { LinkState } from '../../permalink/state.ts';
import { openWorker } from '../../worker/client.ts';
import type { CompareAnswer, Reading } from '../../worker/protocol.ts';
import { correctCompared } from '../../page/correct-runtime.ts';
import { serverOf } from '../../page/reading/capabilities.ts';
import { differencesIn, nextDifference } from './differences.ts';
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
    this.row = answer.comparison.divergence?.row ?? null;
  }

  /** Goes to the next or the previous difference; from the last one to the first. */
  move(by: 1 | -1): void {
    this.row = nextDifference(this.differences, this.row, by) ?? this.row;
  }

  /**
   * Compares the two sides whenever one of them changes, in a worker of its own: reading the reply must not wait for it.
   * Returns what ends it.
   */
  follow(): () => void {
    const session = this.#session;
    const core = openWorker('core', 'compare');
    const stop = $effect.root(() => {
      const text = $derived(session.fields.text);
      const native = $derived(session.fields.native);
      const otherText = $derived(otherSideOf(session.fields).text ?? text);
      const otherNative = $derived(otherSideOf(session.fields).native ?? native);
      // As text, because it is equal where the settings are: what else changes on the page asks for no new answer.
      const settings = $derived(
        JSON.stringify([session.fields, otherSideOf(session.fields)].map((side) => settingsOf(side, session.fields))),
      );
      $effect(() => {
        const [ofLeft, ofRight] = JSON.parse(settings) as [Settings, Settings];
        const left = { text, toolCallsText: native, ...ofLeft };
        const right = { text: otherText, toolCallsText: otherNative, ...ofRight };
        this.stale = true;
        void core.run({ kind: 'compare', left, right }).then((result) => {
          this.stale = false;
          this.problem = result.ok ? '' : `The two sides could not be compared. ${result.message}`;
          if (!result.ok) return;
          // Only the worker knows all runtimes: a link may have asked for one that does not exist.
          if (result.answer.right.runtime.id !== right.runtime) {
            const { profile: id } = otherSideOf({ ...session.fields, compare: null });
            correctCompared(session, right.runtime, { id, label: this.#runtimes.labelOf(id) });
            return;
          }
          this.setAnswer(result.answer);
        });
      });
    });
    return () => {
      stop();
      core.dispose();
      this.forget();
    };
  }

  forget(): void {
    this.#answer = null;
    this.row = null;
    this.problem = '';
    this.stale = true;
  }
}

type Settings = Omit<Reading, 'text' | 'toolCallsText'>;

function settingsOf(
  side: Parameters<typeof serverOf>[0],
  { tools, custom }: Pick<LinkState, 'tools' | 'custom'>,
): Settings {
  return { ...serverOf(side), tools, custom };
}
