import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { OwnParser } from '../../../../src/app/views/parser/own-parser.svelte.ts';
import { FakeStorage } from '../../page/fake-browser.ts';

// Files of a worker share their modules: what another file has loaded would keep what is replaced here.
vi.hoisted(() => {
  vi.resetModules();
});

const disk = vi.hoisted(() => new Map<string, unknown>());

vi.mock('../../../../src/app/page/saved/browser-store.ts', () => ({
  keptKeys: () => Promise.resolve([...disk.keys()]),
  browserStore: (key: string) => ({
    get: () => Promise.resolve(disk.get(key)),
    put: (value: unknown) => {
      disk.set(key, value);
      return Promise.resolve(true);
    },
    delete: () => Promise.resolve(void disk.delete(key)),
  }),
}));

/** Python is not asked. */
vi.mock('../../../../src/app/parser-file/client.ts', () => ({
  ParserClient: class {
    stop(): void {
      // Nothing runs.
    }
  },
}));

let tab: FakeStorage;
const ends: (() => void)[] = [];

/** A page of the tab, as after a reload. */
function load(): { page: Page; own: OwnParser } {
  const page = new Page();
  const own = page.of(OwnParser);
  ends.push(
    $effect.root(() => {
      $effect(() => {
        own.takeLinked();
      });
    }),
  );
  flushSync();
  return { page, own };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const file = { path: 'mine.py', text: 'def parse(text): return []' };
const text = (own: OwnParser): (string | undefined)[] => own.files.map((one) => one.text);

beforeEach(() => {
  disk.clear();
  tab = new FakeStorage();
  vi.stubGlobal('sessionStorage', tab);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

test('a reload finds the file, with what was typed into it and not run', async () => {
  const { own } = load();
  await own.open([file]);
  own.type(0, '# mine');
  await new Promise((resolve) => setTimeout(resolve, 400));
  const { own: later } = load();
  await later.restore();
  expect([text(later), later.isEdited, later.isAllowed]).toEqual([['# mine'], true, false]);
});

test('a new tab is offered the file, and may forget it', async () => {
  const { own } = load();
  await own.open([file]);
  await settle();
  vi.stubGlobal('sessionStorage', new FakeStorage());
  const { own: other } = load();
  await other.restore();
  expect([other.files, other.keeping.offered?.files]).toEqual([[], [file]]);
  other.keeping.forget();
  await settle();
  expect(disk.size).toBe(0);
});

test('a file that was removed or replaced comes back with Undo', async () => {
  const { page, own } = load();
  const undo = (): void => page.session.notices.find(({ kind }) => kind === 'edit')?.action?.run();
  await own.open([file]);
  await own.edit(0, '# run');
  own.close();
  expect(own.files).toEqual([]);
  undo();
  expect([text(own), own.isEdited]).toEqual([['# run'], true]);
  await own.open([{ path: 'other.py', text: '# other' }]);
  undo();
  expect(text(own)).toEqual(['# run']);
  await settle();
  expect([...disk.values()]).toMatchObject([{ typed: [{ text: '# run' }] }]);
});

test('a file of a link takes the place of the own one until somebody goes back', async () => {
  const { page, own } = load();
  page.session.setText('my reply');
  await own.open([file]);
  page.session.open(
    { ...emptyLinkState, text: 'theirs', parserFiles: [{ path: 'their.py', text: '# theirs' }] },
    'A link',
  );
  flushSync();
  expect([text(own), own.cameWithLink]).toEqual([['# theirs'], true]);
  page.session.goBack();
  flushSync();
  expect([text(own), own.cameWithLink]).toEqual([[file.text], false]);
});

test('the file of a link is closed for the own one', async () => {
  const { page, own } = load();
  await own.open([file]);
  page.session.open(
    { ...emptyLinkState, text: 'theirs', parserFiles: [{ path: 'their.py', text: '# theirs' }] },
    'A link',
  );
  flushSync();
  own.close();
  flushSync();
  expect(text(own)).toEqual([file.text]);
});

test('one’s own file that links hold did not come with a link', async () => {
  const { own } = load();
  await own.open([file]);
  await settle();
  const { page, own: later } = load();
  page.session.set({ parserFiles: [file] });
  flushSync();
  await later.restore();
  flushSync();
  expect([text(later), later.cameWithLink, later.isLinked]).toEqual([[file.text], false, true]);
});
