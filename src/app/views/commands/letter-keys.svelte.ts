import type { StorageGetter } from '../../page/saved/storage.ts';

const storageKey = 'callscope.shortcuts';

/** Whether shortcuts of a single character work. Speech input and some keyboards press them by accident. */
export class LetterKeys {
  readonly #storage: StorageGetter = () => localStorage;
  #on = $state(true);

  constructor() {
    try {
      this.#on = this.#storage()?.getItem(storageKey) !== 'off';
    } catch {
      // No storage, no setting: they work until they are switched off again.
    }
  }

  get on(): boolean {
    return this.#on;
  }

  /** Returns false when the choice holds for this visit only. */
  set(on: boolean): boolean {
    this.#on = on;
    try {
      const storage = this.#storage();
      if (on) storage?.removeItem(storageKey);
      else storage?.setItem(storageKey, 'off');
      return storage !== null && storage !== undefined;
    } catch {
      return false;
    }
  }
}
