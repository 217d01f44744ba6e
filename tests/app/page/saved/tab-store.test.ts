import { describe, expect, test } from 'vitest';
import type { TabStore } from '../../../../src/app/page/saved/tab-store.ts';
import { FakeStorage } from '../fake-browser.ts';
import { fakeTabs } from '../fake-tabs.ts';

const kept = async (store: TabStore): Promise<unknown> => {
  const found = await store.get();
  return found === null || found === 'lost' ? found : [found.value, found.isOfThisTab];
};

describe('what each tab had open', () => {
  test('a reload finds what the tab had, whatever another tab kept since', async () => {
    const { pageIn } = fakeTabs('batch-files');
    const [one, other] = [new FakeStorage(), new FakeStorage()];
    await pageIn(one).put('a');
    await pageIn(other).put('b');
    expect(await kept(pageIn(one))).toEqual(['a', true]);
    expect(await kept(pageIn(other))).toEqual(['b', true]);
    // A new tab is offered what was kept last.
    expect(await kept(pageIn(new FakeStorage()))).toEqual(['b', false]);
  });

  test('a tab keeps one thing, also after a reload', async () => {
    const { disk, pageIn } = fakeTabs('batch-files');
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
    const { pageIn } = fakeTabs('batch-files');
    const first = new FakeStorage();
    await pageIn(first).put('first');
    for (let tab = 0; tab < 6; tab += 1) await pageIn(new FakeStorage()).put(tab);
    expect(await kept(pageIn(first))).toBe('lost');
  });

  test('all that the tabs keep can be forgotten', async () => {
    const { disk, pageIn } = fakeTabs('batch-files');
    const [one, other] = [new FakeStorage(), new FakeStorage()];
    await pageIn(one).put('a');
    const store = pageIn(other);
    await store.put('b');
    disk.set('parser-files', 'another thing');
    await store.deleteAll();
    expect([...disk.keys()]).toEqual(['parser-files']);
    expect([await kept(pageIn(one)), await kept(pageIn(other))]).toEqual(['lost', null]);
    await store.put('c');
    expect(await kept(pageIn(other))).toEqual(['c', true]);
  });

  test('what was forgotten stays so, also where the page is left before the browser has deleted it', async () => {
    const { disk, state, pageIn } = fakeTabs('batch-files');
    await pageIn(new FakeStorage()).put('of another tab');
    const tab = new FakeStorage();
    const store = pageIn(tab);
    await store.put('a');
    state.isLeft = true;
    void store.delete();
    state.isLeft = false;
    expect(await kept(pageIn(tab))).toEqual(['of another tab', false]);
    expect([...disk.values()]).toEqual(['of another tab']);
  });

  test('what is forgotten while the browser writes it is not kept', async () => {
    const { disk, pageIn } = fakeTabs('batch-files');
    const tab = new FakeStorage();
    const store = pageIn(tab);
    const writing = store.put('a');
    await store.delete();
    await store.put('b');
    expect(await writing).toBe(true);
    expect([[...disk.values()], await kept(pageIn(tab))]).toEqual([['b'], ['b', true]]);
  });

  test('where the browser refuses, nothing is kept and that is said', async () => {
    const { state, pageIn } = fakeTabs('batch-files');
    state.isRefused = true;
    const tab = new FakeStorage();
    expect(await pageIn(tab).put('a')).toBe(false);
    expect(await kept(pageIn(tab))).toBeNull();
  });

  test('what an earlier version of the page kept is offered', async () => {
    const { disk, pageIn } = fakeTabs('batch-files');
    disk.set('batch-files', 'old');
    expect(await kept(pageIn(new FakeStorage()))).toEqual(['old', false]);
  });
});
