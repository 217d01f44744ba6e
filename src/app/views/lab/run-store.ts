import { emptyExperiment, joinedRuns, readExperiment, writeExperiment, type ModelRun } from '../../../core/index.ts';
import type { SavedStorage, StorageGetter } from '../../page/saved/storage.ts';
import { TabStore } from '../../page/saved/tab-store.ts';
import { noAim, type Aim } from './lab-runs.ts';

/** Milliseconds until what was made is kept: a tab that crashes loses no more. */
const KEEP_AFTER = 200;

/** All runs are written each time: of the time at most one part in so many is spent on it. */
const PARTS = 10;

/** What a page that goes had no time to keep. */
const LEFT_KEY = 'callscope.lab-runs.left';

/** Runs, and how many were wanted. */
export interface LabRuns {
  readonly runs: readonly ModelRun[];
  readonly aim: Aim;
}

/** Runs take time and money: neither a reload nor a closed tab must lose them. They stay in this browser, those of each tab on their own. */
export class RunStore {
  readonly #store: Pick<TabStore, 'get' | 'put' | 'delete' | 'deleteAll'>;
  readonly #getStorage: StorageGetter;
  #all: (() => Promise<LabRuns>) | null = null;
  /** What was made since all were kept, oldest first. */
  #unkept: readonly ModelRun[] = [];
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** How long it took to keep them, in milliseconds. */
  #took = 0;
  /** One thing at a time: what is forgotten must not be kept after it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    store: Pick<TabStore, 'get' | 'put' | 'delete' | 'deleteAll'> = new TabStore('lab-runs'),
    getStorage: StorageGetter = () => localStorage,
  ) {
    this.#store = store;
    this.#getStorage = getStorage;
  }

  /** Those that this tab had, or those of the tab that kept some last; none where the browser keeps none, or what it kept is damaged. */
  async get(): Promise<LabRuns> {
    let kept = await this.#store.get();
    if (kept === 'lost') {
      // A copy of this tab took them over.
      await this.#store.delete();
      kept = await this.#store.get();
    }
    const read = readKept(kept === null || kept === 'lost' ? null : kept.value);
    const left = this.#left();
    if (left.length === 0) return read;
    const all = { ...read, runs: joinedRuns(read.runs, left) };
    await this.#put(all);
    return all;
  }

  /**
   * Keeps runs soon. What comes meanwhile is kept with them: it must not put them off.
   *
   * @param made those that are new
   * @param all gives all that there are when they are kept
   */
  keepSoon(made: readonly ModelRun[], all: () => Promise<LabRuns>): void {
    this.#all = all;
    this.#unkept = [...this.#unkept, ...made];
    this.#waiting ??= setTimeout(() => this.#keep(), Math.max(KEEP_AFTER, PARTS * this.#took));
  }

  /** Keeps at once what waits. The page is hidden, and may be ended without a word. */
  keepNow(): void {
    if (this.#waiting !== undefined) this.#keep();
  }

  /** Leaves what is not kept yet where it is written at once: a page that goes ends whatever takes longer. */
  leave(): void {
    if (this.#unkept.length === 0) return;
    const runs = joinedRuns(this.#left(), this.#unkept);
    this.#write((storage) => storage.setItem(LEFT_KEY, writeExperiment(emptyExperiment, runs)));
  }

  /** Forgets the runs of all tabs. */
  forget(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#unkept = [];
    this.#next(async () => {
      this.#forgetLeft();
      await this.#store.deleteAll();
    });
  }

  #keep(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#next(async () => {
      const all = await this.#all?.();
      if (all === undefined || all.runs.length === 0) return;
      const from = performance.now();
      await this.#put(all);
      this.#took = performance.now() - from;
    });
  }

  async #put({ runs, aim }: LabRuns): Promise<void> {
    const text = writeExperiment(emptyExperiment, runs);
    if (!(await this.#store.put({ text, aim: [...aim] }))) return;
    const kept = new Set(runs);
    this.#unkept = this.#unkept.filter((run) => !kept.has(run));
    this.#forgetLeft();
  }

  #left(): readonly ModelRun[] {
    try {
      return readRuns(this.#getStorage()?.getItem(LEFT_KEY));
    } catch {
      return [];
    }
  }

  #forgetLeft(): void {
    this.#write((storage) => storage.removeItem(LEFT_KEY));
  }

  #write(change: (storage: SavedStorage) => void): void {
    try {
      const storage = this.#getStorage();
      if (storage !== null && storage !== undefined) change(storage);
    } catch {
      // A browser without a storage, or with a full one, keeps what it can.
    }
  }

  #next(what: () => Promise<unknown>): void {
    this.#last = this.#last.then(what);
  }
}

/** Untrusted. Pages of before kept the text alone. */
function readKept(value: unknown): LabRuns {
  if (typeof value !== 'object' || value === null) return { runs: readRuns(value), aim: noAim };
  return {
    runs: readRuns('text' in value ? value.text : null),
    aim: readAim('aim' in value ? value.aim : null),
  };
}

function readAim(value: unknown): Aim {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Map(
    entries.flatMap((entry) => {
      const [cell, number] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
      return typeof cell === 'string' && Number.isSafeInteger(number) ? [[cell, number as number] as const] : [];
    }),
  );
}

function readRuns(text: unknown): readonly ModelRun[] {
  const read = typeof text === 'string' ? readExperiment(text) : null;
  return read?.ok === true ? read.runs : [];
}
