import { browserStore, keptKeys, type BrowserStore, type StoreKey } from './browser-store.ts';
import type { SavedStorage } from './storage.ts';

type KeyOfTab = StoreKey | `${StoreKey}:${string}`;

/** What a tab had open. */
interface KeptByTab {
  /** Untrusted. */
  readonly value: unknown;
  /** Whether this very tab had it open: then a reload opens it again. */
  readonly isOfThisTab: boolean;
}

/** So many tabs of a browser keep what they had open, those that kept something last. */
const MOST_TABS = 6;

/** Where it is kept; tests pass their own. */
interface Surroundings {
  readonly storeOf: (key: KeyOfTab) => BrowserStore;
  readonly keys: (key: StoreKey) => Promise<readonly string[]>;
  readonly session: () => SavedStorage;
  readonly now: () => number;
}

const ofBrowser: Surroundings = {
  storeOf: browserStore,
  keys: keptKeys,
  session: () => sessionStorage,
  now: () => Date.now(),
};

/** What each tab had open, under a key of its own: a reload finds it, and a new tab is offered what was kept last. */
export class TabStore {
  readonly #name: StoreKey;
  readonly #at: Surroundings;
  /** The key of what `get` gave, and the one that this page writes. */
  #found: KeyOfTab | null = null;
  #written: KeyOfTab | null = null;

  constructor(name: StoreKey, at: Surroundings = ofBrowser) {
    this.#name = name;
    this.#at = at;
  }

  /** `lost`: this tab kept something that is kept no longer. */
  async get(): Promise<KeptByTab | 'lost' | null> {
    // A page that was left early has not ended this.
    await this.#forget(this.#forgotten());
    const own = this.#marked();
    const key = own ?? (await this.#keys()).at(-1) ?? null;
    if (key === null) return null;
    this.#found = key;
    const value = await this.#at.storeOf(key).get();
    if (value !== undefined) return { value, isOfThisTab: own !== null };
    return own === null ? null : 'lost';
  }

  /** Replaces what this tab keeps. @returns false where it could not be kept */
  async put(value: unknown): Promise<boolean> {
    const former = this.#marked();
    // A tab that was duplicated has the key of the other one: it writes under a new one.
    this.#written ??= `${this.#name}:${this.#at.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    const key = this.#written;
    if (!(await this.#at.storeOf(key).put(value))) return false;
    if (this.#written !== key) {
      // It was forgotten meanwhile.
      await this.#forget([key]);
      return true;
    }
    this.#mark(key);
    const others = (await this.#keys()).filter((one) => one !== key && one !== former);
    const gone = others.slice(0, Math.max(0, others.length - MOST_TABS + 1));
    if (former !== null && former !== key) gone.push(former);
    await Promise.all(gone.map((one) => this.#at.storeOf(one).delete()));
    return true;
  }

  /** Forgets what this tab keeps, or what it was offered. */
  async delete(): Promise<void> {
    const key = this.#marked() ?? this.#found;
    this.#mark(null);
    this.#found = this.#written = null;
    if (key !== null) await this.#forget([key]);
  }

  /** Forgets what any tab keeps. */
  async deleteAll(): Promise<void> {
    this.#mark(null);
    this.#found = this.#written = null;
    await this.#forget(await this.#keys());
  }

  /** Deletes what is kept under keys. The tab remembers them until the browser has done it. */
  async #forget(keys: readonly KeyOfTab[]): Promise<void> {
    if (keys.length === 0) return;
    this.#setItem('.forgotten', keys.join(' '));
    await Promise.all(keys.map((key) => this.#at.storeOf(key).delete()));
    this.#setItem('.forgotten', null);
  }

  #forgotten(): KeyOfTab[] {
    return (this.#getItem('.forgotten') ?? '').split(' ').filter((key) => this.#isOwn(key));
  }

  /** Oldest first. */
  async #keys(): Promise<KeyOfTab[]> {
    const keys: readonly string[] = await this.#at.keys(this.#name).catch(() => []);
    return keys.filter((key) => this.#isOwn(key)).sort();
  }

  #isOwn(key: string): key is KeyOfTab {
    return key === this.#name || key.startsWith(`${this.#name}:`);
  }

  /** The key under which this tab keeps something. */
  #marked(): KeyOfTab | null {
    const key = this.#getItem('');
    return key !== null && this.#isOwn(key) ? key : null;
  }

  #mark(key: string | null): void {
    this.#setItem('', key);
  }

  #getItem(part: '' | '.forgotten'): string | null {
    try {
      return this.#at.session().getItem(`callscope.tab.${this.#name}${part}`);
    } catch {
      return null;
    }
  }

  #setItem(part: '' | '.forgotten', value: string | null): void {
    const item = `callscope.tab.${this.#name}${part}`;
    try {
      if (value === null) this.#at.session().removeItem(item);
      else this.#at.session().setItem(item, value);
    } catch {
      // Then a reload offers what this tab had open, and does not open it.
    }
  }
}
