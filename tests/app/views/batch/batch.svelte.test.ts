import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { Batch } from '../../../../src/app/views/batch/batch.svelte.ts';
import type { BatchAsk, BatchTold } from '../../../../src/app/worker/batch-protocol.ts';
import { waitFor } from '../../../wait-for.ts';

// Files of a worker share their modules: what another file has loaded would keep what is replaced here.
vi.hoisted(() => {
  vi.resetModules();
});

const asked: BatchAsk[] = [];
let hears: (told: BatchTold) => void;

/** Its worker says what the test says. */
vi.mock('../../../../src/app/worker/batch-client.ts', () => ({
  BatchClient: class {
    constructor(given: typeof hears) {
      hears = given;
    }
    ask(ask: BatchAsk): void {
      asked.push(ask);
    }
    end(): void {
      // There is nothing to end.
    }
  },
}));

let page: Page;
let batch: Batch;
let end: () => void;

beforeEach(() => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  vi.useFakeTimers();
  end = $effect.root(() => {
    page = new Page();
    batch = page.of(Batch);
  });
  batch.openExample();
  asked.length = 0;
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const searches = (): string[] => asked.flatMap((ask) => (ask.kind === 'filter' ? [ask.filter.search] : []));

test('a search that is typed is asked for once, when the typing pauses', () => {
  for (const text of ['t', 'to', 'too', 'tool']) {
    batch.searchFor(text);
    expect(batch.filter.search).toBe(text);
  }
  expect(searches()).toEqual([]);
  vi.runAllTimers();
  expect(searches()).toEqual(['tool']);
});

test('what is chosen meanwhile is asked for at once, with what was typed, and once', () => {
  batch.searchFor('tool');
  batch.filterBy({ outcome: 'lost' });
  expect(searches()).toEqual(['tool']);
  vi.runAllTimers();
  expect(searches()).toEqual(['tool']);
});

test('a log that is closed is searched no more', () => {
  batch.searchFor('tool');
  batch.close();
  vi.runAllTimers();
  expect(searches()).toEqual([]);
});

const kinds = (): readonly string[] => page.session.notices.map(({ kind }) => kind);

test('whoever comes back to the log is not offered the way to it any more', () => {
  batch.openReply(7);
  hears({ kind: 'reply', id: 'r7', text: 'Full.', whole: null, native: '', tools: '', raw: '', expected: null });
  expect(kinds()).toEqual(['log']);
  // By Back of the browser, or by the button of the page: the view is shown again.
  batch.comeBack();
  expect(kinds()).toEqual([]);
  expect([batch.returnsTo(6), batch.returnsTo(7), batch.returnsTo(7)]).toEqual([false, true, false]);
  batch.comeBack();
  expect(batch.returnsTo(7)).toBe(false);
});

test('the way back to the log is beside the way back to one’s own work', () => {
  page.session.setText('My own reply.');
  batch.openReply(7);
  hears({ kind: 'reply', id: 'r7', text: 'Full.', whole: null, native: '', tools: '', raw: '', expected: null });
  expect(page.session.notices.map(({ kind, isKept, action }) => [kind, isKept, action?.label])).toEqual([
    ['replaced', true, 'Back to what you had'],
    ['log', true, 'Back to the log'],
  ]);
  batch.comeBack();
  // It says nothing of a reply that is open no more.
  expect(page.session.notices.map(({ text }) => text)).toEqual(['What you had is kept.']);
  expect(batch.returnsTo(7)).toBe(true);
});

test('a shrunk reply says how much shorter it is', () => {
  batch.openReply(7, true);
  const reply = { id: 'r7', text: 'Full.', whole: null, native: '', tools: '', raw: '', expected: null };
  hears({ kind: 'reply', ...reply, shrunkFrom: 1200 });
  expect(page.session.notices[0]?.text).toBe('Reply r7 of the log, shrunk from 1,200 to 5 characters, is open.');
  hears({ kind: 'reply', ...reply, shrunkFrom: 5 });
  expect(page.session.notices[0]?.text).toBe('Reply r7 of the log, which cannot be shorter, is open.');
});

test('the way back stays beside what is said of an edit, and goes with it', () => {
  batch.openReply(7);
  hears({ kind: 'reply', id: 'r7', text: 'Full.', whole: null, native: '', tools: '', raw: '', expected: null });
  page.session.say({ kind: 'edit', tone: 'good', text: 'Repaired the JSON.' });
  expect(page.session.notices.map(({ kind, isKept = false }) => [kind, isKept])).toEqual([
    ['log', true],
    ['edit', false],
  ]);
  batch.comeBack();
  expect(kinds()).toEqual([]);
});

test('what was tried is listed without ending it, and another filter ends both', () => {
  batch.filterBy({ group: 'text D08' });
  batch.tryOut({ kind: 'edit' });
  batch.setTried('fixed');
  expect([batch.filter.tried, batch.trial?.trial.kind]).toEqual(['fixed', 'edit']);
  // All of the group are tried with something else.
  batch.tryOut({ kind: 'edit' });
  expect(batch.filter.tried).toBeNull();
  expect(asked.slice(-2).map(({ kind }) => kind)).toEqual(['filter', 'try']);
  batch.setTried('same');
  batch.toggle('outcome', 'text');
  expect([batch.filter.tried, batch.trial]).toEqual([null, null]);
});

test('a file that was saved is named', () => {
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined });
  vi.stubGlobal('document', { createElement: () => ({ click: () => undefined }) });
  hears({ kind: 'exported', blob: new Blob(['a']), form: 'csv' });
  expect(page.session.notices).toMatchObject([{ kind: 'saved', text: 'Saved as `auto.csv`.' }]);
});

test('files that the browser does not keep are said not to be kept', async () => {
  vi.useRealTimers();
  // There is no IndexedDB here, as where a browser refuses it.
  batch.open([new File(['{}'], 'a.jsonl')]);
  expect(batch.isKept).toBe(true);
  await waitFor(() => expect(batch.isKept).toBe(false));
  batch.openExample();
  expect(batch.isKept).toBe(true);
});
