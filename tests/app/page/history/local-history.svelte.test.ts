import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { LocalHistory, RemovedEntries } from '../../../../src/app/page/history/local-history.svelte.ts';
import { historyKey, withState, writeHistory, type Entries } from '../../../../src/app/page/history/history.ts';
import { FakeStorage } from '../fake-browser.ts';

function withEntries(...texts: string[]): { storage: FakeStorage; history: LocalHistory; stored: Entries } {
  const storage = new FakeStorage();
  let stored: Entries = [];
  for (const [index, text] of texts.entries()) {
    stored = withState(stored, { ...emptyLinkState, text }, index * 900_000);
  }
  writeHistory(() => storage, stored);
  return { storage, history: new LocalHistory(() => storage), stored };
}

const texts = (history: LocalHistory): string[] => history.entries.map(({ state }) => state.text);

describe('the history on the page', () => {
  it('shows what the storage holds and tells who watches', () => {
    const { history } = withEntries('one', 'other');
    const seen: number[] = [];
    const stop = $effect.root(() => {
      $effect(() => {
        seen.push(history.entries.length);
      });
    });
    flushSync();
    history.remove(history.entries[0]!);
    flushSync();
    history.undo();
    flushSync();
    stop();
    expect(seen).toEqual([2, 1, 2]);
    expect(texts(history)).toEqual(['other', 'one']);
    expect(history.removed).toEqual([]);
  });

  it('keeps what another tab recorded meanwhile', () => {
    const { storage, history, stored } = withEntries('one', 'other');
    writeHistory(() => storage, withState(stored, { ...emptyLinkState, text: 'from another tab' }, 9e9));
    history.pin(stored[1]!, true);
    expect(texts(history)).toEqual(['from another tab', 'other', 'one']);
    expect(history.entries[2]?.pinned).toBe(true);
    history.clear();
    expect(storage.getItem(historyKey)).toBeNull();
    history.undo();
    expect(texts(history)).toHaveLength(3);
    expect(history.entries[2]?.pinned).toBe(true);
  });

  it('says what it could not do, and shows what is still stored', () => {
    const { storage, history } = withEntries('one', 'other');
    storage.quota = 0;
    history.remove(history.entries[0]!);
    expect(texts(history)).toEqual(['other', 'one']);
    expect(history.problem).toContain('full or turned off');
    expect(new LocalHistory(() => null).problem).toContain('no history');
  });

  it('says that nothing more fits, also where nothing ever did', () => {
    const full = new FakeStorage(100);
    const work = { ...emptyLinkState, text: 'x'.repeat(200) };
    expect(new LocalHistory(() => full, work).problem).toContain('full or turned off');
    expect([...full.items.keys()]).toEqual([]);
    expect(new LocalHistory(() => new FakeStorage(), work).problem).toBeNull();
  });

  it('gives back what was deleted, also when the list was closed meanwhile', () => {
    const { storage } = withEntries('one', 'other');
    const removed = new RemovedEntries();
    new LocalHistory(() => storage, emptyLinkState, removed).clear();
    const later = new LocalHistory(() => storage, emptyLinkState, removed);
    expect([texts(later), later.removed.length]).toEqual([[], 2]);
    later.undo();
    expect([texts(later), later.removed.length]).toEqual([['other', 'one'], 0]);
  });
});
