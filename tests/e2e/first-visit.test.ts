import { expect, test, type Locator } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const unnamed = `#in=${encodeURIComponent(fence(oilCall))}`;
const linked = `${unnamed}&runtime=exathena`;

test('by keyboard alone: project, parser, and the answer is remembered', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await scope.arrive();
  await scope.write('Reply text', 'Hello.');
  await expect(scope.runtime()).toHaveText(/Any format/);
  const project = scope.question.getByRole('button', { name: 'vLLM', exact: true });
  await project.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'vLLM' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Server', exact: true })).toBeFocused();
  // Only the runtimes of the project are listed, and one format alone is none.
  await page.keyboard.type('generic');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No server matches.');
  await page.keyboard.press('Escape');
  await expect(project).toBeFocused();

  // Closed and opened again before the element says that it is closed.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').evaluate(async (dialog: HTMLDialogElement) => {
    dialog.requestClose();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'vLLM')?.click();
  });
  // Long enough for it to say so.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(page.getByRole('dialog', { name: 'vLLM' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(project).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Server', exact: true })).toBeFocused();
  await page.keyboard.type('hermes');
  await page.keyboard.press('Enter');
  await expect(scope.question).toHaveCount(0);
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await expect(scope.runtime()).toBeFocused();
  await scope.write('Reply text', fence(oilCall));
  await expect(scope.verdict).toContainText('vLLM hermes does not support that format');

  await scope.saved('"ownRuntime":"vllm:hermes"');
  await page.reload();
  await scope.answered();
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await expect(scope.question).toHaveCount(0);

  // Another runtime for this reply changes nothing for new pages; one click in the list does.
  await scope.chooseRuntime('sglang qwen25');
  await scope.runtime().click();
  const own = page.getByRole('dialog').getByRole('button', { name: /new pages with/ });
  await expect(own).toHaveText('Start new pages with SGLang qwen25');
  await own.click();
  await expect(page.getByRole('dialog').getByRole('button', { pressed: true })).toBeFocused();
  await scope.saved('"ownRuntime":"sglang:qwen25"');
  expect(scope.complaints).toEqual([]);
});

/** From the first question to the report for an issue; `press` is how a control is used, by keys or by touch. */
async function reportFirstVisit(
  scope: Callscope,
  ask: (question: Locator) => Locator,
  words: string,
  press: (control: Locator) => Promise<void>,
): Promise<void> {
  const { page } = scope;
  const reply = `I will look.\n<tool_call>\n${oilCall.replace('}}', ',}}')}\n</tool_call>\nDone.`;
  await scope.arrive();
  await press(scope.editor('Reply text'));
  await page.keyboard.insertText(reply);
  await press(ask(scope.question));
  await expect(page.getByRole('combobox', { name: 'Server', exact: true })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(scope.question).toHaveCount(0);
  await expect(scope.verdict).toContainText('vLLM hermes returns the whole reply as text.');

  expect(await findingsOf(page)).toEqual([]);
  // The drawers are one stop of the Tab key.
  await page.getByRole('button', { name: 'All servers' }).press('Enter');
  await expect(page.getByText(/^\d+ parsers$/)).toBeVisible();
  await press(page.getByRole('searchbox', { name: 'Server, flag or format' }));
  await page.keyboard.type('sglang qwen25');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'qwen25' }) });
  await expect(row).toContainText('text is lost');
  expect(await findingsOf(page)).toEqual([]);
  await press(row.getByRole('button', { name: /^line 2, column 1$/ }));
  await expect(page.getByTestId('verdict-right')).toContainText('SGLang qwen25');
  await scope.answered();

  await press(page.getByRole('button', { name: 'Share', exact: true }));
  const report = page.getByRole('dialog').getByRole('radio', { name: 'Issue report' });
  await report.focus();
  await page.keyboard.press('Space');
  const preview = page.getByRole('dialog').getByRole('textbox', { name: 'Issue report' });
  await expect(preview).toHaveValue(/vLLM/);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Copy full report' }));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await preview.inputValue());
  expect(scope.complaints).toEqual([]);
}

test('from the question to the copied report by keyboard alone @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  const ask = (question: Locator): Locator => question.getByRole('button', { name: 'vLLM', exact: true });
  await reportFirstVisit(scope, ask, 'hermes', async (control) => {
    await scope.tabTo(control);
    if ((await control.getAttribute('type')) === 'button') await page.keyboard.press('Enter');
  });
});

test('from the question to the copied report on a phone @long', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const ask = (question: Locator): Locator => question.getByRole('button', { name: 'Choose…' });
  await reportFirstVisit(new Callscope(await context.newPage()), ask, 'vllm hermes', (control) => control.tap());
  await context.close();
});

test('on a phone, by touch: the question comes with the answer, and has no findings @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  const { page } = scope;
  await scope.arrive();
  // Nobody has to answer before they paste.
  await expect(scope.question).toHaveCount(0);
  expect(await findingsOf(page)).toEqual([]);
  await scope.write('Reply text', fence(oilCall));
  await scope.answered();
  await expect(scope.question).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);

  await scope.question.getByRole('button', { name: 'Choose…' }).tap();
  await page.getByRole('combobox', { name: 'Server', exact: true }).fill('exathena');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /ExAthena 0\.4\.6/ })
    .tap();
  await expect(scope.question).toHaveCount(0);
  await expect(scope.runtime()).toBeFocused();
  await scope.saved('"ownRuntime":"exathena"');
  await page.reload();
  await scope.answered();
  await expect(scope.question).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
  await context.close();
});

test('who does not know is read by every format, and is not asked again @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.arrive();
  await scope.write('Reply text', 'Hello.');
  await scope.question.getByRole('button', { name: 'I don’t know' }).click();
  await expect(scope.question).toHaveCount(0);
  await expect(scope.runtime()).toHaveText(/Any format/);
  await expect(scope.runtime()).toBeFocused();
  await scope.saved('"ownRuntime":"auto"');
  await page.reload();
  await scope.answered();
  await expect(scope.question).toHaveCount(0);
});

test('a link that names its server never asks, and one that names none asks as a paste does', async ({ page }) => {
  const scope = new Callscope(page);
  await page.goto(`./${linked}`);
  await scope.answered();
  await expect(scope.runtime()).toHaveText(/ExAthena 0\.4\.6/);
  await expect(scope.question).toHaveCount(0);
  await page.goto(`./?embed${linked}`);
  await expect(page.getByText('read_gauge').first()).toBeVisible();
  await expect(page.getByText('What runs your model?')).toHaveCount(0);
  await page.goto(`./${unnamed}`);
  await scope.answered();
  await expect(scope.runtime()).toHaveText(/Any format/);
  await expect(scope.question).toBeVisible();
});

for (const [what, pasted] of [
  [
    'a provider',
    '{"error":{"message":"Failed to call a function. Please adjust your prompt. See \'failed_generation\' for more details.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"<read_tide port=Kiel>"}}',
  ],
  [
    'an error about the history',
    'Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1, column 9',
  ],
  [
    'a server whose code is closed',
    JSON.stringify({
      id: 'chatcmpl-q0r1s2t3u4v5w6x7y8z9',
      model: 'qwen3-8b',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '<tool_call>\n{"name": "ring", "arguments": {}}\n</tool_call>' },
        },
      ],
      stats: {},
      system_fingerprint: 'qwen3-8b',
    }),
  ],
] as const)
  test(`nobody is asked what runs the model under ${what} @long`, async ({ page }) => {
    const scope = new Callscope(page);
    await scope.arrive();
    await page.locator('.arrival textarea').fill(pasted);
    await expect(page.getByText(/ returned (an error|no call)\./).first()).toBeVisible();
    await expect(scope.question).toHaveCount(0);
  });

test('a link that is opened over the question ends it @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.arrive();
  await scope.write('Reply text', 'Hello.');
  await expect(scope.question).toBeVisible();
  await page.evaluate((hash) => (location.hash = hash), linked);
  await expect(scope.runtime()).toHaveText(/ExAthena 0\.4\.6/);
  await expect(scope.question).toHaveCount(0);
});
