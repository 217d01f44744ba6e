import { expect, test } from 'vitest';
import { oneStop } from '../../src/app/kit/one-stop.ts';

test('a list of buttons is a toolbar with one stop, in which arrows move', () => {
  document.body.innerHTML =
    '<ul aria-label="Drawers"><li><button>Stream</button></li><li><button>Loop</button></li></ul>';
  const list = document.querySelector('ul')!;
  const end = oneStop(list);
  expect(list.role).toBe('toolbar');
  expect([...list.children].map(({ role }) => role)).toEqual(['presentation', 'presentation']);
  const [stream, loop] = [...list.querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];
  expect([stream.tabIndex, loop.tabIndex]).toEqual([0, -1]);
  stream.focus();
  stream.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  expect(document.activeElement).toBe(loop);
  end();
});
