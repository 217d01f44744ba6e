import { readExperiment, writeExperiment, emptyExperiment, type ModelRun } from '../../../core/index.ts';
import { browserStore } from '../../page/saved/browser-store.ts';

/** Runs take time and money: a reload must not lose them. They stay in this browser. */
const store = browserStore('lab-runs');

/** The runs of an earlier visit; none where the browser keeps none, or what it kept is damaged. */
export async function keptRuns(): Promise<readonly ModelRun[]> {
  const text = await store.get();
  const read = typeof text === 'string' ? readExperiment(text) : null;
  return read?.ok === true ? read.runs : [];
}

/** Milliseconds of quiet after which runs are kept, and after which they are kept without quiet. */
const KEEP_AFTER = 500;
const KEEP_EVERY = 5000;

/** Keeps the runs in this browser after a while without new ones, and now and then without such a while. */
export class RunKeeper {
  readonly #runs: () => Promise<readonly ModelRun[]>;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #keptAt = performance.now();

  /** @param runs gives all that there are when they are kept */
  constructor(runs: () => Promise<readonly ModelRun[]>) {
    this.#runs = runs;
  }

  keepSoon(): void {
    clearTimeout(this.#waiting);
    const delay = performance.now() - this.#keptAt > KEEP_EVERY ? 0 : KEEP_AFTER;
    this.#waiting = setTimeout(() => {
      this.#keptAt = performance.now();
      void this.#runs().then(keepRuns);
    }, delay);
  }
}

/** Keeps these runs, and no others. Where the browser keeps nothing, they are in memory alone. */
async function keepRuns(runs: readonly ModelRun[]): Promise<void> {
  await store.put(runs.length === 0 ? '' : writeExperiment(emptyExperiment, runs));
}
