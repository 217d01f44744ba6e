import { readExperiment, writeExperiment, emptyExperiment, type ModelRun } from '../../../core/index.ts';
import { TabStore } from '../../page/saved/tab-store.ts';

/** Milliseconds of quiet after which runs are kept, and after which they are kept without quiet. */
const KEEP_AFTER = 500;
const KEEP_EVERY = 5000;

/** Runs take time and money: a reload must not lose them. They stay in this browser, those of each tab on their own. */
export class RunStore {
  readonly #store: Pick<TabStore, 'get' | 'put' | 'delete' | 'deleteAll'>;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #keptAt = performance.now();
  /** One thing at a time: what is forgotten must not be kept after it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<TabStore, 'get' | 'put' | 'delete' | 'deleteAll'> = new TabStore('lab-runs')) {
    this.#store = store;
  }

  /** Those that this tab had, or those of the tab that kept some last; none where the browser keeps none, or what it kept is damaged. */
  async get(): Promise<readonly ModelRun[]> {
    let kept = await this.#store.get();
    if (kept === 'lost') {
      // A copy of this tab took them over.
      await this.#store.delete();
      kept = await this.#store.get();
    }
    const text = kept === null || kept === 'lost' ? null : kept.value;
    const read = typeof text === 'string' ? readExperiment(text) : null;
    return read?.ok === true ? read.runs : [];
  }

  /**
   * Keeps runs after a while without new ones, and now and then without such a while.
   *
   * @param runs gives all that there are when they are kept
   */
  keepSoon(runs: () => Promise<readonly ModelRun[]>): void {
    clearTimeout(this.#waiting);
    const delay = performance.now() - this.#keptAt > KEEP_EVERY ? 0 : KEEP_AFTER;
    this.#waiting = setTimeout(() => {
      this.#keptAt = performance.now();
      this.#next(async () => {
        const all = await runs();
        if (all.length > 0) await this.#store.put(writeExperiment(emptyExperiment, all));
      });
    }, delay);
  }

  /** Forgets the runs of all tabs. */
  forget(): void {
    clearTimeout(this.#waiting);
    this.#next(() => this.#store.deleteAll());
  }

  #next(what: () => Promise<unknown>): void {
    this.#last = this.#last.then(what);
  }
}
