import { expect, test } from '@playwright/test';
import { Callscope, phone, oilCall } from './callscope.ts';
import { findingsOf } from './findings.ts';

const good = `I will look.\n<tool_call>\n${oilCall}\n</tool_call>`;
const trailing = good.replace('}}', ',}}');

function link(text: string, runtime: string): string {
  return `#in=${encodeURIComponent(text)}&runtime=${encodeURIComponent(runtime)}`;
}

test('a trailing comma under vLLM: chosen, read, mended and shared by keyboard alone', async ({ page, browser }) => {
  const scope = new Callscope(page);
  await scope.open();
  await page.keyboard.press('/');
  await expect(scope.editor('Reply text')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(trailing);
  await expect(scope.verdict).toContainText('ExAthena 0.4.6');

  // Out of the text, and to the list of runtimes by its key.
  await scope.tabTo(scope.runtime(), 'Shift+Tab');
  await page.keyboard.press('u');
  const field = page.getByRole('combobox', { name: 'Server', exact: true });
  await expect(field).toBeFocused();
  const active = page.getByRole('listbox', { name: 'Servers' }).getByRole('option', { selected: true });
  await expect(active).toContainText('ExAthena 0.4.6');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(scope.runtime()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('hermes');
  await expect(active).toContainText('vLLM hermes');
  await page.keyboard.press('ArrowDown');
  await expect(active).not.toContainText('vLLM hermes');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  // The list goes with its choice, and the focus comes back to what opened it.
  await expect(scope.runtime()).toBeFocused();
  await expect(scope.verdict).toContainText('No call. vLLM hermes returns the whole reply as text.');
  await expect(scope.verdict).toContainText(
    'json.loads rejects this: expected a double-quoted key, found } (line 3, column 52)',
  );

  await expect(page.locator('.squiggly-error, .editor-mark-error')).toHaveCount(1);
  await expect(
    page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Repair the JSON' }),
  ).toBeVisible();
  // One key makes the first fix, from wherever no text is written.
  await page.keyboard.press('x');
  await expect(scope.verdict).toContainText('1 call: read_gauge. vLLM hermes returns it and 13 characters of text.');
  await expect(scope.cards.first()).toContainText('Returned as {"dial": "oil"}');

  const shared = await scope.link();
  const other = new Callscope(await (await browser.newContext()).newPage());
  await other.open(new URL(shared).hash);
  await expect(other.runtime()).toHaveText(/vLLM hermes/);
  await expect(other.verdict).toHaveText((await scope.verdict.textContent()) ?? '');
  await other.page.context().close();
  expect(scope.complaints).toEqual([]);
  expect(other.complaints).toEqual([]);
});

test('what a client gets is said of text after a call, and of one text under two engines @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link(`${good}\nThat was all.`, 'vllm:hermes'));
  await expect(scope.verdict).toContainText('14 characters are lost');
  await expect(page.getByRole('list').filter({ hasText: 'lost 14' })).toBeVisible();
  await expect(scope.steps.filter({ hasText: 'Text after the first call' })).toHaveCount(1);

  await scope.write('Reply text', trailing);
  await expect(scope.verdict).toContainText('returns the whole reply as text');
  await scope.drawer('Compare');
  await scope.chooseRuntime('sglang qwen25', 'Right');
  await expect(scope.runtime('Right')).toHaveText(/SGLang qwen25/);
  await expect(page.getByTestId('verdict-right')).toContainText('SGLang qwen25 returns');
  await scope.answered();
  const shared = await scope.link();
  await scope.open(new URL(shared).hash);
  await expect(scope.runtime('Right')).toHaveText(/SGLang qwen25/);
  expect(scope.complaints).toEqual([]);
});

test('a link with an engine works in an embed, in the presentation, in a stream and when redacted @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(`?embed${link(good, 'vllm:hermes')}`);
  await expect(scope.verdict).toContainText('vLLM hermes returns it');

  await scope.open(link(good, 'vllm:hermes'));
  await page.getByRole('button', { name: 'Present the steps in large type' }).click();
  await expect(page.getByTestId('presented')).toHaveText(/Before the first step/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('presented')).toContainText('Does the text contain <tool_call>?');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Redact private values').click();
  await page.getByLabel('All values in quotation marks').check();
  await expect(page.getByText('Same outcome and same calls after the replacement.')).toBeVisible();
  await page.keyboard.press('Escape');

  await scope.drawer('Stream');
  await expect(page.getByRole('group', { name: 'The client has', exact: true })).toContainText('read_gauge');
  expect(scope.complaints).toEqual([]);
});

test('a runtime that this page does not know is named, and nothing is lost @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link(good, 'vllm:nobody@2030-01'));
  await expect(scope.notices).toContainText('does not have the server "vllm:nobody@2030-01". Any format reads');
  // What a server makes of it that nobody asked for is not said.
  await expect(scope.verdict).not.toContainText('ExAthena');
  await expect(scope.editor('Reply text')).toHaveValue(good);
});

test('code of the page that cannot be fetched is a matter of the connection, not a fault of the page @long', async ({
  page,
  context,
}) => {
  const scope = new Callscope(page);
  await context.route(/\/assets\/core\.worker/, (route) => route.fulfill({ status: 404 }));
  await page.goto(`./${link(good, 'vllm:hermes')}`);
  const notice = scope.notices.filter({ hasText: 'This reply was not read.' });
  await expect(notice).toContainText('Check the connection');
  await expect(notice).not.toContainText('fault of Callscope');
  await context.unroute(/\/assets\/core\.worker/);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(scope.verdict).toContainText('vLLM hermes returns it');
});

test('an engine that cannot be fetched is named, everything else works, and it can be asked for again @long', async ({
  page,
  context,
}) => {
  const scope = new Callscope(page);
  await context.route(/\/assets\/vllm-/, (route) => route.abort());
  await page.goto(`./${link(good, 'vllm:hermes')}`);
  const notice = scope.notices.filter({ hasText: 'The code of vLLM could not be loaded.' });
  await expect(notice).toBeVisible();
  await scope.chooseRuntime('exathena 0.19');
  await expect(scope.verdict).toContainText('ExAthena 0.19 returns it');
  await expect(notice).toHaveCount(0);
  await scope.runtime().click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toContainText('The code of the engines could not be loaded.');
  await context.unroute(/\/assets\/vllm-/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('option', { name: /^vLLM hermes/ }).click();
  await expect(scope.verdict).toContainText('vLLM hermes returns it');
});

test('Enter before the engines are here waits for them @long', async ({ page, context }) => {
  const scope = new Callscope(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/sglang-/, async (route) => {
    await held;
    await route.continue();
  });
  await scope.open(link(good, 'exathena'));
  await scope.runtime().click();
  await page.getByRole('combobox', { name: 'Server', exact: true }).fill('sglang qwen25');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('The engines are loading…');
  await page.keyboard.press('Enter');
  release();
  await expect(scope.runtime()).toHaveText(/SGLang qwen25/);
});

test('the page of a format opens its example as an engine reads it @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.learn('Formats');
  await page
    .getByRole('region', { name: 'All formats' })
    .getByRole('button', { name: /^longcat/ })
    .click();
  const runtimes = page.getByRole('region', { name: 'Servers', exact: true });
  await runtimes.getByRole('button', { name: 'vLLM longcat' }).click();
  await expect(scope.runtime()).toHaveText(/vLLM longcat/);
  await expect(scope.verdict).toContainText('vLLM longcat returns it');
});

test('a stream whose result differs from the whole: its deltas, what the client has, and both readings', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(link(trailing, 'vllm:hermes'));
  await expect(scope.verdict).toContainText('No call. vLLM hermes returns the whole reply as text.');
  await scope.drawer('Stream');
  const client = page.getByRole('group', { name: 'The client has', exact: true });
  await expect(page.getByTestId('cut-kind')).toContainText('Cut as a tokenizer would');
  await expect(page.getByTestId('difference')).toContainText('Whole: no call');
  await expect(page.getByTestId('difference')).toContainText('Streamed: the client has 1 call with invalid JSON');
  await expect(client).toContainText('read_gauge');
  await expect(client).toContainText('The arguments are not valid JSON.');
  await page.getByText('Show the whole reading').click();
  await expect(page.getByRole('group', { name: 'The client has, read whole' })).toContainText('No call.');
  expect(await findingsOf(page)).toEqual([]);

  const slider = page.getByRole('slider', { name: 'Moment of the stream' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(client).toContainText('No call.');
  for (let presses = 0; presses < 40 && (await client.getByText('read_gauge').count()) === 0; presses += 1)
    await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('deltas')).toContainText('name of call 1');
  await expect(page.getByTestId('moment')).toContainText('The client receives the name of call 1, read_gauge');

  await page.getByRole('tab', { name: 'Every cut' }).click();
  await page.getByRole('button', { name: 'Try every cut' }).click();
  await expect(page.getByTestId('sweep')).toContainText('cuts were tried');
});

test('the app after an engine: each call under an app layer, and its half of the way as a case of its own, and back @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const two = `${good}\n<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>`;
  const tools = encodeURIComponent('[{"name": "read_gauge"}]');
  await scope.open(`${link(two, 'vllm:hermes')}&tools=${tools}`);
  const section = page.getByRole('region', { name: 'What your app receives' });
  const entries = section.getByRole('listitem');
  await expect(entries).toHaveText([/read_gauge kept/, /ping kept/]);
  await section.getByRole('combobox', { name: 'App layer' }).selectOption('ai:generate-text');
  await expect(entries).toHaveText([/read_gauge kept/, /ping invalid: /]);
  expect(await findingsOf(page)).toEqual([]);

  await section.getByRole('button', { name: 'Open this response' }).focus();
  await page.keyboard.press('Enter');
  await expect(section).toHaveCount(0);
  await expect(scope.runtime()).toBeFocused();
  await expect(scope.runtime()).toHaveAccessibleName('Server: Vercel AI SDK generateText');
  await scope.answered();
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await expect(section.getByRole('combobox', { name: 'App layer' })).toHaveValue('ai:generate-text');
  expect(scope.complaints).toEqual([]);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('who opens a link sees which version of the parser stopped, and where', async ({ page }) => {
    const scope = new Callscope(page);
    const broken = '{"name": "read_gauge", "arguments": {"dial": "oil",}}';
    await scope.open(link(`<tool_call>\n${broken}\n</tool_call>`, 'vllm:hermes'));
    await expect(scope.verdict).toContainText('expected a double-quoted key, found } (line 2, column 52).');
    await expect(scope.verdict).toBeInViewport({ ratio: 1 });
    await scope.runtime().tap();
    const chosen = page.getByRole('option').filter({ has: page.getByText('now', { exact: true }) });
    await expect(chosen).toContainText(/Version: main of [\d-]+, commit [0-9a-f]{10}\./);
  });
});
