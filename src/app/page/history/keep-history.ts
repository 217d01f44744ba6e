/** What keeps the history of a page, as a chunk of its own: it comes after the first answer. */
import { pickForHistory, type SessionFields } from '../fields.ts';
import { shownTone } from '../reading/first-words.ts';
import type { Results } from '../reading/results.svelte.ts';
import { forgetReplaced, replacedWork, type ReplacedWork, type StorageGetter } from '../saved/storage.ts';
import type { Session } from '../session.svelte.ts';
import { holdsWork } from '../work.ts';
import { HistoryRecorder } from './history-recorder.ts';
import { OtherTabs } from './other-tabs.ts';

interface KeptHistoryOptions {
  readonly session: Session;
  readonly results: Results;
  readonly storage: StorageGetter;
  readonly say: (text: string) => void;
}

/** Puts what the page holds, and what other tabs of it save, into the history. */
export class KeptHistory {
  readonly #options: KeptHistoryOptions;
  readonly #recorder: HistoryRecorder;
  readonly #tabs: OtherTabs;

  constructor(options: KeptHistoryOptions) {
    const { session, results, storage, say } = options;
    this.#options = options;
    this.#recorder = new HistoryRecorder({
      storage,
      clock: {
        now: () => Date.now(),
        after: (milliseconds, run) => {
          const timer = setTimeout(run, milliseconds);
          return () => {
            clearTimeout(timer);
          };
        },
      },
      tone: () => (results.stale ? null : shownTone({ session, results })),
      say,
    });
    this.#tabs = new OtherTabs({ recorder: this.#recorder, present: () => pickForHistory(session.kept), say });
  }

  /** Takes what was replaced before this code came, and `heard`, which another tab saved last. */
  async takeOver(heard: string | null): Promise<void> {
    const { session, storage } = this.#options;
    this.see(session.kept);
    // The code often comes to several tabs at once. What two tabs write at the same time replaces one another.
    await inTurn(() => {
      this.#tabs.replaced(...replacedWork(storage));
      forgetReplaced(storage);
      if (heard !== null) this.#tabs.saved(heard);
    });
  }

  /** Hears every state of the page. */
  see(fields: SessionFields): void {
    const state = pickForHistory(fields);
    this.#recorder.see(holdsWork(state) ? state : null);
  }

  /** Another tab has saved `text`, where the work of this tab was. */
  saved(text: string): void {
    this.#tabs.saved(text);
  }

  /** This tab is about to save over the work of another. */
  replaced(work: ReplacedWork): void {
    this.#tabs.replaced(work);
  }

  stop(): void {
    this.#recorder.stop();
  }
}

/** Runs something while no other tab of this site does, where the browser lets a page wait for its turn. */
async function inTurn(run: () => void): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('callscope.history', run).catch(run);
  else run();
}
