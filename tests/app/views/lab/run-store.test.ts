import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ModelRun } from '../../../../src/core/index.ts';
import { noAim } from '../../../../src/app/views/lab/lab-runs.ts';
import { RunStore } from '../../../../src/app/views/lab/run-store.ts';
import type { TabStore } from '../../../../src/app/page/saved/tab-store.ts';
import { FakeStorage } from '../../page/fake-browser.ts';
import { fakeTabs } from '../../page/fake-tabs.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function run(text: string): ModelRun {
  return {
    variant: 'v',
    message: 'm',
    number: 1,
    seed: 1,
    text,
    native: '',
    tokens: 10,
    milliseconds: 200,
    finishReason: 'stop',
    error: null,
  };
}

async function keep(store: RunStore, runs: readonly ModelRun[]): Promise<void> {
  store.keepSoon(runs, () => Promise.resolve({ runs, aim: noAim }));
  await vi.advanceTimersByTimeAsync(10_000);
}

/** In a browser that writes nothing at once, but for a storage that a test passes. */
const storeIn = (tab: TabStore, storage: FakeStorage | null = null): RunStore => new RunStore(tab, () => storage);

const textsIn = async (store: RunStore): Promise<string[]> => (await store.get()).runs.map(({ text }) => text);

it('two tabs lose no runs to each other', async () => {
  const { pageIn } = fakeTabs('lab-runs');
  const [one, other] = [new FakeStorage(), new FakeStorage()];
  await keep(storeIn(pageIn(one)), [run('of one tab')]);
  await keep(storeIn(pageIn(other)), [run('of the other')]);
  expect(await textsIn(storeIn(pageIn(one)))).toEqual(['of one tab']);
  expect(await textsIn(storeIn(pageIn(other)))).toEqual(['of the other']);
  // An experiment that is opened without runs takes none away.
  await keep(storeIn(pageIn(new FakeStorage())), []);
  expect(await textsIn(storeIn(pageIn(new FakeStorage())))).toEqual(['of the other']);
});

it('a tab whose runs a copy of it took over has those of the copy', async () => {
  const { pageIn } = fakeTabs('lab-runs');
  const tab = new FakeStorage();
  await keep(storeIn(pageIn(tab)), [run('first')]);
  const copy = new FakeStorage();
  for (const [key, value] of tab.items) copy.setItem(key, value);
  await keep(storeIn(pageIn(copy)), [run('first'), { ...run('second'), number: 2 }]);
  expect(await textsIn(storeIn(pageIn(tab)))).toEqual(['first', 'second']);
});

it('what is forgotten is forgotten in all tabs, whatever was about to be kept', async () => {
  const { disk, pageIn } = fakeTabs('lab-runs');
  await keep(storeIn(pageIn(new FakeStorage())), [run('of one tab')]);
  const store = storeIn(pageIn(new FakeStorage()));
  const made = [run('of the other')];
  store.keepSoon(made, () => Promise.resolve({ runs: made, aim: noAim }));
  store.forget();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.size).toBe(0);
});

/** Ten runs, one each 150 ms. */
async function makeTen(store: RunStore): Promise<readonly ModelRun[]> {
  const all: ModelRun[] = [];
  for (let number = 1; number <= 10; number += 1) {
    const made = { ...run(String(number)), number };
    all.push(made);
    store.keepSoon([made], () => Promise.resolve({ runs: all, aim: new Map([['v m', 20]]) }));
    await vi.advanceTimersByTimeAsync(150);
  }
  return all;
}

it('runs that come one after the other put off none of those before, and what was wanted is kept with them', async () => {
  const { pageIn } = fakeTabs('lab-runs');
  const tab = new FakeStorage();
  await makeTen(storeIn(pageIn(tab)));
  const { runs, aim } = await storeIn(pageIn(tab)).get();
  expect(runs.length).toBeGreaterThanOrEqual(9);
  expect([...aim]).toEqual([['v m', 20]]);
});

it('what is hidden is kept at once, and what had no time to be kept is there at the next visit', async () => {
  const { disk, state, pageIn } = fakeTabs('lab-runs');
  const [tab, browser] = [new FakeStorage(), new FakeStorage()];
  const store = storeIn(pageIn(tab), browser);
  const all = await makeTen(store);
  const last = { ...run('last'), number: 11 };
  store.keepSoon([last], () => Promise.resolve({ runs: [...all, last], aim: noAim }));
  // The browser ends a page without waiting for what it writes.
  state.isRefused = true;
  store.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  state.isRefused = false;
  expect(await textsIn(storeIn(pageIn(tab), browser))).toEqual([...all.map(({ text }) => text), 'last']);
  // From now on it is with the others.
  expect(browser.items.size).toBe(0);
  expect(await textsIn(storeIn(pageIn(tab), browser))).toHaveLength(11);

  const hidden = storeIn(pageIn(new FakeStorage()), browser);
  disk.clear();
  hidden.keepSoon([last], () => Promise.resolve({ runs: [last], aim: noAim }));
  hidden.keepNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(disk.size).toBe(1);
  // What is kept is not left as well.
  hidden.leave();
  expect(browser.items.size).toBe(0);
});
