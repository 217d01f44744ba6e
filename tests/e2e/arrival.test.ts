import { expect, test, type Page } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const hermes = 'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Malmö", "days": 2}}\n</tool_call>';
const harmony =
  '<|channel|>analysis<|message|>The user asks for the weather.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Malmö"}<|call|>';
const log = [
  { role: 'assistant', content: '' },
  { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '' } }] },
  { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
  { tool_calls: [{ index: 0, function: { arguments: '"Malmö"}' } }] },
]
  .map((delta) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`)
  .concat(
    'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n',
  )
  .join('');

/** What the verdict says of a paste: of a log it speaks of the server. */
function saidOf(pasted: string): string {
  return pasted === log ? 'The server returned a call to get_weather.' : '1 call: get_weather.';
}

/** A paste event on what has the focus, which is nothing where nobody clicked anything. */
async function pasteOnPage(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}

/** Starts with an empty page by its command, the code of which comes after the page. */
async function emptyPage(page: Page): Promise<void> {
  const words = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expect(async () => {
    await page.keyboard.press('Control+K');
    await expect(words).toBeFocused({ timeout: 1000 });
  }).toPass();
  await words.fill('empty page');
  await page.keyboard.press('Enter');
}

test('an empty page says what it is and where to paste; one paste leads to the verdict', async ({ page }) => {
  const scope = new Callscope(page);
  for (const reply of [hermes, harmony, log]) {
    await page.goto('about:blank');
    await page.goto('./');
    await page.evaluate((text) => navigator.clipboard.writeText(text), reply);
    await expect(scope.arrival.getByRole('heading').first()).toContainText('My model prints the tool call');
    await expect(scope.editor('Reply text')).toBeFocused();
    await expect(page.getByText('It stays in your browser.')).toBeVisible();
    await expect(scope.verdict).toHaveCount(0);
    await expect(scope.ladder).toHaveCount(0);
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press('Control+V');
    await expect(scope.verdict).toContainText(saidOf(reply));
    await expect(scope.arrival).toHaveCount(0);
    // From there Tab leads to the server and to the fix.
    await expect(page.getByRole('region', { name: 'Answer' })).toBeFocused();
    // Nothing of a worked example is left to be declared.
    await expect(scope.cards.first()).toContainText('No tools are declared');
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      // What is saved on the way out would be there again.
      Storage.prototype.setItem = () => undefined;
    });
  }
  expect(scope.complaints).toEqual([]);
});

test('on a phone one button pastes, and the answer has the focus, not the keyboard', async ({ browser }) => {
  for (const reply of [hermes, harmony, log]) {
    const context = await browser.newContext({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
    const scope = new Callscope(await context.newPage());
    await scope.arrive();
    await scope.page.evaluate((text) => navigator.clipboard.writeText(text), reply);
    expect(await findingsOf(scope.page)).toEqual([]);
    await scope.page.getByRole('button', { name: 'Paste reply' }).tap();
    await expect(scope.verdict).toContainText(saidOf(reply));
    await expect(scope.verdict).toBeInViewport();
    await expect(scope.page.getByRole('region', { name: 'Answer' })).toBeFocused();
    expect(scope.complaints).toEqual([]);
    await context.close();
  }
});

test('what is typed goes on in the editor, and what was pasted is there after a reload', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await scope.arrive();
  await page.keyboard.type('Hello there.', { delay: 20 });
  await expect(scope.editor('Reply text')).toHaveValue('Hello there.');
  await scope.saved('Hello there.');
  await page.reload();
  await expect(scope.editor('Reply text')).toHaveValue('Hello there.');
  await expect(scope.arrival).toHaveCount(0);
});

test('what is typed into an emptied page goes on in Monaco as well @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await emptyPage(page);
  await expect(scope.arrival).toBeVisible();
  await scope.editor('Reply text').focus();
  await page.keyboard.type('Hello there.', { delay: 20 });
  await expect.poll(() => scope.shownText('Reply text')).toBe('Hello there.');
});

test('each example opens with its verdict; a reply pasted over it takes nothing of it along @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  for (const [label, verdict] of [
    ['Qwen', 'vLLM hermes returns the whole reply as text.'],
    ['gpt-oss', '1 call: read_gauge. SGLang gpt-oss returns it.'],
    ['DeepSeek', 'vLLM deepseek_v3 returns 22 characters'],
    ['Stream log', 'The server returned a call to read_gauge.'],
  ] as const) {
    await scope.arrive();
    await scope.arrival.getByRole('button', { name: label }).click();
    await expect(scope.verdict).toContainText(verdict);
    await expect(page.getByRole('region', { name: 'Answer' })).toBeFocused();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      Storage.prototype.setItem = () => undefined;
    });
    await page.goto('about:blank');
  }
  await scope.arrive();
  await scope.arrival.getByRole('button', { name: 'Qwen' }).click();
  await expect(scope.verdict).toContainText('vLLM hermes');
  await pasteOnPage(page, hermes);
  await expect(scope.verdict).toContainText('1 call: get_weather.');
  await expect(scope.runtime()).toHaveText(/Any format/);
  await expect(scope.cards.first()).toContainText('No tools are declared');
  await scope.notices
    .filter({ hasText: 'Your reply replaced the example.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await expect(scope.cards.first()).toContainText('not among the tools');
  expect(scope.complaints).toEqual([]);
});

test('a paste outside of every field replaces the reply, in every view, and can be taken back', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent('My own words.')}`);
  await scope.write('Reply text', 'My own words, and more of them.');
  await scope.door('Learn');
  await pasteOnPage(page, fence(oilCall));
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await scope.door('Debug');
  await expect(scope.editor('Reply text')).toHaveValue('My own words, and more of them.');
  // In a field it goes where the caret is, and in a dialog nowhere else.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
  await pasteOnPage(page, fence(oilCall));
  await page.keyboard.press('Escape');
  await expect(scope.editor('Reply text')).toHaveValue('My own words, and more of them.');
});

test('a damaged link shows its error above the place to paste @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.arrive('#1.abcdef.AAAA');
  await expect(scope.notices).toHaveCount(1);
  await expect(scope.notices).toContainText('Ask for the link again, or paste the reply here.');
  await expect(scope.verdict).toHaveCount(0);
  expect(await findingsOf(page)).toEqual([]);
});

test('an emptied reply shows no cascade, and an empty page says again what it is @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.editor('Reply text').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(scope.verdict).toContainText('Nothing to read yet.');
  await expect(scope.ladder).toHaveCount(0);
  await expect(page.getByText('There is no reply to read. Paste one, and its steps appear here.')).toBeVisible();
  await expect(scope.editor('Reply text')).toBeFocused();
  await page.keyboard.press('Control+Z');
  await expect(scope.verdict).toContainText('No call.');
  await page.keyboard.type('Mine. ');
  await emptyPage(page);
  await expect(scope.arrival).toBeVisible();
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(scope.verdict).toContainText('No call.');
});

test('tools are declared from the calls that were found, and that can be undone @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(hermes + hermes.replace('2}', '2.5, "unit": "C"}'))}&runtime=auto`);
  await expect(scope.verdict).toContainText('2 calls');
  await page.getByRole('button', { name: 'Declare this tool' }).click();
  await expect(scope.cards.first()).toContainText('fits its schema');
  await expect(page.getByRole('heading', { name: 'Calls', exact: true })).toBeFocused();
  await scope.door('Prompt');
  const tools = JSON.parse(await scope.editor('Tool definitions, as JSON').inputValue()) as unknown;
  expect(tools).toMatchObject([
    {
      type: 'function',
      function: {
        name: 'get_weather',
        parameters: {
          properties: { city: { type: 'string' }, days: { type: 'number' }, unit: { type: 'string' } },
          required: ['city', 'days'],
        },
      },
    },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.editor('Tool definitions, as JSON')).toHaveValue('');
});

test('in a low window, as with a zoom of 200 %, the answer to a paste begins at its top', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 720, height: 450 });
  const scope = new Callscope(page);
  await page.goto('./');
  await expect(scope.arrival.getByRole('textbox', { name: 'Reply text' })).toBeFocused();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${'An answer of some length.\n'.repeat(30)}${hermes}`,
  );
  await page.keyboard.press('Control+V');
  await expect(scope.verdict).toContainText('1 call');
  await scope.answered();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(scope.verdict).toBeInViewport({ ratio: 1 });
});

test('a double click on a button opens its dialog, and does not close it again', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(hermes)}&runtime=auto`);
  for (const [button, dialog] of [
    ['Share', 'Share'],
    ['History', 'History'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).dblclick();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
