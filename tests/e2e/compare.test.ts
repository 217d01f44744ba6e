import { expect, test } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';

const tagged = `Let me look.\n<tool_call>\n${oilCall}\n</tool_call>`;
const tools =
  '[{"name": "read_gauge", "description": "Read one gauge.", "schema": {"type": "object", "properties": {}}}]';

function prefill(fields: Record<string, string>): string {
  return `#${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}

test('two runtimes: lands where they part ways, moves between differences, and the link says it again', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(prefill({ in: tagged }));
  await scope.drawer('Compare');
  const sentence = 'Same result: both sides return the same call. Some steps differ.';
  await expect(scope.difference).toHaveText(sentence);
  const current = scope.compared.getByRole('option', { selected: true });
  await expect(current).toContainText('Does the text contain <tool_call>?');
  await expect(current).toBeInViewport();
  await expect(page.getByTestId('verdict-left')).toContainText('Raw JSON');
  await expect(page.getByTestId('verdict-right')).toContainText('<tool_call> tag');
  // The excerpt of the side that asks shows what it found; the other side has nothing to show.
  await expect(page.getByRole('region', { name: 'Right excerpt' }).locator('mark')).toHaveText('<tool_call>');
  await expect(page.getByRole('region', { name: 'Left excerpt' })).toContainText('No step of this side');

  await expect(page.getByTestId('difference-count')).toHaveText(/^\d+ steps differ, in 3 places$/);
  await page.getByRole('button', { name: 'Next difference' }).click();
  await expect(current).not.toContainText('Does the text contain <tool_call>?');
  await page.getByRole('button', { name: 'Previous difference' }).click();
  await expect(current).toContainText('Does the text contain <tool_call>?');

  await page.getByRole('combobox', { name: 'Right: native_tool_calls' }).selectOption('false');
  await expect(page.getByRole('list', { name: 'Gates that flip' })).toContainText('native-denied');
  const link = await scope.link();
  const other = new Callscope(await page.context().newPage());
  await other.open(new URL(link).hash);
  await expect(other.page.getByRole('combobox', { name: 'Right: native_tool_calls' })).toHaveValue('false');
  await expect(other.difference).toHaveText((await scope.difference.textContent()) ?? '');

  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(scope.runtime('Left')).toHaveText(/ExAthena 0.19/);
  await expect(scope.runtime('Right')).toHaveText(/ExAthena 0.4.6/);
  expect(scope.complaints).toEqual([]);
  expect(other.complaints).toEqual([]);
});

test('ExAthena and ChatCLI on one reply: lands on the first step where they part ways @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.example('A trailing comma: refused or repaired');
  await expect(scope.difference).toContainText('ExAthena 0.4.6 asks: Does the provider say native_tool_calls: false?');
  await expect(scope.difference).toContainText('ChatCLI 1.188 does not ask this.');
  await expect(scope.compared.getByRole('option', { selected: true })).toContainText('Does the provider say');
  await expect(page.getByTestId('verdict-right')).toContainText('2 calls');
});

test('a step of the right side opens in the main view with its settings, and that can be taken back @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(prefill({ in: tagged }));
  await scope.drawer('Compare');
  await expect(scope.compared).toBeVisible();
  const excerpt = page.getByRole('region', { name: 'Right excerpt' });
  const number = /^Step (\d+), /.exec((await excerpt.innerText()).trim())?.[1] ?? '';
  await excerpt.getByRole('button', { name: 'Open in Debug' }).click();
  await expect(scope.currentStep()).toContainText('Does the text contain <tool_call>?');
  await expect(page.getByText(`step ${number} of `)).toBeVisible();
  await expect(scope.runtime()).toHaveText(/ExAthena 0.19/);
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.runtime('Left')).toHaveText(/ExAthena 0.4.6/);
});

test('two texts: the gate that flips is named first, calls are told apart, a later visit has both @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(prefill({ in: 'No call here.' }));
  await scope.drawer('Compare');
  await page.getByRole('button', { name: 'Texts', exact: true }).click();
  await expect(scope.difference).toContainText('Same result');
  await scope.write('Right text', fence(oilCall));
  await expect(scope.difference).toHaveText(
    'Does the text contain ~~~tool_call? The left text: No. The right text: Yes (line 1, column 1).',
  );
  await page.getByRole('button', { name: 'Gate flips: contains-fence no → yes' }).click();
  await expect(scope.compared.getByRole('option', { selected: true })).toContainText('~~~tool_call');
  await expect(page.getByRole('list', { name: 'Right: calls' })).toContainText('only here');
  await scope.saved('~~~tool_call');
  const later = new Callscope(await page.context().newPage());
  await later.open();
  await expect(later.editor('Right text')).toHaveValue(fence(oilCall));
  await expect(later.difference).toContainText('The right text: Yes');
  expect(scope.complaints).toEqual([]);
});

test('equal steps are folded and open on demand @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefill({ in: Array.from({ length: 60 }, () => fence(oilCall)).join('\n') }));
  await scope.drawer('Compare');
  const fold = scope.compared.getByRole('option', { name: /… \d+ equal steps/ });
  await expect(fold.first()).toBeVisible();
  const before = await scope.compared.getByRole('option').count();
  await fold.last().click();
  await expect.poll(() => scope.compared.getByRole('option').count()).toBeGreaterThan(before);
});

test('prompts: full against compact, and before against now @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco(prefill({ in: tagged, tools }));
  await scope.drawer('Compare');
  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  const diff = page.locator('[data-diff="monaco"]');
  await expect(diff).toBeVisible();
  await expect(diff).toContainText('Schema:');
  await page.getByRole('button', { name: 'Before and now' }).click();
  await expect(page.getByText('The two are equal.')).toBeVisible();
  await page.getByRole('button', { name: 'Open the prompt' }).click();
  await scope.monacoReady();
  await scope.paste('Tool definitions', tools.replace('Read one gauge.', 'Read a dial.'));
  await expect(page.getByTestId('tools-count')).toContainText('1 active');
  await scope.drawer('Compare');
  await page.getByRole('button', { name: 'Prompts', exact: true }).click();
  await page.getByRole('button', { name: 'Before and now' }).click();
  await expect(diff).toContainText('Read one gauge.');
  await expect(diff).toContainText('Read a dial.');
  await page.getByRole('button', { name: 'Remember as before' }).click();
  await expect(page.getByText('The two are equal.')).toBeVisible();
  expect(scope.complaints).toEqual([]);
});

test('by keyboard alone @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefill({ in: tagged }));
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  const current = scope.compared.getByRole('option', { selected: true });
  await expect(current).toContainText('Does the text contain <tool_call>?');
  await page.keyboard.press('p');
  await expect(current).toContainText('self_contained_tools');
  await page.keyboard.press('n');
  await expect(current).toContainText('Does the text contain <tool_call>?');
  await scope.compared.focus();
  await page.keyboard.press('ArrowDown');
  await expect(current).toContainText('<tool_call> tag');
  await page.keyboard.press('ArrowDown');
  await expect(current).toContainText('Opens with <tool_call>');
  await page.keyboard.press('Home');
  await expect(current).toContainText('self_contained_tools');
  await page.keyboard.press('n');
  await expect(current).toContainText('Does the text contain <tool_call>?');
  await page.keyboard.press('Enter');
  await expect(scope.currentStep()).toContainText('Does the text contain <tool_call>?');
});

test('on a phone one side is in front, and prompts are a list of lines @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  await scope.open(prefill({ in: tagged, tools }));
  await scope.drawer('Compare');
  await expect(scope.page.getByTestId('verdict-left')).toBeVisible();
  await expect(scope.page.getByTestId('verdict-right')).toBeHidden();
  await scope.page.getByRole('group', { name: 'Side in front' }).getByRole('button', { name: 'Right' }).tap();
  await expect(scope.page.getByTestId('verdict-right')).toBeVisible();
  await expect(scope.page.getByTestId('verdict-left')).toBeHidden();
  const width = await scope.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await scope.page.getByRole('button', { name: 'Prompts', exact: true }).tap();
  const lines = scope.page.getByRole('group', { name: 'The full and the compact prompt' });
  await expect(lines).toContainText('removed:');
  await expect(lines).toContainText('equal lines');
  await context.close();
});
