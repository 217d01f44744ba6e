import { joinedRuns, type ModelRun } from '../../../core/index.ts';
import { addedTo, noAim, type Aim } from './lab-runs.ts';
import { RunStore } from './run-store.ts';

/** The runs that were made here or at the last visit, and how many were wanted. This browser keeps both. */
export class MadeRuns {
  readonly #store = new RunStore();
  /** Settles once those of the last visit are among the runs: nothing is kept before. */
  readonly #isHere: Promise<void>;
  runs: readonly ModelRun[] = $state.raw([]);
  #aim: Aim = $state.raw(noAim);
  /** Whether the runs of the last visit are not here yet. */
  isFetching = $state(true);

  constructor() {
    this.#isHere = this.#store.get().then(({ runs, aim }) => {
      if (runs.length > 0) this.runs = joinedRuns(this.runs, runs);
      if (this.#aim.size === 0) this.#aim = aim;
      this.isFetching = false;
    });
    keepBeforeEnd(this.#store);
  }

  /** What the last start of runs was to make. */
  get aim(): Aim {
    return this.#aim;
  }

  set aim(aim: Aim) {
    this.#aim = aim;
    this.#keep([]);
  }

  add(runs: readonly ModelRun[]): void {
    const before = this.runs;
    this.runs = joinedRuns(before, runs);
    this.#keep(addedTo(before, this.runs));
  }

  /** Forgets all of them, here and in this browser. */
  forget(): void {
    this.runs = [];
    this.#aim = noAim;
    this.#store.forget();
  }

  #keep(made: readonly ModelRun[]): void {
    this.#store.keepSoon(made, () => this.#isHere.then(() => ({ runs: this.runs, aim: this.#aim })));
  }
}

/** Runs go on while nobody looks, so this is no effect of a view. */
function keepBeforeEnd(store: RunStore): void {
  // Tests have no page that could end.
  if (typeof window === 'undefined') return;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store.keepNow();
  });
  window.addEventListener('pagehide', () => {
    store.leave();
  });
}
