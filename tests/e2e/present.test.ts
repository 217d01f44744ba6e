import { expect, test, type Locator, type Page } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';

const twoCalls = `First.\n${fence(oilCall)}\nThen.\n${fence(oilCall)}`;

/** Opens a reply and its presentation. */
async function present(page: Page, text = twoCalls): Promise<{ scope: Callscope; words: Locator; sheet: Locator }> {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(text)}`);
  await expect(scope.steps.first()).toBeVisible();
  await page.getByRole('button', { name: 'Present the steps in large type' }).click();
  const words = page.getByTestId('presented');
  await expect(words).toHaveText(/Before the first step/);
  return { scope, words, sheet: page.getByRole('note', { name: 'Keys of the presentation' }) };
}

test('keys lead through the steps and blank the screen, and the page keeps the last one', async ({ page }) => {
  const { scope, words, sheet } = await present(page);
  // Nothing covers the case; the keys are there for who asks.
  await expect(sheet).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Keys', exact: true }).click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(sheet).toHaveCount(0);
  await expect(words).toContainText('Is tool_calls a list');
  await expect(words).toContainText('No.');
  // A blank screen: the next key does no more than bring it back.
  await page.keyboard.press('b');
  const blank = page.getByRole('button', { name: 'The screen is blank' });
  await expect(blank).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(blank).toHaveCount(0);
  await expect(words).toContainText('Is tool_calls a list');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('PageDown');
  await expect(words).toContainText('Yes (line 2');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.editor-mark-step')).toHaveText('~~~tool_call');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toContainText('native_tool_calls: false');
  await page.keyboard.press('End');
  await expect(words).toContainText('Skipped');
  await expect(dialog.getByRole('list', { name: 'Tiers' }).getByRole('listitem').nth(1)).toContainText('calls found');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toContainText('Before the first step');
  // After the last step: what came of it, and the way back.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(words).toContainText('The end');
  await expect(words).toContainText('2 calls');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toContainText('Skipped');
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  // Any key puts the sheet away, also the one that leaves.
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(scope.currentStep()).toContainText('Skipped');
  expect(scope.complaints).toEqual([]);
});

test('a prediction is asked for before the answer is shown', async ({ page }) => {
  const { words } = await present(page);
  const marks = page.getByRole('dialog').locator('.editor-mark-call');
  await expect(marks).not.toHaveCount(0);
  await page.keyboard.press('p');
  // Colours would tell what becomes a call.
  await expect(marks).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(words).toContainText('Yes or no?');
  await expect(words).not.toContainText('No.');
  await expect(words).not.toContainText('Continue with the text parsers.');
  await page.keyboard.press('ArrowRight');
  await expect(words).toContainText('No.');
  await expect(words).toContainText('Continue with the text parsers.');
  await page.keyboard.press('ArrowRight');
  await expect(words).toContainText('native_tool_calls: false');
  await expect(words).toContainText('Yes or no?');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toContainText('No.');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('p');
  await expect(words).not.toContainText('Yes or no?');
});

test('space plays and pauses @long', async ({ page }) => {
  await page.clock.install();
  const { words } = await present(page);
  const count = page.getByRole('dialog').locator('.count');
  await page.keyboard.press('Space');
  await expect(words).toContainText('Is tool_calls a list');
  await page.clock.fastForward(3600);
  await expect(count).toHaveText(/^2 /);
  await page.keyboard.press('Space');
  await page.clock.fastForward(10_000);
  await expect(count).toHaveText(/^2 /);
});

test('f and the palette open it, letters belong to it, and the space bar stays with the steps after a click @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(twoCalls)}`);
  await expect(scope.steps.first()).toBeVisible();
  await scope.ladder.focus();
  // The shortcuts come after the first load.
  const dialog = page.getByRole('dialog', { name: 'Presentation of the steps' });
  await expect(async () => {
    await page.keyboard.press('f');
    await expect(dialog).toBeVisible({ timeout: 5000 });
  }).toPass();
  await page.keyboard.press('p');
  await dialog.getByRole('button', { name: 'Predict' }).click();
  await expect(dialog.getByRole('button', { name: 'Predict' })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('present');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});

test('a step far down is brought into view @long', async ({ page }) => {
  const { words } = await present(page, `${'Line after line.\n'.repeat(300)}${fence(oilCall)}`);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await expect(words).toContainText('Yes (line 301');
  await expect(page.getByRole('dialog').locator('.editor-mark-step')).toBeInViewport();
});

test('native calls are shown as well @long', async ({ page }) => {
  const scope = new Callscope(page);
  const native = '[{"id": "a", "type": "function", "function": {"name": "read_gauge", "arguments": "{}"}}]';
  await scope.open(`#in=Hello&native=${encodeURIComponent(native)}`);
  await page.getByRole('button', { name: 'Present the steps in large type' }).click();
  const reply = page.getByRole('dialog').getByRole('region', { name: 'Model output' });
  await expect(reply).toContainText('Native tool_calls');
  await expect(reply).toContainText('Hello');
  await expect(reply).toContainText('"read_gauge"');
});

test.describe('on a phone', () => {
  test.use(phone);

  test('taps on the halves go forward and back, and buttons do the rest', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open(`#in=${encodeURIComponent(twoCalls)}`);
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Steps' }).click();
    await page.getByRole('button', { name: 'Present the steps in large type' }).click();
    const words = page.getByTestId('presented');
    await expect(words).toContainText('Before the first step');
    // There are no keys to tell of, and nothing covers the step.
    await expect(page.getByRole('note')).toHaveCount(0);
    await page.touchscreen.tap(300, 700);
    await expect(words).toContainText('Is tool_calls a list');
    await page.touchscreen.tap(60, 700);
    await expect(words).toContainText('Before the first step');
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).tap();
    await expect(words).toContainText('Is tool_calls a list');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Leave the presentation' }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
