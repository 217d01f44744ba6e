import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { keepOnChange } from '../../../../src/app/page/saved/keep-work.svelte.ts';
import { beforeKey, savedKey, type SavedStorage } from '../../../../src/app/page/saved/storage.ts';

/** What was written, in its order. */
let written: string[] = [];

function storage(name: string): SavedStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      written.push(`${name} ${key} ${/"text":"(\w*)"/.exec(value)?.[1] ?? ''}`);
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

let stop = (): void => undefined;
let page: Page;
const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', browser);
  written = [];
  page = new Page();
  const [tab, all] = [storage('tab'), storage('browser')];
  stop = $effect.root(() => {
    keepOnChange(page.session, page.results, {
      localStorage: () => all,
      sessionStorage: () => tab,
      location: { hash: '' },
    });
  });
  flushSync();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function type(text: string): void {
  page.session.setText(text);
  flushSync();
}

it('writes to one storage in a task, and nothing in the task that puts it into words', () => {
  type('one');
  vi.advanceTimersToNextTimer();
  expect(written).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(written).toEqual([`tab ${savedKey} one`]);
  vi.advanceTimersToNextTimer();
  expect(written).toEqual([`tab ${savedKey} one`, `browser ${savedKey} one`]);
});

it('begins again with what was typed in between', () => {
  type('one');
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  type('ones');
  vi.runAllTimers();
  expect(written).toEqual([`tab ${savedKey} one`, `tab ${savedKey} ones`, `browser ${savedKey} ones`]);
});

it.each([0, 1, 2])('writes the rest at once when the page is left, after %i tasks', (tasks) => {
  type('one');
  for (let task = 0; task < tasks; task += 1) vi.advanceTimersToNextTimer();
  browser.dispatchEvent(new Event('pagehide'));
  expect(written).toEqual([`tab ${savedKey} one`, `browser ${savedKey} one`]);
  vi.runAllTimers();
  expect(written).toHaveLength(2);
});

it('writes what a link replaced once', () => {
  type('mine');
  page.session.open({ ...emptyLinkState, text: 'linked' }, 'A link');
  flushSync();
  vi.runAllTimers();
  type('changed');
  vi.runAllTimers();
  expect(written.filter((one) => one.includes(beforeKey))).toEqual([`browser ${beforeKey} mine`]);
});
