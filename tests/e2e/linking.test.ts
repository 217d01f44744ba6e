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

test.beforeEach(async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(`Text\n${fence(oilCall)}`)}`);
  await expect(scope.cards).toHaveCount(1);
});

test('an argument under the pointer lights up in the text', async ({ page }) => {
  await page
    .getByRole('listbox', { name: /^Arguments/ })
    .getByText('"oil"')
    .hover();
  await expectHovered(page, '"oil"');
  await page.getByRole('heading', { name: 'Callscope' }).hover();
  await expectHovered(page, '');
});

test('arguments are gone through by keyboard', async ({ page }) => {
  await page.getByRole('listbox', { name: /^Arguments of read_gauge/ }).focus();
  await page.keyboard.press('Home');
  await expectHovered(page, '{"dial": "oil"}');
  await page.keyboard.press('ArrowDown');
  await expectHovered(page, '"oil"');
});

test('an argument inside a JSON string is found after its escapes', async ({ page }) => {
  const native = JSON.stringify([
    { id: 'c', type: 'function', function: { name: 'f', arguments: JSON.stringify({ a: 'x\ny', b: ['z'] }) } },
  ]);
  const scope = new Callscope(page);
  await scope.open(`#native=${encodeURIComponent(native)}`);
  await page.getByRole('option', { name: '"z"' }).hover();
  await expectHovered(page, '\\"z\\"');
});

test('a piece of the ledger and a step light up as well', async ({ page }) => {
  const bar = page.getByRole('listbox', { name: /^Ledger/ });
  await bar.getByRole('option', { name: /^call,/ }).hover();
  await expectHovered(page, oilCall);
  await page.getByRole('option', { name: /The tool name/ }).hover();
  await expectHovered(page, '"read_gauge"');
});
