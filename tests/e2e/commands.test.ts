import { expect, test, type Page } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

async function openWithKeys(page: Page, editor: 'monaco' | 'plain' = 'monaco'): Promise<Callscope> {
  const scope = new Callscope(page);
  if (editor === 'plain') {
    await scope.open();
  } else {
    await scope.openMonaco();
    await scope.monacoReady();
  }
  return scope;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('the palette opens by keyboard, also from the editor, filters and runs', async ({ page }) => {
  const scope = await openWithKeys(page);
  await scope.editor('Reply text').focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { selected: true }).last()).toContainText('Tool list in the prompt: full');
  await page.keyboard.type('go to');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /Prompt/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Prompt', exact: true })).toHaveAttribute('aria-current', 'page');
  // The palette reports its end a moment after it is gone; until then the keys close it once more.
  await scope.painted();
  // A command that opens a dialog: the end of the palette must not close it.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('example');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Examples')).toBeVisible();
  await scope.painted();
  await expect(dialog(page, 'Examples')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Search')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('a reply shrinks to the smallest text with the same answer, and Undo brings it back', async ({ page }) => {
  const scope = new Callscope(page);
  const said = 'I looked at all of the gauges, and the oil is the one to read next. '.repeat(6);
  const reply = `${said}\n<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>\n${said}`;
  await scope.open(`#in=${encodeURIComponent(reply)}&runtime=vllm:hermes`);
  await scope.command('Shrink the reply to the smallest text with the same answer');
  await expect(scope.notices).toContainText(/Shrunk from 8\d\d to \d\d characters\./);
  await expect(page.getByLabel('Reply text')).not.toHaveValue(/gauges/);
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Reply text')).toHaveValue(reply);
});

test('from the place to paste a command leads to another door, and the focus with it', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await scope.arrive();
  await expect(scope.editor('Reply text')).toBeFocused();
  for (const door of ['Learn', 'Prompt'] as const) {
    await scope.command(`Go to: ${door}`);
    await expect(page.getByRole('main', { name: door })).toBeFocused();
  }
});

test('keys run commands, and are letters where somebody writes @long', async ({ page }) => {
  const scope = await openWithKeys(page);
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(scope.currentStep()).toContainText('native_tool_calls');
  await page.keyboard.press('p');
  await expect(scope.currentStep()).toContainText('tool_calls');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Prompt', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('/');
  await expect(scope.editor('Reply text')).toBeFocused();
  await scope.write('Reply text', 'x');
  await page.keyboard.type('esh?/');
  await expect.poll(() => scope.shownText('Reply text')).toBe('xesh?/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A list chooses by first letters.
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('combobox', { name: 'native_tool_calls' }).focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a key, a paste and a file count that come before the rest of the code', async ({ page }) => {
  const scope = new Callscope(page);
  let release = (): void => undefined;
  await page.route(/\/reply-[^/]*\.js$/, async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await scope.open();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();

  await page.reload();
  await scope.answered();
  await scope.pasteOnPage('Pasted early.');
  release();
  await expect(scope.editor('Reply text')).toHaveValue('Pasted early.');

  await page.reload();
  await scope.answered();
  await scope.drop('early.txt', 'Dropped early.');
  release();
  await expect(scope.editor('Reply text')).toHaveValue('Dropped early.');
});

test('the sheet lists every key, and single characters can be switched off permanently; it and the palette have no findings @long', async ({
  page,
}) => {
  const scope = await openWithKeys(page, 'plain');
  await page.keyboard.press('?');
  const sheet = dialog(page, 'Keyboard shortcuts');
  for (const label of [
    'Search commands',
    'Next step',
    'Open or close: Stream',
    'Open the history',
    'Change the theme',
  ]) {
    await expect(sheet.locator('dd', { hasText: label })).toBeVisible();
  }
  expect(await findingsOf(page)).toEqual([]);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await scope.answered();
  await page.keyboard.press('e');
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Search')).toBeVisible();
  await expect(dialog(page, 'Examples')).toHaveCount(0);
  await expect(dialog(page, 'Search').locator('kbd').first()).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
});

test('on a phone a button leads to every command @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  await scope.open();
  await scope.page.getByRole('button', { name: 'Search commands, servers, formats and failures' }).tap();
  await scope.page.getByRole('combobox', { name: 'Search' }).fill('vllm hermes');
  await scope.page.getByRole('option', { name: /vLLM hermes/ }).tap();
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  expect(await findingsOf(scope.page)).toEqual([]);
  await context.close();
});
