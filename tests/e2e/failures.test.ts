import { expect, test, type Page } from '@playwright/test';
import { diagnosisCatalogue } from '../../src/core/index.ts';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const prefill = `#in=${encodeURIComponent('No call is in this text.')}&runtime=exathena`;

/** The parts of the section of the failures. */
class Failures {
  readonly scope: Callscope;
  readonly search;
  readonly engine;
  readonly kind;
  readonly count;
  readonly cards;

  constructor(page: Page) {
    this.scope = new Callscope(page);
    this.search = page.getByRole('searchbox', { name: 'Search the failures' });
    this.engine = page.getByRole('combobox', { name: 'Engine' });
    this.kind = page.getByRole('combobox', { name: 'Kind' });
    this.count = page.getByRole('tabpanel', { name: 'Failures' }).getByRole('status');
    this.cards = page.getByRole('list', { name: 'Failures' }).getByRole('article');
  }
}

test('a failure is searched, opened and gone back to by keyboard, and the search is kept @long', async ({ page }) => {
  const failures = new Failures(page);
  const { scope } = failures;
  await scope.open();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await scope.tabTo(page.getByRole('tab', { name: 'Lessons' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(failures.cards.first()).toBeVisible();
  await expect(failures.count).toHaveText(/^(\d+) of \1 failures$/);
  await scope.tabTo(failures.search);
  await page.keyboard.type('read_file qwen');
  await expect(failures.count).not.toHaveText(/^(\d+) of \1 failures$/);
  await scope.tabTo(failures.engine);
  await page.keyboard.type('vLLM');
  await expect(failures.engine).toHaveValue('vLLM');
  await scope.tabTo(failures.kind);
  await page.keyboard.type('Wrong parser');
  await expect(failures.kind).toHaveValue('wrong-parser');
  const card = failures.cards.filter({ hasText: 'Qwen3-Coder under the Hermes parser' });
  await expect(card).toContainText('vLLM hermes, main of 2026-08-20');
  await expect(card.getByRole('link', { name: 'lablup/mlxcel#204' })).toHaveAttribute(
    'href',
    'https://github.com/lablup/mlxcel/issues/204',
  );
  const listed = await failures.cards.count();
  await scope.tabTo(card.getByRole('button', { name: /^Open the failure/ }));
  await page.keyboard.press('Enter');
  await scope.answered();
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await expect(scope.verdict).toContainText('Not as expected.');
  await expect(scope.verdict).toContainText('returns the whole reply as text');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);

  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(failures.search).toHaveValue('read_file qwen');
  await expect(failures.cards).toHaveCount(listed);
  await scope.saved('read_file qwen');
  await page.reload();
  await expect(failures.search).toHaveValue('read_file qwen');
  await expect(failures.engine).toHaveValue('vLLM');
  await expect(failures.kind).toHaveValue('wrong-parser');
  await expect(failures.cards).toHaveCount(listed);

  await scope.tabTo(card.getByRole('button', { name: /^Open the fix/ }));
  await page.keyboard.press('Enter');
  await scope.answered();
  await expect(scope.runtime()).toHaveText(/vLLM qwen3_coder/);
  await expect(scope.verdict).toContainText('As expected.');
  expect(scope.complaints).toEqual([]);
});

test('a search without results says what to do, and clearing it keeps the focus @long', async ({ page }) => {
  const failures = new Failures(page);
  const { scope } = failures;
  await scope.open(prefill);
  await scope.door('Learn');
  await page.getByRole('tab', { name: 'Failures' }).click();
  await failures.search.fill('no such words');
  await expect(failures.count).toHaveText(/^0 of \d+ failures$/);
  await expect(page.getByText('Remove a word, or clear the filters.')).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
  await expect(failures.search).toBeFocused();
  await expect(failures.search).toHaveValue('');
  await failures.engine.selectOption('WebLLM');
  await expect(failures.cards).toHaveCount(2);
  expect(await findingsOf(page)).toEqual([]);
});

test('on a phone a failure is found, opened and gone back to @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const failures = new Failures(page);
  const { scope } = failures;
  await scope.open(prefill);
  await scope.door('Learn');
  await page.getByRole('tab', { name: 'Failures' }).tap();
  await failures.engine.selectOption('SGLang');
  await failures.kind.selectOption('stream-differs');
  await expect(failures.cards).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await findingsOf(page)).toEqual([]);
  await failures.cards.getByRole('button', { name: /^Open the failure/ }).tap();
  await expect(page.getByRole('button', { name: 'Stream', exact: true })).toHaveAttribute('aria-expanded', 'true');
  await expect(scope.verdict).toContainText('SGLang');
  await scope.door('Learn');
  await expect(failures.cards).toHaveCount(1);
  await expect(failures.engine).toHaveValue('SGLang');
  expect(scope.complaints).toEqual([]);
  await context.close();
});

test('the diagnoses are explained, and have no findings @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefill);
  await scope.door('Learn');
  await page.getByRole('tab', { name: 'Diagnoses' }).click();
  const entries = page.getByRole('list', { name: 'Diagnoses' }).getByRole('article');
  await expect(entries).toHaveCount(Object.keys(diagnosisCatalogue).length);
  await expect(entries.first()).toContainText('D01 Foreign dialect');
  await expect(entries.first()).toContainText('Permanent fix:');
  expect(await findingsOf(page)).toEqual([]);
});

test.describe('the palette', () => {
  async function find(page: Page, words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type(words);
  }
  const selected = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true });

  test('finds formats, runtimes, diagnoses, examples, failures and settings by keyboard @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open(prefill);

    await find(page, 'qwen coder');
    await expect(page.getByRole('group', { name: 'Formats' }).getByRole('option').first()).toContainText(
      'qwen3-coder-xml',
    );
    await expect(selected(page)).toContainText('qwen3-coder-xml');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Format qwen3-coder-xml' })).toBeVisible();

    await find(page, 'vllm hermes');
    await expect(selected(page)).toContainText('vLLM hermes');
    await page.keyboard.press('Enter');
    await expect(scope.runtime()).toHaveText(/vLLM hermes/);

    await find(page, 'd13');
    await expect(selected(page)).toContainText('D13');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('article', { name: 'D13 Delimiter in value' });
    await expect(entry).toBeFocused();
    await expect(entry).toBeInViewport();

    await find(page, 'example forgotten fence');
    await expect(selected(page)).toContainText('A forgotten closing fence');
    await page.keyboard.press('Enter');
    await scope.answered();
    await expect(scope.verdict).toContainText('1 call: read_gauge');

    await find(page, 'windows path');
    await expect(page.getByRole('group', { name: 'Failures' }).getByRole('option')).toHaveText(/A Windows path/);
    await page.keyboard.press('Enter');
    await scope.answered();
    await expect(scope.verdict).toContainText('openai');

    await find(page, 'theme dark');
    await expect(selected(page)).toContainText('Theme: dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(scope.complaints).toEqual([]);
  });

  test('says what is still loading, and has no findings with results @long', async ({ page }) => {
    const scope = new Callscope(page);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/content-entries/, async (route) => {
      await held;
      await route.continue();
    });
    await scope.open(prefill);
    await find(page, 'windows path');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await expect(dialog.getByRole('status')).toContainText('Still loading: examples.');
    release();
    await expect(selected(page)).toContainText('A Windows path');
    await expect(dialog.getByRole('status')).not.toContainText('Still loading');
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('qwen');
    await expect(page.getByRole('group', { name: /^Servers: 6 of \d+$/ })).toBeAttached();
    expect(await findingsOf(page)).toEqual([]);
  });
});
