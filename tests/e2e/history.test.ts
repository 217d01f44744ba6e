import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const history = (page: Page): Locator => page.getByRole('dialog', { name: 'History' });
const rows = (page: Page): Locator => history(page).getByRole('listitem');

async function openHistory(page: Page): Promise<void> {
  // On a phone the search leads to it.
  await new Callscope(page).command('Open the history');
  await expect(page.getByRole('searchbox', { name: 'Filter the history' })).toBeVisible();
}

/** Lets time pass until a state has settled, and is in the history. */
async function recorded(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1000);
    expect(await page.evaluate(() => localStorage.getItem('callscope.history'))).toContain(text);
  }).toPass({ intervals: [0] });
}

test('a state comes back from the history after a reload, and what it replaced as well', async ({ page }) => {
  const scope = new Callscope(page);
  await page.clock.install();
  await scope.open();
  await scope.write('Reply text', `Earlier work\n${fence(oilCall)}`);
  await expect(scope.verdict).toContainText('1 call');
  await recorded(page, 'Earlier work');
  // Replaced before it settled: recorded at once.
  await scope.write('Reply text', 'Short-lived');
  await scope.answered();
  await scope.write('Reply text', 'Present work');
  await recorded(page, 'Present work');
  await page.reload();
  await scope.answered();

  await openHistory(page);
  await expect(rows(page).nth(0)).toContainText('Present work');
  await expect(rows(page).nth(1)).toContainText('Short-lived');
  await expect(rows(page).nth(2)).toContainText('as it was meant');
  await page.getByRole('searchbox').fill('read_gauge earlier');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(history(page)).toHaveCount(0);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(page.locator('.reply')).toContainText('Present work');
  expect(scope.complaints).toEqual([]);
});

/** A history as an earlier visit left it, and its newest state on the page: nothing else is recorded meanwhile. */
async function keep(page: Page, texts: readonly string[], damage = ''): Promise<void> {
  const lines = texts.map((text, index) =>
    JSON.stringify({
      version: 1,
      id: texts.length - index,
      time: Date.now() - index * 4_000_000,
      pinned: false,
      tone: index === 0 ? 'good' : 'none',
      state: { text },
    }),
  );
  await page.addInitScript(
    ([history, session]) => {
      if (localStorage.getItem('callscope.history') !== null) return;
      localStorage.setItem('callscope.history', history);
      localStorage.setItem('callscope.session', session);
    },
    [[...lines, damage].join('\n'), JSON.stringify({ version: 1, fields: { text: texts[0] } })] as const,
  );
}

test('entries are pinned, deleted and cleared by keyboard, and that can be taken back @long', async ({ page }) => {
  await keep(page, ['One', 'Two', 'Three'], '{"version":1,');
  const scope = new Callscope(page);
  await scope.open();
  await openHistory(page);
  await expect(history(page)).toContainText('One entry of the history could not be read and was dropped.');
  await expect(rows(page)).toHaveText([/One/, /Two/, /Three/]);
  await expect(rows(page).nth(1).locator('time')).toHaveText('1 hour ago');
  await expect(rows(page).nth(1).locator('time')).toHaveAttribute('title', /\d/);

  await rows(page).nth(2).getByRole('button', { name: 'Pin' }).focus();
  await page.keyboard.press('Enter');
  const pinned = history(page).getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('listitem')).toHaveText([/Three/]);
  await expect(pinned.getByRole('button', { name: 'Pin' })).toBeFocused();
  await expect(pinned.getByRole('button', { name: 'Pin' })).toHaveAttribute('aria-pressed', 'true');

  await rows(page).filter({ hasText: 'One' }).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Two' }).locator('.open')).toBeFocused();
  await history(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);

  await history(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(history(page)).toContainText('3 entries were deleted.');
  await expect(rows(page)).toHaveCount(0);
  await history(page).getByRole('button', { name: 'Undo' }).click();
  await expect(pinned.getByRole('listitem')).toHaveText([/Three/]);
  await expect(rows(page)).toHaveCount(3);
});

for (const isPhone of [false, true]) {
  test(`the history has no findings${isPhone ? ' on a phone @long' : ''} @long`, async ({ browser }) => {
    const context = await browser.newContext(isPhone ? phone : {});
    const page = await context.newPage();
    await keep(page, ['One', `Two ${'long '.repeat(60)}`]);
    const scope = new Callscope(page);
    await scope.open();
    await openHistory(page);
    await expect(rows(page)).toHaveCount(2);
    expect(await findingsOf(page)).toEqual([]);
    expect(await history(page).evaluate((element) => element.scrollWidth <= innerWidth)).toBe(true);
    await rows(page).nth(1).locator('.open').click();
    await expect(page.locator('.reply')).toContainText('Two long');
    await context.close();
  });
}

const told = 'Another tab saved different work. A new tab opens the latest work, and both are in History.';

test('two tabs with different work: both are told, and both replies are in the history @long', async ({ context }) => {
  const scopes = [new Callscope(await context.newPage()), new Callscope(await context.newPage())];
  await Promise.all(
    scopes.map(async (scope) => {
      await scope.open();
      await scope.quiet();
    }),
  );
  await write(scopes[0]!, 'The reply of the first tab');
  await write(scopes[1]!, 'What the second tab has');
  for (const { page } of scopes) await expect(page.getByText(told)).toBeVisible();
  const other = scopes[1]!.page;
  await openHistory(other);
  await expect(rows(other).filter({ hasText: 'The reply of the first tab' })).toHaveCount(1);
  await expect(rows(other).filter({ hasText: 'What the second tab has' })).toHaveCount(1);
  expect(scopes.flatMap(({ complaints }) => complaints)).toEqual([]);
});

/** Holds the code of the history back in all tabs; what it returns lets it come. */
async function withoutHistory(context: BrowserContext): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/keep-history-[^/]*\.js$/, async (route) => {
    await released;
    // Of a tab that is closed by now nobody waits.
    await route.continue().catch(() => undefined);
  });
  return release;
}

async function write(scope: Callscope, text: string): Promise<void> {
  await scope.write('Reply text', text);
  await scope.saved(text);
}

test('what two tabs saved before the code of the history came is told when it comes, and in the history', async ({
  context,
}) => {
  const release = await withoutHistory(context);
  const scopes = [new Callscope(await context.newPage()), new Callscope(await context.newPage())];
  for (const scope of scopes) await scope.open();
  await write(scopes[0]!, 'Own work before');
  await write(scopes[0]!, 'The reply of the first tab');
  await write(scopes[1]!, 'What the second tab has');
  await scopes[1]!.painted();
  for (const { page } of scopes) await expect(page.getByText(told)).toHaveCount(0);
  release();
  for (const { page } of scopes) await expect(page.getByText(told)).toBeVisible();
  const other = scopes[1]!.page;
  await openHistory(other);
  for (const text of ['Own work before', 'The reply of the first tab', 'What the second tab has'])
    await expect(rows(other).filter({ hasText: text })).toHaveCount(1);
  expect(scopes.flatMap(({ complaints }) => complaints)).toEqual([]);
});

test('work that was replaced before the code of the history came outlives both tabs @long', async ({ context }) => {
  const release = await withoutHistory(context);
  const scopes = [new Callscope(await context.newPage()), new Callscope(await context.newPage())];
  for (const scope of scopes) await scope.open();
  await write(scopes[0]!, 'The reply of the first tab');
  await write(scopes[1]!, 'What the second tab has');
  for (const page of context.pages()) await page.close();
  release();
  const scope = new Callscope(await context.newPage());
  await scope.open();
  await expect(scope.page.locator('.reply')).toContainText('What the second tab has');
  await expect(scope.page.getByText(told)).toBeVisible();
  await openHistory(scope.page);
  for (const text of ['The reply of the first tab', 'What the second tab has'])
    await expect(rows(scope.page).filter({ hasText: text })).toHaveCount(1);
  expect(scope.complaints).toEqual([]);
});
