import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ModelRun } from '../../../../src/core/index.ts';
import { RunStore } from '../../../../src/app/views/lab/run-store.ts';
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
  store.keepSoon(() => Promise.resolve(runs));
  await vi.advanceTimersByTimeAsync(10_000);
}

const textsIn = async (store: RunStore): Promise<string[]> => (await store.get()).map(({ text }) => text);

it('two tabs lose no runs to each other', async () => {
  const { pageIn } = fakeTabs('lab-runs');
  const [one, other] = [new FakeStorage(), new FakeStorage()];
  await keep(new RunStore(pageIn(one)), [run('of one tab')]);
  await keep(new RunStore(pageIn(other)), [run('of the other')]);
  expect(await textsIn(new RunStore(pageIn(one)))).toEqual(['of one tab']);
  expect(await textsIn(new RunStore(pageIn(other)))).toEqual(['of the other']);
  // An experiment that is opened without runs takes none away.
  await keep(new RunStore(pageIn(new FakeStorage())), []);
  expect(await textsIn(new RunStore(pageIn(new FakeStorage())))).toEqual(['of the other']);
});

it('a tab whose runs a copy of it took over has those of the copy', async () => {
  const { pageIn } = fakeTabs('lab-runs');
  const tab = new FakeStorage();
  await keep(new RunStore(pageIn(tab)), [run('first')]);
  const copy = new FakeStorage();
  for (const [key, value] of tab.items) copy.setItem(key, value);
  await keep(new RunStore(pageIn(copy)), [run('first'), { ...run('second'), number: 2 }]);
  expect(await textsIn(new RunStore(pageIn(tab)))).toEqual(['first', 'second']);
});

it('what is forgotten is forgotten in all tabs, whatever was about to be kept', async () => {
  const { disk, pageIn } = fakeTabs('lab-runs');
  await keep(new RunStore(pageIn(new FakeStorage())), [run('of one tab')]);
  const store = new RunStore(pageIn(new FakeStorage()));
  store.keepSoon(() => Promise.resolve([run('of the other')]));
  store.forget();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(disk.size).toBe(0);
});
