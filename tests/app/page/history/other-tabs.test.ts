import { describe, expect, test } from 'vitest';
import { emptySessionFields, pickForLink } from '../../../../src/app/page/fields.ts';
import { HistoryRecorder, settledAfter } from '../../../../src/app/page/history/history-recorder.ts';
import { readHistory } from '../../../../src/app/page/history/history.ts';
import { OtherTabs } from '../../../../src/app/page/history/other-tabs.ts';
import { save, savedKey, toSave, type ReplacedWork } from '../../../../src/app/page/saved/storage.ts';
import { FakeClock, FakeStorage } from '../fake-browser.ts';

/** Two tabs of one browser, which share a storage. */
function browser() {
  const memory = new FakeStorage();
  const storage = () => memory;
  const clock = new FakeClock();
  function tab() {
    const said: string[] = [];
    let state = pickForLink(emptySessionFields);
    const recorder = new HistoryRecorder({ storage, clock, tone: () => null, say: (text) => said.push(text) });
    const tabs = new OtherTabs({ recorder, present: () => state, say: (text) => said.push(text) });
    const type = (text: string): void => {
      state = pickForLink({ ...emptySessionFields, text });
      recorder.see(state);
    };
    return { said, tabs, type };
  }
  const texts = (): string[] => {
    const read = readHistory(storage);
    return read.ok ? read.entries.map(({ state }) => state.text) : [];
  };
  return { tab, pass: (milliseconds: number) => clock.pass(milliseconds), texts };
}

/** What a tab with that reply saves. */
function savedWith(text: string): string {
  const storage = new FakeStorage();
  save(() => storage, toSave({ ...emptySessionFields, text }));
  return storage.getItem(savedKey)!;
}

const theirs = (text: string): ReplacedWork => ({ whose: 'other-tab', text: savedWith(text) });

describe('the work of two tabs', () => {
  test('a tab that holds nothing yet is told of nothing, and of what comes when it does', () => {
    const { said, tabs, type } = browser().tab();
    tabs.saved(savedWith('theirs'));
    expect(said).toEqual([]);
    type('mine');
    tabs.saved(savedWith('theirs too'));
    expect(said).toHaveLength(1);
  });

  test('what another tab saves over goes into the history at once, and the reader is told once', () => {
    const { tab, texts } = browser();
    const { said, tabs, type } = tab();
    type('mine');
    tabs.saved(savedWith('theirs'));
    tabs.saved(savedWith('theirs too'));
    expect(texts()).toEqual(['mine']);
    expect(said).toEqual([
      'Another tab saved different work. A new tab opens the latest work, and both are in History.',
    ]);
  });

  test('what this tab saves over goes into the history as well', () => {
    const { tab, texts } = browser();
    const { said, tabs, type } = tab();
    type('mine');
    tabs.replaced(theirs('theirs'));
    expect(texts()).toEqual(['mine', 'theirs']);
    expect(said).toHaveLength(1);
  });

  test('what was replaced before this code came goes into the history, below the present work', () => {
    const { tab, texts } = browser();
    const { said, tabs, type } = tab();
    type('mine');
    tabs.replaced(theirs('theirs'), { whose: 'own', text: savedWith('mine before') }, theirs('theirs later'));
    expect(texts()).toEqual(['mine', 'theirs later', 'mine before', 'theirs']);
    expect(said).toHaveLength(1);
  });

  test('own work that was replaced is no news', () => {
    const { tab, texts } = browser();
    const { said, tabs, type } = tab();
    type('mine');
    tabs.replaced({ whose: 'own', text: savedWith('mine before') });
    expect([said, texts()]).toEqual([[], ['mine before']]);
  });

  test.each([
    ['the same work', savedWith('mine')],
    ['no work', savedWith('')],
    ['what cannot be read', '{"version":'],
  ])('%s in another tab is no news', (_what, text) => {
    const { tab, texts } = browser();
    const { said, tabs, type } = tab();
    type('mine');
    tabs.saved(text);
    tabs.replaced({ whose: 'other-tab', text });
    expect([said, texts()]).toEqual([[], []]);
  });

  test('work that is much alike is not taken for what the other was before', () => {
    const { tab, pass, texts } = browser();
    const [one, other] = [tab(), tab()];
    one.type('The same long beginning, and one.');
    pass(settledAfter);
    other.type('The same long beginning, and another.');
    pass(settledAfter);
    one.type('The same long beginning, and one more.');
    pass(settledAfter);
    one.type('The same long beginning, and one more, typed on.');
    pass(settledAfter);
    expect(texts()).toEqual([
      'The same long beginning, and one more, typed on.',
      'The same long beginning, and another.',
      'The same long beginning, and one.',
    ]);
  });
});
