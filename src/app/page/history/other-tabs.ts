import type { LinkState } from '../../permalink/state.ts';
import { emptySessionFields, pickForHistory } from '../fields.ts';
import { readSaved } from '../saved/read-saved.ts';
import type { ReplacedWork } from '../saved/storage.ts';
import { holdsWork } from '../work.ts';
import type { HistoryRecorder } from './history-recorder.ts';
import { sameState } from './history.ts';

interface OtherTabsOptions {
  readonly recorder: Pick<HistoryRecorder, 'settle' | 'keepOther'>;
  /** The state of this tab. */
  readonly present: () => LinkState;
  readonly say: (text: string) => void;
}

/**
 * Tabs of one browser save under one key, so the last one to change replaces what the others saved. Here both go into the
 * history, and the reader is told once.
 */
export class OtherTabs {
  readonly #options: OtherTabsOptions;
  #told = false;

  constructor(options: OtherTabsOptions) {
    this.#options = options;
  }

  /** Another tab has saved `text`, where the work of this tab was; a tab without work has nothing that could be replaced. */
  saved(text: string): void {
    if (!holdsWork(this.#options.present())) return;
    if (this.#told) {
      this.#options.recorder.settle();
      return;
    }
    if (this.#otherWork(text) !== null) this.#tell();
  }

  /** Work that other work took the place of, oldest first: what this tab is about to save over, or what waited for this code. */
  replaced(...works: readonly ReplacedWork[]): void {
    let isNews = false;
    for (const { whose, text } of works) {
      const work = this.#otherWork(text);
      if (work === null) continue;
      this.#options.recorder.keepOther(work);
      if (whose === 'other-tab') isNews = true;
    }
    if (isNews) this.#tell();
  }

  #tell(): void {
    this.#options.recorder.settle();
    if (this.#told) return;
    this.#told = true;
    this.#options.say('Another tab saved different work. A new tab opens the latest work, and both are in History.');
  }

  /** The work in a saved text; null where it is none, or the same as here. */
  #otherWork(text: string): LinkState | null {
    const read = readSaved(text);
    if (!read.ok || read.fields === null) return null;
    const work = pickForHistory({ ...emptySessionFields, ...read.fields });
    return holdsWork(work) && !sameState(work, this.#options.present()) ? work : null;
  }
}
