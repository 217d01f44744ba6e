import { expect, test, type Page } from '@playwright/test';
import { Callscope } from './callscope.ts';

/** More than any view has tab stops; a walk that gets here goes in circles. */
const MOST_STOPS = 250;

interface Stop {
  readonly role: string;
  readonly name: string;
  /** What kind of control it is, by how it is drawn: the focus of one shows the focus of all. */
  readonly look: string;
}

/** What the browser tells assistive technology; playwright.config.ts switches it on for pages. */
interface Computed {
  readonly computedRole: string;
  readonly computedName: string;
}

/** The control that has the focus, as assistive technology is told of it; null at the end of the page. */
async function focused(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return null;
    const { computedRole: role, computedName: name } = activeElement as unknown as Computed;
    return {
      role,
      name,
      look: `${activeElement.tagName} ${activeElement.getAttribute('role') ?? ''} ${activeElement.className}`,
    };
  });
}

/** Whether the control, what is active in it or what is around it is drawn otherwise because it has the focus. */
async function focusShows(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focus = document.activeElement;
    if (!(focus instanceof HTMLElement)) return false;
    const around: HTMLElement[] = [];
    for (let at: HTMLElement | null = focus; at !== null && around.length < 8; at = at.parentElement) around.push(at);
    const drawn = (): string => {
      const active = document.getElementById(focus.getAttribute('aria-activedescendant') ?? '');
      return [...around, active]
        .flatMap((element) =>
          element === null ? [] : [getComputedStyle(element), getComputedStyle(element, '::after')],
        )
        .map((style) => [style.outline, style.border, style.boxShadow, style.background, style.content].join())
        .join('\n');
    };
    const withFocus = drawn();
    focus.blur();
    const without = drawn();
    focus.focus();
    return withFocus !== without;
  });
}

/** Goes through the page by Tab. Every stop must have a name and show that it has the focus. */
async function expectGoodStops(page: Page): Promise<void> {
  const nameless: string[] = [];
  const unseen: string[] = [];
  const looks = new Set<string>();
  const names = new Set<string>();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await focused(page);
    if (found === null) {
      // The end of the page; or a dialog with one control, which had the focus from the start.
      if (names.size > 0 || stop > 0) break;
      continue;
    }
    const { role, name, look } = found;
    const key = `${role} ${name} ${look}`;
    // Inside a dialog Tab goes round.
    if (stop > 1 && key === [...names][0]) break;
    names.add(key);
    if (name.trim() === '') nameless.push(key);
    if (looks.has(look)) continue;
    looks.add(look);
    if (!(await focusShows(page))) unseen.push(key);
  }
  expect(names.size).toBeGreaterThan(0);
  expect(names.size).toBeLessThan(MOST_STOPS);
  expect(nameless, 'controls without a name').toEqual([]);
  expect(unseen, 'controls whose focus cannot be seen').toEqual([]);
}

/** Puts the focus where a walk through the whole page starts. */
async function expectGoodStopsFromTop(page: Page): Promise<void> {
  // Beside the title, which leads to an empty page.
  await page.locator('.page > header').click({ position: { x: 2, y: 2 } });
  await expectGoodStops(page);
}

test.describe('every control has a name and a focus that shows', () => {
  test('in the views of the reply and of the prompt', { tag: '@long' }, async ({ page }) => {
    const scope = new Callscope(page);
    await scope.openMonaco();
    await scope.monacoReady();
    await expect(scope.ladder).toBeVisible();
    await expectGoodStopsFromTop(page);
    await scope.open();
    await scope.door('Prompt');
    await expectGoodStopsFromTop(page);
  });

  test('comparing @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.openMonaco();
    await scope.drawer('Compare');
    for (const mode of ['Servers', 'Texts', 'Prompts']) {
      await test.step(mode, async () => {
        await page.getByRole('button', { name: mode, exact: true }).click();
        if (mode === 'Prompts') await expect(page.locator('[data-diff="monaco"]')).toHaveCount(1);
        else await expect(scope.compared).toBeVisible();
        await expectGoodStopsFromTop(page);
      });
    }
  });

  test('in the stream and in the formats', { tag: '@long' }, async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open();
    await scope.drawer('Stream');
    await expect(page.getByRole('button', { name: 'Edit borders' })).toBeVisible();
    await expectGoodStopsFromTop(page);
    await scope.learn('Formats');
    // Fewer entries in the lists, which are all alike: a format with few examples.
    await page.getByRole('searchbox', { name: 'Search the formats' }).fill('rwkv');
    await expectGoodStopsFromTop(page);
    await page.getByRole('list', { name: 'Formats by example' }).getByRole('button').click();
    await expectGoodStopsFromTop(page);
    await page.getByRole('tab', { name: 'Failures' }).click();
    await page.getByRole('searchbox', { name: 'Search the failures' }).fill('windows path');
    await expectGoodStopsFromTop(page);
  });

  test('in the loop @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open();
    await scope.example('One error, two loops');
    await page.getByRole('button', { name: 'A result for an id that no call has' }).click();
    for (const pane of ['Turn', 'Messages']) {
      await test.step(pane, async () => {
        await page.getByRole('tab', { name: pane, exact: true }).click();
        await expectGoodStopsFromTop(page);
      });
    }
  });

  test('in the presentation and in the run panel @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open();
    await page.getByRole('button', { name: 'Present the steps' }).click();
    await expect(page.getByTestId('presented')).toHaveText(/Before the first step/);
    await page.keyboard.press('ArrowRight');
    await expectGoodStops(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Try it in Prompt' }).click();
    await page.getByRole('radio', { name: 'Server' }).check();
    await expectGoodStopsFromTop(page);
  });

  test('in the dialogs', { tag: '@long' }, async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open();
    for (const name of ['Examples', 'Share', 'History', 'Keyboard shortcuts']) {
      await test.step(name, async () => {
        if (name === 'Examples') await scope.command('Open an example');
        else await page.getByRole('button', { name, exact: true }).click();
        await expect(page.getByRole('dialog', { name }).getByRole('button').first()).toBeVisible();
        await expectGoodStops(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
    await test.step('Add tools', async () => {
      await scope.door('Prompt');
      await page.getByRole('button', { name: 'Add tools' }).click();
      await page.getByRole('button', { name: 'Add a parameter' }).click();
      await expectGoodStops(page);
    });
  });
});
