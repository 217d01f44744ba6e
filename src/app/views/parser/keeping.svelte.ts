import { keepParser, type KeptParser } from './kept-parser.ts';

/** Quiet time before what is typed into a file is kept, in milliseconds. */
const KEEP_AFTER = 300;

/** Keeps the files of the reader for a reload of the tab. */
export class Keeping {
  readonly #now: () => KeptParser | null;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** Whether a reload finds them, as far as is known. */
  isKept = $state(true);
  /** What an earlier visit or another tab had open, where nothing is. */
  offered: KeptParser | null = $state.raw(null);

  /** @param now gives the files that are open; null for none */
  constructor(now: () => KeptParser | null) {
    this.#now = now;
  }

  /** Keeps them after so many milliseconds. */
  keep(after = 0): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      void keepParser(this.#now()).then((isKept) => (this.isKept = isKept));
    }, after);
  }

  /** Keeps them when nothing is typed for a while. */
  keepTyped(): void {
    this.keep(KEEP_AFTER);
  }

  /** Forgets what was offered. */
  forget(): void {
    this.offered = null;
    void keepParser(null);
  }
}
