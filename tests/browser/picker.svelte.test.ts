import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Picker from '../../src/app/kit/Picker.svelte';

interface Item {
  readonly id: string;
}

const option = createRawSnippet<[Item]>((item) => ({ render: () => `<span>${item().id}</span>` }));
let props: { wanted: string; found: readonly Item[]; waits: boolean };
let chosen: string[];
let end: () => Promise<void>;

beforeEach(() => {
  chosen = [];
  const given = $state({
    label: 'Search',
    listLabel: 'Found',
    placeholder: '',
    status: '',
    start: 0,
    wanted: '',
    found: [{ id: 'palette' }, { id: 'share' }] as readonly Item[],
    waits: true,
    onchoose: ({ id }: Item) => void chosen.push(id),
    option,
  });
  props = given;
  const view = mount(Picker<Item>, { target: document.body, props: given });
  flushSync();
  end = () => unmount(view);
});
afterEach(() => end());

function press(key: string): void {
  document.querySelector('input')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  flushSync();
}

function write(text: string): void {
  const field = document.querySelector('input')!;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

/** The rest of the entries has come. */
function come(): void {
  props.found = [{ id: 'exercise' }, ...props.found];
  props.waits = false;
  flushSync();
}

test('Enter waits for the entries that may come first, and takes what is first then', () => {
  write('exercise');
  press('Enter');
  expect(chosen).toEqual([]);
  come();
  expect(chosen).toEqual(['exercise']);
});

test('who types on after Enter has chosen nothing', () => {
  write('exercise');
  press('Enter');
  write('exercises');
  come();
  expect(chosen).toEqual([]);
});

test('the entry that somebody moved to stays the active one, and Enter takes it at once', () => {
  write('e');
  press('ArrowDown');
  press('Enter');
  expect(chosen).toEqual(['share']);
  come();
  press('Enter');
  expect(chosen).toEqual(['share', 'share']);
  expect(document.querySelector('[aria-selected="true"]')!.textContent).toContain('share');
});
