import { describe, expect, test } from 'vitest';
import { TabStore } from '../../../../src/app/page/saved/tab-store.ts';
import { FakeStorage } from '../fake-browser.ts';

/** One browser, and what opens a page in a tab of it. */
function browser() {
  const disk = new Map<string, unknown>();
  const state = { isRefused: false, time: 1_000_000 };
  const pageIn = (session: FakeStorage): TabStore =>
    new TabStore('batch-files', {
      storeOf: (key) => ({
        get: () => Promise.resolve(disk.get(key)),
        put: (value) => {
          if (!state.isRefused) disk.set(key, value);
          return Promise.resolve(!state.isRefused);
        },
        delete: () => {
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

const kept = async (store: TabStore): Promise<unknown> => {
  const found = await store.get();
  return found === null || found === 'lost' ? found : [found.value, found.isOfThisTab];
};

describe('what each tab had open', () => {
  test('a reload finds what the tab had, whatever another tab kept since', async () => {
    const { pageIn } = browser();
    const [one, other] = [new FakeStorage(), new FakeStorage()];
    await pageIn(one).put('a');
    await pageIn(other).put('b');
    expect(await kept(pageIn(one))).toEqual(['a', true]);
    expect(await kept(pageIn(other))).toEqual(['b', true]);
    // A new tab is offered what was kept last.
    expect(await kept(pageIn(new FakeStorage()))).toEqual(['b', false]);
  });

  test('a tab keeps one thing, also after a reload', async () => {
    const { disk, pageIn } = browser();
    const tab = new FakeStorage();
    const store = pageIn(tab);
    await store.put('a');
    await store.put('b');
    expect([...disk.values()]).toEqual(['b']);
    await pageIn(tab).put('c');
    expect([...disk.values()]).toEqual(['c']);
    await pageIn(tab).delete();
    expect([disk.size, await kept(pageIn(tab))]).toEqual([0, null]);
  });

  test('what is kept no longer is said to be lost, and no other takes its place', async () => {
    const { pageIn } = browser();
    const first = new FakeStorage();
    await pageIn(first).put('first');
    for (let tab = 0; tab < 6; tab += 1) await pageIn(new FakeStorage()).put(tab);
    expect(await kept(pageIn(first))).toBe('lost');
  });

  test('where the browser refuses, nothing is kept and that is said', async () => {
    const { state, pageIn } = browser();
    state.isRefused = true;
    const tab = new FakeStorage();
    expect(await pageIn(tab).put('a')).toBe(false);
    expect(await kept(pageIn(tab))).toBeNull();
  });

  test('what an earlier version of the page kept is offered', async () => {
    const { disk, pageIn } = browser();
    disk.set('batch-files', 'old');
    expect(await kept(pageIn(new FakeStorage()))).toEqual(['old', false]);
  });
});
