import { expect, test, type Page } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';

const twoTools = `[
  {"name": "read", "description": "Reads.", "schema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}},
  {"name": "fs.write", "description": "Writes.", "schema": {"type": "object", "properties": {}}}
]`;

async function openTools(page: Page, tools: string, editor: 'monaco' | 'plain' = 'plain'): Promise<Callscope> {
  const scope = new Callscope(page);
  await (editor === 'plain' ? scope.open() : scope.openMonaco());
  await scope.door('Prompt');
  if (editor === 'plain') await scope.editor('Tool definitions, as JSON').fill(tools);
  else await scope.paste('Tool definitions, as JSON', tools);
  return scope;
}

function rows(page: Page) {
  return page.getByRole('list', { name: 'Tools that were read' }).getByRole('button', { expanded: false });
}

test('tokens are counted when asked for, and nothing is fetched before @long', async ({ page }) => {
  const scope = await openTools(page, twoTools);
  await expect(rows(page)).toHaveCount(2);
  const sizes = page.getByRole('table', { name: /Size of the prompt/ });
  await expect(sizes.getByRole('row', { name: /Whole/ })).not.toContainText('…');
  expect(scope.requests.filter((url) => url.includes('tokens'))).toEqual([]);
  await page.getByRole('button', { name: 'Count tokens' }).click();
  await expect(page.getByText('Tokens by o200k_base')).toBeVisible();
  // The whole in bytes and tokens, full and compact.
  await expect(sizes.getByRole('row', { name: /^Whole(?: [\d,]+){4}$/ })).toBeVisible();
  await expect(rows(page).first()).toContainText('tokens');
  expect(scope.requests.filter((url) => url.includes('tokens')).length).toBeGreaterThan(0);
  expect(scope.complaints).toEqual([]);
});

test('a tool is added by the form, with the keyboard alone', async ({ page }) => {
  const scope = await openTools(page, twoTools);
  await page.getByRole('button', { name: 'Add tools' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  // Nothing typed: the message is at the field, and the focus comes back to it.
  await page.keyboard.press('Enter');
  await expect(page.getByText('A tool needs a name.')).toBeVisible();
  await page.keyboard.type('read');
  await expect(page.getByText('Another tool has this name.')).toBeVisible();
  await page.keyboard.type('_weather');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Reads the weather.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('unit');
  for (const key of ['Tab', 'Tab', 'Space', 'Tab', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.type('The unit.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('c');
  await page.keyboard.press('Enter');
  await page.keyboard.type('f');
  await expect(page.getByRole('group', { name: 'The tool as JSON' })).toContainText('"enum"');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(scope.notices).toContainText('Added read_weather.');
  const added = page.getByRole('button', { name: /read_weather/ });
  await expect(added).toContainText('0 required, 1 optional');
  await added.click();
  await expect(page.getByRole('group', { name: 'Parameters of read_weather' })).toContainText('"f"');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(added).toHaveCount(0);
});

test('a tool is edited, moved and deleted @long', async ({ page }) => {
  const scope = await openTools(page, twoTools);
  await page.getByRole('button', { name: /^read / }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first().fill('read_file');
  await page.getByRole('button', { name: 'Save the tool' }).click();
  await expect(page.getByRole('group', { name: 'Tool read_file' })).toBeVisible();
  await page.getByRole('button', { name: 'Down' }).click();
  await expect(page.getByRole('list', { name: 'Tools that were read' }).getByRole('listitem').first()).toContainText(
    'fs.write',
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByTestId('tools-count')).toContainText('1 active');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('tools-count')).toContainText('2 active');
  expect(scope.complaints).toEqual([]);
});

test('types of TypeScript and Python become tools, and operations of an OpenAPI document, in YAML too', async ({
  page,
}) => {
  const scope = await openTools(page, twoTools);
  await page.getByRole('button', { name: 'Add tools' }).click();
  await page.getByRole('tab', { name: /Paste/ }).click();
  expect(scope.requests.filter((url) => url.includes('types.worker'))).toEqual([]);
  await page
    .getByRole('textbox', { name: /Tools in JSON/ })
    .fill("/** Sails. */ interface sail { /** Where to. */ port: string }\ninterface read { place?: 'here' }");
  await expect(page.getByText('Read as TypeScript types or functions: 2 tools found.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'The tools as JSON' })).toContainText('"description": "Where to."');
  await page.getByRole('radio', { name: /Keep both/ }).check();
  await page.getByRole('button', { name: 'Add 2 tools' }).click();
  await expect(scope.notices).toContainText('Added 2 tools.');
  await expect(page.getByRole('button', { name: /sail/ })).toContainText('1 required');
  await expect(page.getByRole('button', { name: /read_2/ })).toContainText('1 optional');

  await page.getByRole('button', { name: 'Add tools' }).click();
  await page.getByRole('tab', { name: /Paste/ }).click();
  const field = page.getByRole('textbox', { name: /Tools in JSON/ });
  await field.fill('openapi: 3.0.0\npaths:\n  /pets: {get: {operationId: list_pets}}\n');
  await expect(page.getByText('Read as an OpenAPI document or operation: 1 tool found.')).toBeVisible();
  await field.fill('def ping(host: str, tries: int = 3):\n    """Pings a host."""\n');
  await expect(page.getByText('Read as Python functions or models: 1 tool found.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'The tools as JSON' })).toContainText('"description": "Pings a host."');
  const paths = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `/things/{id}/${String(index)}`,
      { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
    ]),
  );
  await field.fill(JSON.stringify({ openapi: '3.1.0', paths }));
  await expect(page.getByText('30 tools found.')).toBeVisible();
  await page.getByRole('searchbox').fill('/29');
  await page.getByRole('checkbox', { name: /GET \/things\/\{id\}\/29/ }).check();
  await page.getByRole('button', { name: 'Add 1 tool' }).click();
  await expect(page.getByRole('button', { name: /get_things_id_29/ })).toContainText('1 required');
  expect(scope.complaints).toEqual([]);
});

test('the open tool is marked in the JSON and in the prompt; a warning is shown, mended and taken back @long', async ({
  page,
}) => {
  const scope = await openTools(page, twoTools, 'monaco');
  const read = page.getByRole('button', { name: /^read / });
  await read.click();
  for (const label of ['Tool definitions, as JSON', 'Augmented system prompt']) {
    const pane = page.locator('[data-editor="monaco"]', { has: scope.editor(label) });
    await expect(pane.locator('.editor-mark-selected').first()).toBeVisible();
  }
  await read.click();
  const row = page.getByRole('button', { name: /^fs/ });
  await expect(row).toContainText('1 warning');
  await row.click();
  await expect(page.getByRole('list', { name: 'Warnings about fs.write' })).toContainText('namespace');
  await page.getByRole('button', { name: 'Show' }).last().click();
  await page.getByRole('button', { name: 'Rename to fs_write' }).click();
  await expect(row).not.toContainText('warning');
  await expect.poll(() => scope.shownText('Tool definitions, as JSON')).toContain('"fs_write"');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('1 warning');
});

test(
  '300 tools stay usable, and a schema 200 levels deep is listed as far as it goes',
  { tag: '@long' },
  async ({ page }) => {
    const tools = Array.from({ length: 300 }, (_, index) => ({
      name: `tool_${String(index)}`,
      schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
    }));
    const scope = await openTools(page, JSON.stringify(tools), 'monaco');
    await expect(page.getByTestId('tools-count')).toContainText('300 active');
    const last = page.getByRole('button', { name: /tool_299/ });
    await last.click();
    await expect(page.getByRole('group', { name: 'Parameters of tool_299' })).toBeVisible();
    await page.getByRole('button', { name: 'Up' }).click();
    await expect(page.getByRole('group', { name: 'Tool tool_299' })).toBeVisible();

    const schema = `${'{"type":"object","properties":{"p":'.repeat(200)}{"type":"string"}${'}}'.repeat(200)}`;
    await scope.paste('Tool definitions, as JSON', `[{"name":"deep","description":"Deep.","schema":${schema}}]`);
    await page.getByRole('button', { name: /deep/ }).click();
    await expect(page.getByRole('group', { name: 'Parameters of deep' })).toContainText('has parts that are not shown');
    await expect(page.getByText('Listed down to level 6.')).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first()).toHaveValue('deep');
    await page.keyboard.press('Escape');
    expect(scope.complaints).toEqual([]);
  },
);

test('a phone shows the list, the sizes and the dialog without scrolling sideways @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  await scope.editor('Tool definitions, as JSON').fill(twoTools);
  await page.getByRole('button', { name: /^read / }).click();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(390);
  await page.getByRole('button', { name: 'Add tools' }).click();
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  expect(await width()).toBe(390);
  await context.close();
});

test('tools leave the page in another form, which says what it cannot say @long', async ({ page }) => {
  const scope = await openTools(page, twoTools);
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Write the tools in another form').selectOption('Export…');
  const dialog = page.getByRole('dialog', { name: 'Export the tools' });
  await dialog.getByLabel('Form', { exact: true }).selectOption('Zod schemas');
  await expect(dialog.getByRole('group', { name: 'The tools as Zod schemas' })).toContainText(
    'export const read = z.object({',
  );
  await expect(dialog.getByRole('status')).toContainText('fs.write is named fs_write here.');
  await dialog.getByLabel('Form', { exact: true }).selectOption('OpenAPI 3.1, YAML');
  await expect(dialog.getByRole('group')).toContainText('operationId: read');
  await dialog.getByLabel('Form', { exact: true }).selectOption('Anthropic');
  await expect(dialog.getByRole('status')).toHaveText('Read back, it gives the same tools.');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download tools.json' }).click();
  expect((await download).suggestedFilename()).toBe('tools.json');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});
