import { expect, test } from '@playwright/test';
import { Callscope, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const good = `I will look.\n<tool_call>\n${oilCall}\n</tool_call>`;
const trailing = good.replace('}}', ',}}');
const link = `#in=${encodeURIComponent(trailing)}&runtime=vllm:hermes`;

test('the strip says what other runtimes make of the reply, and opens their steps', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link);
  const hermes = scope.strip.getByRole('button', { name: /^\W*vLLM hermes/ });
  await expect(hermes).toContainText('shown as text');
  await expect(hermes).toHaveAttribute('aria-current', 'true');
  const qwen = scope.strip.getByRole('button', { name: /^\W*SGLang qwen25/ });
  await expect(qwen).toContainText('text is lost');
  await qwen.click();
  await expect(scope.runtime()).toHaveText(/SGLang qwen25/);
  await expect(qwen).toHaveAttribute('aria-current', 'true');
  await expect(scope.editor('Reply text')).toHaveValue(trailing);

  // A pinned runtime stays, whatever the reply is written as.
  await scope.strip.getByRole('button', { name: 'Pin SGLang qwen25' }).click();
  await scope.strip.getByRole('button', { name: /^\W*vLLM hermes/ }).click();
  await scope.write('Reply text', 'Hello.');
  await expect(scope.strip).toHaveAttribute('aria-busy', 'false');
  await expect(scope.strip.locator('li')).toHaveText([/vLLM hermes shown as text/, /SGLang qwen25 shown as text/]);
  expect(await findingsOf(page)).toEqual([]);
  expect(scope.complaints).toEqual([]);
});

test('the character that the answer names is marked', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link);
  await expect(scope.verdict).toContainText(/column \d+/);
  await page.getByRole('button', { name: 'Show where' }).click();
  await expect(page.locator('.editor-mark-hover').first()).toHaveText('}');
  expect(scope.complaints).toEqual([]);
});

test('of a reply that is too long for the strip, no server is said to be unable to read it', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link);
  await scope.pasteOnPage(`${'The tide is high.\n'.repeat(7000)}${trailing}`);
  await scope.answered();
  await expect(scope.strip).toContainText('This reply is too long to run the other servers beside it.');
  await expect(scope.verdict).toContainText('line 7003');
});

test('all runtimes: searched, sorted, shared, and two of them compared @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link);
  await scope.drawer('All servers');
  await expect(page.getByText(/^\d+ parsers$/)).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await page.getByRole('searchbox', { name: 'Server, flag or format' }).fill('sglang hermes');
  await expect(rows.filter({ hasText: 'qwen25' })).toContainText('text is lost');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('lost characters');
  await page.getByRole('button', { name: 'Only those that differ' }).click();
  await page.getByRole('button', { name: 'Copy Markdown' }).click();
  await expect(page.getByRole('button', { name: '✓ Markdown copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('| SGLang qwen25 |');
  expect(await findingsOf(page)).toEqual([]);

  const shared = await scope.link();
  await page.goto('about:blank');
  await page.goto(shared);
  await expect(page.getByRole('searchbox', { name: 'Server, flag or format' })).toHaveValue('sglang hermes');
  const row = rows.filter({ hasText: 'SGLang qwen25' });
  await row.getByRole('button', { name: /^line 2, column 1$/ }).click();
  await expect(page.getByTestId('verdict-left')).toContainText('vLLM hermes returns the whole reply as text');
  await expect(page.getByTestId('verdict-right')).toContainText('SGLang qwen25');
  expect(scope.complaints).toEqual([]);
});

test('a run over all runtimes is stopped and started again', { tag: '@long' }, async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(trailing.repeat(900))}&runtime=vllm:hermes`);
  await scope.drawer('Compare');
  await scope.drawer('All servers');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped.')).toBeVisible();
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText(/^\d+ parsers$/)).toBeVisible({ timeout: 120_000 });
  expect(scope.complaints).toEqual([]);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('all servers are a drawer, whose list reads as cards @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open(link);
    await expect(scope.strip).toBeHidden();
    await scope.drawer('All servers');
    await expect(page.getByText(/^\d+ parsers$/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findingsOf(page)).toEqual([]);
    expect(scope.complaints).toEqual([]);
  });
});
