import {
  droppedText,
  hasRoom,
  NO_ROOM,
  readHistory,
  withPin,
  without,
  withRestored,
  writeHistory,
  type Entries,
  type HistoryEntry,
} from './history.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';
import type { StorageGetter } from '../saved/storage.ts';

/** What was removed last, also after the list was closed. */
export class RemovedEntries {
  entries = $state.raw<Entries>([]);
}

/**
 * The history as it is shown. The storage holds the truth, since every tab writes to it: each change starts from what
 * is there.
 */
export class LocalHistory {
  readonly #storage: StorageGetter;
  #entries = $state.raw<Entries>([]);
  readonly #removed: RemovedEntries;
  #problem = $state.raw<string | null>(null);

  /** @param present what is on the page */
  constructor(storage: StorageGetter, present: LinkState = emptyLinkState, removed = new RemovedEntries()) {
    this.#storage = storage;
    this.#removed = removed;
    this.#entries = this.#read();
    if (!hasRoom(storage, present)) this.#problem ??= NO_ROOM;
  }

  get entries(): Entries {
    return this.#entries;
  }

  /** What was removed last and can be brought back. */
  get removed(): Entries {
    return this.#removed.entries;
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
    if (this.#write(without(entries, id))) this.#removed.entries = removed;
  }

  clear(): void {
    const removed = this.#read();
    if (this.#write([])) this.#removed.entries = removed;
  }

  undo(): void {
    if (this.#write(withRestored(this.#read(), this.removed))) this.#removed.entries = [];
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
