import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { Callscope } from './callscope.ts';
import { findingsOf } from './findings.ts';

const tools = `[
  {"name": "read_gauge", "description": "It's a \\"gauge\\": \`$HOME\`.", "schema": {"type": "object", "properties": {"max": {"type": "number", "maximum": 12345678901234567890}}}},
  {"name": "stop_pump", "description": "Stops the pump."}
]`;

test('a provider is chosen: runtime, capabilities and request follow, and there is a way back', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  await scope.editor('Tool definitions, as JSON').fill(tools);
  // Who looks for the request at the prompt is led to it.
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByRole('button', { name: 'Compare requests' }).click();
  const first = page.getByRole('region', { name: 'First request' });
  await expect(first.getByLabel('Format of the first request')).toHaveValue('openai');
  await expect(page.getByTestId('saving')).toContainText('The tools take');

  await page.getByRole('button', { name: 'Choose a provider' }).click();
  await page.getByRole('button', { name: 'Ollama as ChatCLI handles it: Tools in the text' }).click();
  await expect(scope.runtime()).toHaveText(/ChatCLI 1.188/);
  await expect(await scope.setting('native_tool_calls')).toHaveValue('false');
  const ollama = page.getByRole('button', { name: 'Ollama as ChatCLI handles it' });
  await expect(ollama).toHaveAttribute('aria-pressed', 'true');
  const link = await scope.link();

  await page.getByRole('tab', { name: 'Request' }).click();
  await expect(first.getByLabel('Format of the first request')).toHaveValue('ollama');
  await expect(first.getByLabel('Tools of the first request')).toHaveValue('shim');
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.runtime()).toHaveText(/ExAthena 0.4.6/);
  await expect(first.getByLabel('Format of the first request')).toHaveValue('openai');

  await scope.open(new URL(link).hash);
  await page.getByRole('tab', { name: 'Providers' }).click();
  await expect(ollama).toHaveAttribute('aria-pressed', 'true');
  expect(scope.complaints).toEqual([]);
});

test('a request is copied as curl and is what a shell makes of it @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  await scope.editor('Tool definitions, as JSON').fill(tools);
  await scope.drawer('Loop');
  await page.getByRole('tab', { name: 'Request' }).click();
  await page.getByLabel('Format of the first request').selectOption('anthropic');
  const marks = page.getByRole('region', { name: 'Cache marks' });
  await expect(marks.getByRole('listitem').first()).toContainText('After the last tool, stop_pump');
  await page.getByRole('group', { name: 'Copy the first request' }).getByRole('button', { name: 'curl' }).click();
  await expect(page.getByRole('button', { name: '✓ curl' })).toBeVisible();
  const curl = await page.evaluate(() => navigator.clipboard.readText());

  const script = `curl() { printf '%s\\0' "$@"; }\n${curl}`;
  const args = execFileSync('bash', ['-c', script], {
    env: { ...process.env, ANTHROPIC_API_KEY: 'sekret' },
    encoding: 'utf8',
  }).split('\0');
  expect(args).toContain('https://api.anthropic.com/v1/messages');
  expect(args).toContain('x-api-key: sekret');
  const body = args[args.indexOf('--data-raw') + 1] ?? '';
  expect(body).toContain('12345678901234567890');
  expect(JSON.parse(body)).toMatchObject({
    tools: [
      { name: 'read_gauge', description: 'It\'s a "gauge": `$HOME`.', input_schema: { type: 'object' } },
      { name: 'stop_pump', cache_control: { type: 'ephemeral' } },
    ],
  });
  expect(scope.complaints).toEqual([]);
});

test('a chain is edited with the keyboard alone @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.drawer('Loop');
  await page.getByRole('tab', { name: 'Providers' }).click();
  const chain = page.getByRole('region', { name: 'Fallback chain' });
  const summary = chain.getByRole('status');
  await expect(summary).toContainText('With tools: Anthropic answers (1 skipped, 1 failed).');
  await expect(summary).toContainText('Plain: Ollama answers.');
  await chain.getByRole('button', { name: 'Move provider 3, Anthropic up' }).focus();
  await page.keyboard.press('Enter');
  await expect(chain.getByRole('button', { name: 'Move provider 2, Anthropic up' })).toBeFocused();
  await expect(summary).toContainText('With tools: Anthropic answers (1 skipped).');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(chain.getByRole('listitem')).toHaveCount(2);
  await expect(chain.getByRole('button', { name: 'Remove provider 2, OpenAI' })).toBeFocused();
  await expect(summary).toContainText('With tools: no provider answers, and the request fails (1 skipped, 1 failed).');
  await chain.getByRole('button', { name: 'Add a provider' }).focus();
  await page.keyboard.press('Enter');
  await expect(chain.getByLabel('Provider 3', { exact: true })).toBeFocused();
  expect(scope.complaints).toEqual([]);
});

for (const width of [1280, 390]) {
  test(`the panes have no findings, ${String(width)} wide @long`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch: width < 500 });
    const scope = new Callscope(await context.newPage());
    const { page } = scope;
    await scope.open();
    await scope.drawer('Loop');
    for (const pane of ['Request', 'Providers']) {
      await page.getByRole('tab', { name: pane }).click();
      if (pane === 'Request') await page.getByLabel('Format of the second request').selectOption('anthropic');
      else await page.getByRole('button', { name: /^Ollama as ChatCLI/ }).click();
      expect(await findingsOf(page)).toEqual([]);
      // Nothing sticks out to the right of a phone.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await context.close();
  });
}
