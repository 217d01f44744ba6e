import { expect, test, type Page } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const call = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>';
const served = JSON.stringify({
  id: 'chatcmpl-7',
  object: 'chat.completion',
  model: 'Qwen/Qwen3-8B',
  choices: [{ index: 0, message: { role: 'assistant', content: call }, finish_reason: 'stop', stop_reason: null }],
});

/**
 * Buttons, links and fields in sight. Items of lists are not counted (steps, servers of the strip, drawers, entries), nor is
 * a notice, which goes.
 */
async function controlsInSight(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, [role="textbox"]')]
      .filter((control) => {
        if (control.closest('li, [role="option"], [role="row"], .toasts') !== null) return false;
        const { width, height, top, bottom } = control.getBoundingClientRect();
        const isSeen = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        // Monaco has a field of its own for input methods, which nobody sees.
        return isSeen && width > 4 && height > 4 && bottom > 0 && top < innerHeight;
      })
      .map((control) => (control.getAttribute('aria-label') ?? control.textContent).trim()),
  );
}

/** Where one's own text begins, and the bars above it. */
async function aboveText(page: Page): Promise<{ top: number; bars: number }> {
  return page.evaluate(() => {
    const top = document.querySelector('.reply :is(textarea, [data-editor])')!.getBoundingClientRect().top;
    const bars = document.querySelectorAll(
      '.page > :is(header, .verdict, .strip, .note), .page > .notices:not(.empty, .toasts)',
    );
    return { top, bars: bars.length };
  });
}

async function paste(scope: Callscope, text: string): Promise<void> {
  await scope.stayPlain();
  await scope.arrive();
  await scope.pasteOnPage(text);
  await expect(scope.verdict).not.toBeEmpty();
  await scope.answered();
  await scope.quiet();
}

for (const [name, text, most] of [
  ['a reply', `I look.\n${call}`, 24],
  // It tells its server, and there is a way back from it.
  ['a response', served, 25],
] as const) {
  test(`after ${name} was pasted few controls are in sight, and few bars are above it${name === 'a reply' ? '' : ' @long'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const scope = new Callscope(page);
    await paste(scope, text);
    const controls = await controlsInSight(page);
    expect(controls.length, controls.join(' | ')).toBeLessThanOrEqual(most);
    expect((await aboveText(page)).bars).toBeLessThanOrEqual(3);
    expect(await findingsOf(page)).toEqual([]);
    // From the answer, which has the focus, Tab leads to the server and to the fix; one key makes it.
    await expect(page.getByRole('region', { name: 'Answer' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(scope.runtime()).toBeFocused();
    expect(scope.complaints).toEqual([]);
  });
}

test('on a phone one’s own text begins in the first two fifths of the screen', async ({ browser }) => {
  for (const text of [`I look.\n${call}`, served]) {
    const context = await browser.newContext(phone);
    const scope = new Callscope(await context.newPage());
    await paste(scope, text);
    expect((await aboveText(scope.page)).top).toBeLessThanOrEqual(338);
    expect(await scope.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(scope.complaints).toEqual([]);
    await context.close();
  }
});
