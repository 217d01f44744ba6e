import { expect, test } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';

test('a first visit: the edit of the worked example makes it pass; a pasted provider response is taken apart, and back', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await expect(scope.verdict).toContainText('No call.');
  await expect(scope.verdict).toContainText('indented');
  await page.getByRole('button', { name: 'Remove the indentation' }).first().click();
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await expect(scope.cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.verdict).toContainText('No call.');

  const response = JSON.stringify({
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [
            { id: 'call_9', type: 'function', function: { name: 'read_gauge', arguments: '{"dial":"steam"}' } },
          ],
        },
      },
    ],
  });
  await scope.paste('Reply text', response);
  await expect(scope.notices.first()).toContainText('Recognised: an OpenAI chat completion.');
  await expect(scope.verdict).toContainText('The server returned a call to read_gauge.');
  await expect(scope.verdict).toHaveAttribute('data-tone', 'good');
  await expect(scope.cards.first()).toContainText('call_9');
  await page.getByRole('button', { name: 'Undo' }).click();
  // As text, the runtime's raw tier finds the inner object by itself.
  await expect(scope.verdict).toContainText('Parser: Raw JSON.');
  expect(scope.complaints).toEqual([]);
});

test('step through the cascade by keyboard alone, then paste a reply and read the result @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.ladder.focus();
  await page.keyboard.press('ArrowDown');
  await expect(scope.currentStep()).toContainText('tool_calls');
  await page.keyboard.press('ArrowDown');
  await expect(scope.currentStep()).toContainText('native_tool_calls: false');
  await expect(page.getByTestId('step-sentence')).toContainText('native_tool_calls');
  await page.keyboard.press('End');
  await expect(scope.currentStep()).toContainText('Skipped');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(scope.currentStep()).toContainText('tool_calls');
  await page.keyboard.press('Escape');
  await expect(scope.currentStep()).toHaveCount(0);

  await scope.write(
    'Reply text',
    `Checking.\n${fence(oilCall)}\n${fence('{"name": "nobody_knows", "arguments": {}}')}`,
  );
  await expect(scope.verdict).toContainText('2 calls: read_gauge, nobody_knows.');
  await expect(scope.cards.first()).toContainText('fits its schema');
  await expect(scope.cards.nth(1)).toContainText('not among the tools');
});

test('by keyboard alone, from opening the page to a link that somebody else opens', async ({ page, context }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await page.waitForLoadState('load');
  // To the reply and its text.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(scope.editor('Reply text')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(`Here:\n${fence(oilCall)}`);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  // Out of the editor, which Tab leaves, and on to the steps.
  for (
    let press = 0;
    press < 30 && !(await scope.ladder.evaluate((list) => list === document.activeElement));
    press += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(scope.currentStep()).toHaveCount(1);
  const step = await scope.currentStep().textContent();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toBeVisible();
  const copy = dialog.getByRole('button', { name: 'Copy link' });
  await expect(copy).toBeEnabled();
  for (let press = 0; press < 30 && !(await copy.evaluate((button) => button === document.activeElement)); press += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: '✓ Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = new Callscope(await context.newPage());
  await other.stayPlain();
  await other.page.goto(link);
  await expect(other.verdict).toContainText('1 call: read_gauge.');
  await expect(other.currentStep()).toHaveText(step ?? '');
  expect(scope.complaints).toEqual([]);
});

test('a click in the text lands on its step, and an edited schema changes the preview and the validation', async ({
  page,
}) => {
  // Monaco draws only the lines that fit, and the tools stand at the end of the preview.
  await page.setViewportSize({ width: 1440, height: 1200 });
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await scope.write('Reply text', fence(oilCall));
  await expect(scope.cards.first()).toContainText('fits its schema');
  await page.locator('.view-line', { hasText: 'read_gauge' }).getByText('read_gauge').click();
  await expect(scope.currentStep()).toContainText('read_gauge');
  await scope.door('Prompt');
  await scope.monacoReady();
  await scope.write(
    'Tool definitions, as JSON',
    '[{"name": "read_gauge", "description": "Reads.", "schema": {"type": "object", "properties": {"dial": {"const": "steam"}}, "required": ["unit"]}}]',
  );
  await expect(page.getByRole('textbox', { name: 'Augmented system prompt' })).toBeVisible();
  await expect.poll(() => scope.shownText('Augmented system prompt')).toContain('"required":["unit"]');
  await page.getByRole('button', { name: 'Compact', exact: true }).click();
  await expect.poll(() => scope.shownText('Augmented system prompt')).toContain('- read_gauge(dial?: object) — Reads.');
  await scope.door('Debug');
  await expect(scope.cards.first()).toContainText('2 against the schema');
});

test('a setting that no gate asks for stays while it is set back, and goes with its runtime @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open('#in=Hello.&runtime=auto&caps=native_tool_calls:true');
  const setting = await scope.setting('native_tool_calls');
  await expect(setting).toHaveValue('true');
  await setting.focus();
  await setting.selectOption('absent');
  await scope.answered();
  await expect(setting).toBeFocused();
  await scope.chooseRuntime('exathena');
  await expect(setting).toBeVisible();
  await scope.chooseRuntime('any format');
  await expect(setting).toHaveCount(0);
});

test('a reply that may call an undeclared tool asks, and declares it with one click', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await scope.arrive();
  const reply = 'I look it up.\n\n<tide_lookup>\n<harbour>Brest</harbour>\n<days>2</days>\n</tide_lookup>';
  await page.getByRole('textbox').first().fill(reply);
  await scope.answered();
  await expect(scope.verdict).toContainText('This looks like a call to tide_lookup, but no tool is declared');
  await page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Declare this tool' }).click();
  await expect(scope.verdict).toContainText('1 call: tide_lookup.');
  await expect(scope.cards).toContainText(['harbour']);
  await expect(page.getByRole('button', { name: 'Declare this tool' })).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('broken tool JSON keeps the last valid tools active and names the place @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  await expect(page.getByTestId('tools-count')).toContainText('2 active');
  await scope.editor('Tool definitions, as JSON').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' {"name": "half');
  await expect(page.getByTestId('tools-count')).toContainText('2 active, 1 problem');
  await expect(page.getByRole('list', { name: 'Problems in the tools' })).toContainText(/line|position|column|ends/);
});

test('share, open in a new browser, and see the same screen; an expectation that no longer holds is said', async ({
  page,
  browser,
}) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', `Größe 🔧\n${fence(oilCall)}`);
  await expect(scope.verdict).toContainText('1 call');
  await (await scope.setting('native_tool_calls')).selectOption('true');
  await scope.answered();
  await page.getByRole('button', { name: /^I expected (?:a|this) call$/ }).click();
  await page.getByRole('button', { name: 'Expect these calls' }).click();
  await expect(scope.verdict).toContainText('As expected.');
  await scope.ladder.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowDown');
  const chosen = await scope.currentStep().innerText();
  const link = await scope.link();

  const other = await browser.newContext();
  const there = new Callscope(await other.newPage());
  await there.stayPlain();
  await there.page.goto(link);
  await there.answered();
  await expect(there.verdict).toContainText('As expected. 1 call: read_gauge.');
  await expect(there.currentStep()).toHaveText(chosen);
  await expect(there.notices.filter({ hasText: 'As expected: ExAthena 0.4.6 returns read_gauge(' })).toBeVisible();
  await expect(await there.setting('native_tool_calls')).toHaveValue('true');

  await scope.chooseRuntime('exathena 0.19');
  await scope.write('Reply text', `Größe 🔧\n${fence(oilCall.replace('oil', 'water'))}`);
  await expect(scope.verdict).toContainText('dial is "water", not "oil".');
  const broken = await scope.link();
  const later = new Callscope(await other.newPage());
  await later.stayPlain();
  await later.page.goto(broken);
  await expect(later.notices.filter({ hasText: 'dial is "water", not "oil".' })).toBeVisible();
  await other.close();
});

test('a link shows its calls before Monaco has loaded', async ({ page }) => {
  const scope = new Callscope(page);
  await page.route(/editor\.api|monaco/, (route) => route.abort());
  await scope.openMonaco(`#in=${encodeURIComponent(fence(oilCall))}`);
  await expect(scope.cards).toHaveCount(1);
  await expect(page.locator('[data-editor="monaco"]')).toHaveCount(0);
});

test('a damaged link says so and leaves the work alone', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', 'My own work');
  await expect(scope.verdict).toContainText('No call');
  const link = await scope.link();
  const hash = link.slice(link.indexOf('#'));
  for (const damaged of [hash.slice(0, -9), hash.slice(0, 30) + 'A' + hash.slice(31), hash.replace('#1.', '#7.')]) {
    await page.evaluate((value) => {
      location.hash = value;
    }, damaged);
    await expect(scope.notices.filter({ hasText: 'Your own work is untouched.' })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss this message' }).first().click();
  }
  await page.goto('about:blank');
  await page.goto(`./${hash.slice(0, -9)}`);
  await scope.answered();
  await expect(scope.notices.filter({ hasText: 'untouched' })).toBeVisible();
  await expect(page.locator('.reply')).toContainText('My own work');
});

test('work survives a reload, and opening a link can be taken back', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', `kept ${fence(oilCall)}`);
  await expect(scope.verdict).toContainText('1 call');
  await page.reload();
  await scope.answered();
  await expect(page.locator('.reply')).toContainText('kept');
  await expect(scope.verdict).toContainText('1 call');
  await page.evaluate(() => {
    location.hash = '#in=No%20call.&runtime=exathena';
  });
  await expect(scope.verdict).toContainText('No call');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(page.locator('.reply')).toContainText('kept');
  // Such a page asks for no editor either.
  expect(scope.requests.filter((url) => url.includes('monaco'))).toEqual([]);
});

test('nothing is asked of any other host, and nothing at all once the page is loaded', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await scope.door('Prompt');
  await scope.monacoReady();
  await scope.door('Debug');
  await scope.quiet();
  const own = new URL(page.url()).origin;
  expect(scope.requests.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))).toEqual([]);
  const before = scope.requests.length;
  await scope.write('Reply text', fence('{"name": "a", "arguments": {"u": "https://example.com/x.png"}}'));
  await expect(scope.verdict).toContainText('1 call');
  await scope.ladder.focus();
  await page.keyboard.press('End');
  expect(scope.requests.slice(before)).toEqual([]);
  expect(scope.complaints).toEqual([]);
});

test('on a phone no view makes the page itself scroll', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  await scope.open();
  for (const view of ['Text and steps', 'Compare', 'Prompt'] as const) {
    await scope.view(view);
    await expect(scope.page.getByRole('main').getByRole('button').first()).toBeVisible();
    await scope.painted();
    const beyond = await scope.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(beyond, view).toBe(0);
  }
  await context.close();
});
