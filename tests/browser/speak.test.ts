import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak } from '../../src/app/kit/speak.ts';

let shown: HTMLElement;
let end: () => void;
/** All that was announced. */
let heard: string[];
let observer: MutationObserver;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<p>No call.</p><textarea></textarea>';
  shown = document.querySelector('p')!;
  end = speak(shown);
  heard = [];
  observer = new MutationObserver(() => {
    const said = status()?.textContent ?? '';
    if (said !== '') heard.push(said);
  });
  observer.observe(status()!, { childList: true });
});

afterEach(() => {
  observer.disconnect();
  end();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function status(): Element | null {
  return document.querySelector('[role="status"]');
}

/** Changes the answer, and lets `after` milliseconds pass. */
async function answer(words: string, after: number): Promise<void> {
  shown.innerHTML = words;
  await vi.advanceTimersByTimeAsync(after);
}

test('what is there at first is announced, and does not stay to be read twice', async () => {
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual(['No call.']);
  await vi.advanceTimersByTimeAsync(6000);
  expect(status()?.textContent).toBe('');
});

test('while somebody writes, only the newest is announced, after a pause', async () => {
  await vi.advanceTimersByTimeAsync(300);
  document.querySelector('textarea')!.focus();
  for (const count of [1, 2, 3, 4]) await answer(`${String(count)} characters are lost.`, 150);
  await vi.advanceTimersByTimeAsync(700);
  expect(heard).toEqual(['No call.']);
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual(['No call.', '4 characters are lost.']);
});

test('an answer on the way to another one is not announced, nor is what a button is called', async () => {
  await vi.advanceTimersByTimeAsync(300);
  shown.ariaBusy = 'true';
  await answer('No call. Edited after it was pasted.', 2000);
  expect(heard).toEqual(['No call.']);
  shown.innerHTML = '1 call: <code>get_weather</code>. <button>Undo</button>';
  shown.ariaBusy = 'false';
  await vi.advanceTimersByTimeAsync(300);
  expect(heard).toEqual(['No call.', '1 call: get_weather.']);
});

test('the same is not announced twice in a row', async () => {
  await vi.advanceTimersByTimeAsync(300);
  await answer('1 call.', 10);
  await answer('No call.', 1000);
  expect(heard).toEqual(['No call.']);
});
