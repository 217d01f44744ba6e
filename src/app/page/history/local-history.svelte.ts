import {
  droppedText,
  readHistory,
  withPin,
  without,
  withRestored,
  writeHistory,
  type Entries,
  type HistoryEntry,
} from './history.ts';
import type { StorageGetter } from '../saved/storage.ts';

/**
 * The history as it is shown. The storage holds the truth, since every tab writes to it: each change starts from what
 * is there.
 */
export class LocalHistory {
  readonly #storage: StorageGetter;
  #entries = $state.raw<Entries>([]);
  #removed = $state.raw<Entries>([]);
  #problem = $state.raw<string | null>(null);

  constructor(storage: StorageGetter) {
    this.#storage = storage;
    this.#entries = this.#read();
  }

  get entries(): Entries {
    return this.#entries;
  }

  /** What was removed last and can be brought back. */
  get removed(): Entries {
    return this.#removed;
  }

  /** A sentence on what went wrong, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  pin({ id }: HistoryEntry, pinned: boolean): void {
    this.#write(withPin(this.#read(), id, pinned));
  }

  remove({ id }: HistoryEntry): void {
    const entries = this.#read();
    const removed = entries.filter((entry) => entry.id === id);
    if (this.#write(without(entries, id))) this.#removed = removed;
  }

  clear(): void {
    const removed = this.#read();
    if (this.#write([])) this.#removed = removed;
  }

  undo(): void {
    if (this.#write(withRestored(this.#read(), this.#removed))) this.#removed = [];
  }

  #read(): Entries {
    const reading = readHistory(this.#storage);
    if (!reading.ok) {
      this.#problem = reading.message;
      return [];
    }
    if (reading.dropped > 0) this.#problem = droppedText(reading.dropped);
    return reading.entries;
  }

  #write(entries: Entries): boolean {
    const writing = writeHistory(this.#storage, entries);
    if (writing.ok) this.#entries = entries;
    this.#problem = writing.ok ? null : writing.message;
    return writing.ok;
  }
}
