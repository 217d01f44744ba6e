import type { SavedStorage } from '../../../src/app/page/saved/storage.ts';

/** Storage in memory that holds `quota` UTF-16 units of keys and values, as browsers count. */
export class FakeStorage implements SavedStorage {
  readonly items = new Map<string, string>();
  quota: number;
  constructor(quota = 5_200_000) {
    this.quota = quota;
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = [...this.items].filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
    if (used + key.length + value.length > this.quota) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

/** A clock whose time passes when a test says so. */
export class FakeClock {
  time = 1_000_000;
  readonly #timers = new Set<{ at: number; run: () => void }>();
  readonly now = (): number => this.time;
  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const timer = { at: this.time + milliseconds, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };
  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.time)) {
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
