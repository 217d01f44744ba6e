import type { LinkState } from '../../permalink/state.ts';
import { continues } from './continues.ts';
import { droppedText, fits, readHistory, sameState, withState, writeHistory, type HistoryEntry } from './history.ts';
import type { StorageGetter } from '../saved/storage.ts';

/** Time as the recorder needs it; tests pass their own. */
interface Clock {
  readonly now: () => number;
  /** Runs something later; what it returns prevents that. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export interface RecorderOptions {
  readonly storage: StorageGetter;
  readonly clock: Clock;
  /** How good the answer to the present state is, if known. */
  readonly tone: () => HistoryEntry['tone'];
  readonly say: (text: string) => void;
}

/**
 * How long a state must stay before it is recorded, in milliseconds.
 *
 * @internal Tests pass this time.
 */
export const settledAfter = 3000;

/**
 * Watches the states of the page and puts those that settled into the history, and those that other work replaced before
 * they could settle. Every recording starts from what the storage holds, because other tabs record as well.
 */
export class HistoryRecorder {
  readonly #options: RecorderOptions;
  /** The state on the page as long as it is not recorded. */
  #waiting: LinkState | null = null;
  #last: LinkState | null = null;
  /** What this tab recorded last. */
  #recorded: LinkState | null = null;
  #cancel: () => void = () => undefined;
  readonly #said = new Set<string>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Hears every state of the page; null for one that holds nothing worth keeping. */
  see(state: LinkState | null): void {
    if (state !== null && this.#last !== null && sameState(this.#last, state)) {
      // Only the look has changed: the entry shall show the latest one, and need not wait longer for it.
      if (this.#waiting !== null) this.#waiting = state;
      return;
    }
    this.#cancel();
    const replaced = this.#waiting;
    this.#last = state;
    this.#waiting = state;
    if (replaced !== null && (state === null || !continues(replaced, state))) this.#record(replaced, null);
    if (state === null) return;
    this.#cancel = this.#options.clock.after(settledAfter, () => {
      this.settle();
    });
  }

  /** Records the present state, if it is not recorded yet, without waiting any longer. */
  settle(): void {
    this.#cancel();
    const settled = this.#waiting;
    this.#waiting = null;
    if (settled !== null) this.#record(settled, this.#options.tone());
  }

  /** Records a state that is not what this tab records next, as of another tab. */
  keepOther(state: LinkState): void {
    const own = this.#recorded;
    this.#recorded = null;
    this.#record(state, null);
    this.#recorded = own;
  }

  stop(): void {
    this.#cancel();
  }

  #record(state: LinkState, tone: HistoryEntry['tone']): void {
    const { storage, clock } = this.#options;
    const reading = readHistory(storage);
    if (!reading.ok) {
      this.#sayOnce(reading.message);
      return;
    }
    if (reading.dropped > 0) this.#options.say(droppedText(reading.dropped));
    if (!fits(reading.entries, state)) {
      this.#sayOnce('This reply is too large for the history. Download the case in Share to keep it.');
      return;
    }
    const [newest] = reading.entries;
    // What another tab recorded meanwhile is not what this state was before, however alike they are.
    const isOwn = newest !== undefined && this.#recorded !== null && sameState(newest.state, this.#recorded);
    const entries = withState(reading.entries, state, clock.now(), tone, isOwn);
    this.#recorded = state;
    if (entries === reading.entries && reading.dropped === 0) return;
    const writing = writeHistory(storage, entries);
    if (!writing.ok) this.#sayOnce(writing.message);
  }

  #sayOnce(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#options.say(text);
  }
}
