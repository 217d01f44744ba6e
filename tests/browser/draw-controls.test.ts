import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawControls } from '../../src/app/draw-controls.ts';

let stop: () => void = () => undefined;
beforeEach(() => {
  document.body.innerHTML = '<main><p title="\u202ea">1 call: \u202egnol_emaN.</p></main>';
  stop = drawControls(document.body);
});
afterEach(() => {
  stop();
});

/** After the observer, before anything is painted. */
const settled = () => Promise.resolve();

function paragraph(): HTMLElement {
  const element = document.querySelector('p');
  if (element === null) throw new Error('No paragraph.');
  return element;
}

test('what is there is drawn, with its attributes', () => {
  expect(paragraph().textContent).toBe('1 call: [U+202E]gnol_emaN.');
  expect(paragraph().title).toBe('[U+202E]a');
});

test('so is what comes, what changes and what is read out', async () => {
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<ul><li aria-label="\u2066x">a\u200fb</li></ul>');
  paragraph().firstChild?.replaceWith('\u202dnew');
  await settled();
  expect(document.querySelector('li')?.outerHTML).toBe('<li aria-label="[U+2066]x">a[U+200F]b</li>');
  expect(paragraph().textContent).toBe('[U+202D]new');
  const text = paragraph().firstChild as Text;
  text.data = 'changed \u202c';
  paragraph().title = '\u2069';
  await settled();
  expect(paragraph().outerHTML).toBe('<p title="[U+2069]">changed [U+202C]</p>');
});

test('editors and fields stay exact', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div class="text-editor"><b>\u202ea</b></div><textarea>\u202eb</textarea>',
  );
  await settled();
  expect(document.querySelector('.text-editor')?.textContent).toBe('\u202ea');
  expect(document.querySelector('textarea')?.value).toBe('\u202eb');
});
