import type { StoreKey } from '../../../src/app/page/saved/browser-store.ts';
import { TabStore } from '../../../src/app/page/saved/tab-store.ts';
import type { FakeStorage } from './fake-browser.ts';

/** One browser, and what opens a page in a tab of it. */
export function fakeTabs(name: StoreKey) {
  const disk = new Map<string, unknown>();
  /** `isLeft`: the page is gone before the browser has deleted anything. */
  const state = { isRefused: false, isLeft: false, time: 1_000_000 };
  const pageIn = (session: FakeStorage): TabStore =>
    new TabStore(name, {
      storeOf: (key) => ({
        get: () => Promise.resolve(disk.get(key)),
        put: (value) => {
          if (!state.isRefused) disk.set(key, value);
          return Promise.resolve(!state.isRefused);
        },
        delete: () => {
          if (state.isLeft) return new Promise<never>(() => undefined);
          disk.delete(key);
          return Promise.resolve();
        },
      }),
      keys: () => Promise.resolve([...disk.keys()]),
      session: () => session,
      now: () => (state.time += 1000),
    });
  return { disk, state, pageIn };
}
