import { expect, test } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';

const hovered = '.reply .editor-mark-hover';

test.beforeEach(async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(`Text\n${fence(oilCall)}`)}`);
  await expect(scope.cards).toHaveCount(1);
});

test('an argument under the pointer lights up in the text', async ({ page }) => {
  await page.getByRole('listbox', { name: /^Arguments/ }).getByText('"oil"').hover();
  await expect(page.locator(hovered)).toHaveText('"oil"');
  await page.getByRole('heading', { name: 'Callscope' }).hover();
  await expect(page.locator(hovered)).toHaveCount(0);
});

test('arguments are gone through by keyboard', async ({ page }) => {
  await page.getByRole('listbox', { name: /^Arguments of read_gauge/ }).focus();
  await page.keyboard.press('Home');
  await expect(page.locator(hovered)).toHaveText('{"dial": "oil"}');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(hovered)).toHaveText('"oil"');
});

test('an argument inside a JSON string is found behind its escapes', async ({ page }) => {
  const native = JSON.stringify([
    { id: 'c', type: 'function', function: { name: 'f', arguments: JSON.stringify({ a: 'x\ny', b: ['z'] }) } },
  ]);
  const scope = new Callscope(page);
  await scope.open(`#native=${encodeURIComponent(native)}`);
  await page.getByRole('option', { name: '"z"' }).hover();
  await expect(page.locator(hovered)).toHaveText('\\"z\\"');
});

test('a piece of the ledger and a step light up as well', async ({ page }) => {
  const bar = page.getByRole('listbox', { name: /^Ledger/ });
  await bar.getByRole('option', { name: /^call,/ }).hover();
  await expect(page.locator(hovered)).toHaveText(oilCall);
  await page.getByRole('option', { name: /The tool name/ }).hover();
  await expect(page.locator(hovered)).toHaveText('"read_gauge"');
});
