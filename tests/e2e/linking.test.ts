import { expect, test, type Page } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';

/** The text that is lit up; an editor may draw it in several pieces. */
async function expectHovered(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () =>
      (await page.locator('.reply .editor-mark-hover').allTextContents()).join('').replaceAll('\u00a0', ' '),
    )
    .toBe(text);
}

test('arguments, pieces of the ledger and steps light up in the text, by pointer and by keyboard', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco(`#in=${encodeURIComponent(`Text\n${fence(oilCall)}`)}`);
  await expect(scope.cards).toHaveCount(1);
  await scope.monacoReady();
  const away = page.getByRole('heading', { name: 'Callscope' });
  await test.step('an argument under the pointer', async () => {
    await page
      .getByRole('listbox', { name: /^Arguments/ })
      .getByText('"oil"')
      .hover();
    await expectHovered(page, '"oil"');
    await away.hover();
    await expectHovered(page, '');
  });
  await test.step('a piece of the ledger and a step', async () => {
    const bar = page.getByRole('listbox', { name: /^Ledger/ });
    await bar.getByRole('option', { name: /^call,/ }).hover();
    await expectHovered(page, oilCall);
    await page.getByRole('option', { name: /The tool name/ }).hover();
    await expectHovered(page, '"read_gauge"');
    await away.hover();
    await expectHovered(page, '');
  });
  await test.step('arguments by keyboard', async () => {
    await page.getByRole('listbox', { name: /^Arguments of read_gauge/ }).focus();
    await page.keyboard.press('Home');
    await expectHovered(page, '{"dial": "oil"}');
    await page.keyboard.press('ArrowDown');
    await expectHovered(page, '"oil"');
  });
  await test.step('an argument inside a JSON string is found behind its escapes', async () => {
    const native = JSON.stringify([
      { id: 'c', type: 'function', function: { name: 'f', arguments: JSON.stringify({ a: 'x\ny', b: ['z'] }) } },
    ]);
    await scope.openMonaco(`#native=${encodeURIComponent(native)}`);
    await page.getByRole('option', { name: '"z"' }).hover();
    await expectHovered(page, '\\"z\\"');
  });
});
