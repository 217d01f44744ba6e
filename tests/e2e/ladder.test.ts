import { expect, test } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';
import { findingsOf } from './findings.ts';

const twoCalls = `First.\n${fence(oilCall)}\nThen.\n${fence(oilCall)}`;

async function openWith(scope: Callscope, text: string): Promise<void> {
  await scope.open(`#in=${encodeURIComponent(text)}`);
  await expect(scope.steps.first()).toBeVisible();
}

test('a gate shows what it looked at; step over, into and out, by key and by button', async ({ page }) => {
  const scope = new Callscope(page);
  await openWith(scope, twoCalls);
  const gate = scope.steps.filter({ hasText: 'Does the text contain' });
  await expect(gate.locator('mark')).toHaveText('~~~tool_call');
  await expect(gate).toContainText('Yes (line 2');

  const blocks = scope.steps.filter({ hasText: 'A candidate' });
  await blocks.first().click();
  await expect(blocks.first()).toHaveAttribute('aria-selected', 'true');
  await scope.ladder.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(blocks.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(scope.currentStep()).toContainText('Opens with');
  await page.getByRole('button', { name: 'More ways through the steps' }).click();
  await expect(page.getByRole('button', { name: 'Step into' })).toBeDisabled();
  await page.getByRole('button', { name: 'Step out' }).click();
  await expect(blocks.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Step out' }).click();
  await expect(scope.currentStep()).toContainText('Text-tagged fence');
  await page.getByRole('button', { name: 'Step over' }).click();
  await expect(scope.currentStep()).toContainText('Skipped');
});

test('blocks and tiers fold, and stepping in unfolds them @long', async ({ page }) => {
  const scope = new Callscope(page);
  await openWith(scope, twoCalls);
  const block = scope.steps.filter({ hasText: 'A candidate' }).first();
  const opens = scope.steps.filter({ hasText: 'Opens with' });
  await expect(opens).toHaveCount(2);
  await block.click();
  await scope.ladder.focus();
  await page.keyboard.press('Enter');
  await expect(opens).toHaveCount(1);
  await expect(block).toContainText('5 steps folded');
  await page.keyboard.press('ArrowDown');
  await expect(opens).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page
    .getByRole('group', { name: /^Tier 2/ })
    .getByText('Text-tagged fence')
    .click();
  await expect(opens).toHaveCount(0);
  await expect(page.getByRole('option', { name: /Tier 2: .* steps folded/ })).toBeVisible();
  expect(await findingsOf(page, '[aria-label="Steps"]')).toEqual([]);
  await page.keyboard.press('Home');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowDown');
  await expect(opens).toHaveCount(2);
});

test('scrub by dragging and by keyboard @long', async ({ page }) => {
  const scope = new Callscope(page);
  await openWith(scope, twoCalls);
  const slider = page.getByRole('slider', { name: 'Step' });
  const box = await slider.boundingBox();
  if (box === null) throw new Error('The slider has no box.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 10, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, y, { steps: 6 });
  await page.mouse.up();
  await expect(scope.currentStep()).toContainText('Skipped');
  await expect(slider).toHaveAttribute('aria-valuetext', /Skipped/);
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /tool_calls/);
  await slider.press('ArrowRight');
  await expect(slider).toHaveValue('2');
  await expect(scope.currentStep()).toContainText('native_tool_calls: false');
});

test('play continues on its own until it is paused or at the end @long', async ({ page }) => {
  await page.clock.install();
  const scope = new Callscope(page);
  await openWith(scope, twoCalls);
  const slider = page.getByRole('slider', { name: 'Step' });
  const value = async (): Promise<number> => Number(await slider.inputValue());
  await page.getByRole('button', { name: 'More ways through the steps' }).click();
  await page.getByRole('button', { name: '2×' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(value).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = await value();
  await page.clock.runFor(3000);
  expect(await value()).toBe(paused);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(30_000);
  await expect(scope.currentStep()).toContainText('Skipped');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('two thousand calls keep the list short and the current step in it @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await page.evaluate(
    (text) => {
      location.hash = `#in=${encodeURIComponent(text)}&runtime=exathena`;
    },
    Array.from({ length: 2000 }, () => fence(oilCall)).join('\n'),
  );
  await expect(page.getByText('12,004 steps')).toBeVisible({ timeout: 30_000 });
  const bounded = async (): Promise<void> => {
    expect(await scope.steps.count()).toBeLessThan(400);
  };
  await bounded();
  await scope.ladder.focus();
  await page.keyboard.press('End');
  await expect(scope.currentStep()).toBeInViewport();
  await bounded();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('PageUp');
  await expect(scope.currentStep()).toBeInViewport();
  const active = await scope.ladder.getAttribute('aria-activedescendant');
  await expect(scope.currentStep()).toHaveAttribute('id', active ?? '');
  await bounded();
});
