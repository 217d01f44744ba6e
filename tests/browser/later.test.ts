import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Later from '../../src/app/kit/Later.svelte';
import SoftBreaks from '../../src/app/kit/SoftBreaks.svelte';

test('what could not be loaded is asked for again when the connection is back', async () => {
  let asked = 0;
  const load = (): Promise<{ default: typeof SoftBreaks }> => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('offline')) : Promise.resolve({ default: SoftBreaks });
  };
  const target = document.createElement('div');
  const view = mount(Later<{ text: string }>, { target, props: { load, props: { text: 'here' } } });
  await expect.poll(() => target.textContent).toContain('could not be loaded');
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => target.textContent).toBe('here');
  window.dispatchEvent(new Event('online'));
  flushSync();
  expect(asked).toBe(2);
  await unmount(view);
});
