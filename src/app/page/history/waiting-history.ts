import type { SessionFields } from '../fields.ts';
import { keepReplaced, toSave, type ReplacedWork, type StorageGetter } from '../saved/storage.ts';
import { holdsWork } from '../work.ts';
import { continues } from './continues.ts';

/**
 * Takes the place of the history until its code has come, which takes long on a slow phone. What is replaced meanwhile is
 * kept in this browser, so that it outlives the tab.
 */
export class WaitingHistory {
  readonly #storage: StorageGetter;
  readonly #say: (text: string) => void;
  #last: SessionFields | null = null;
  #heard: string | null = null;

  constructor(storage: StorageGetter, say: (text: string) => void) {
    this.#storage = storage;
    this.#say = say;
  }

  /** What another tab saved last. */
  get heard(): string | null {
    return this.#heard;
  }

  /** Hears every state of the page. */
  see(fields: SessionFields): void {
    const before = this.#last;
    this.#last = holdsWork(fields) ? fields : null;
    if (before === null || (this.#last !== null && continues(before, this.#last))) return;
    const text = toSave(before);
    if (text === null) this.#sayLost();
    else this.replaced({ whose: 'own', text });
  }

  /** Another tab has saved `text`. It keeps what it replaced, so this is only told later. */
  saved(text: string): void {
    this.#heard = text;
  }

  replaced(work: ReplacedWork): void {
    if (!keepReplaced(this.#storage, work)) this.#sayLost();
  }

  #sayLost(): void {
    this.#say(
      'The work before this is not in History. It is too large, or the browser’s storage is full or turned off.',
    );
  }
}
