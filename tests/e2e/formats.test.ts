import { expect, test } from '@playwright/test';
import { formatList } from '../../src/core/formats/list.ts';
import { Callscope } from './callscope.ts';

const ferry = '{"name": "find_ferry", "arguments": {"port": "Malmö"}}';
const hermes = `Looking.\n<tool_call>\n${ferry}\n</tool_call>\nI will wait.`;
const note =
  '<tool_call>\n<function=write_note>\n<parameter=body>\nnull\n</parameter>\n<parameter=pin>\nyes\n</parameter>\n</function>\n</tool_call>';
const noteTool = '[{"name": "write_note", "schema": {"type": "object", "properties": {"body": {"type": "string"}}}}]';

function prefilled(text: string): string {
  return `#in=${encodeURIComponent(text)}`;
}

test('one format is chosen by keyboard, is in the link, and can be a side of a comparison @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefilled(hermes));
  await scope.chooseRuntime('one format');
  await expect(page.getByRole('combobox', { name: 'Format' })).toBeFocused();
  await expect(page.getByRole('status').getByText(`${String(formatList.length)} formats`)).toBeVisible();
  await page.keyboard.type('hermes');
  await expect(page.getByRole('option', { name: /^hermes/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(scope.runtime()).toHaveText(/format:hermes/);
  await scope.answered();
  await expect(scope.verdict).toContainText('1 call: find_ferry');
  const link = await scope.link();
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.runtime()).toHaveText(/ExAthena 0.4.6/);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(scope.runtime()).toHaveText(/format:hermes/);
  await scope.drawer('Compare');
  await scope.chooseRuntime('one format', 'Right');
  await expect(page.getByRole('combobox', { name: 'Format' })).toBeFocused();
  await page.keyboard.type('xlam');
  await expect(page.getByRole('option', { name: /^xlam/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(scope.runtime('Right')).toHaveText(/format:xlam/);
  expect(scope.complaints).toEqual([]);
});

test('the page of a format can be linked to, and opens its examples @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefilled(hermes));
  await scope.learn('Formats');
  await page.getByRole('searchbox', { name: 'Search the formats' }).fill('step3p5');
  const list = page.getByRole('region', { name: 'All formats' });
  await expect(list.getByRole('status')).toHaveText(`1 of ${String(formatList.length)} formats`);
  await page.getByRole('list', { name: 'Formats by example' }).getByRole('button').click();
  await expect(list.getByRole('button', { name: /^qwen3-coder-xml/ })).toHaveAttribute('aria-current', 'page');
  const article = page.getByRole('article', { name: 'Format qwen3-coder-xml' });
  await expect(article.getByRole('region', { name: 'Grammar by example' })).toContainText('<parameter=body>');
  await expect(article).toContainText('--enable-auto-tool-choice --tool-call-parser step3p5');
  await expect(article.getByRole('region', { name: 'Known failures' })).toContainText('LMDeploy');
  const link = await scope.link();
  await expect(article.getByRole('region', { name: 'Try it' })).toContainText('Dialect: without wrapper');
  await article.getByRole('button', { name: 'Open “Cut off” read as this format alone' }).click();
  await scope.answered();
  await expect(scope.verdict).toContainText('No call');
  await expect(scope.runtime()).toHaveText(/format:qwen3-coder-xml/);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Open “Text around it” read as every format' }).click();
  await scope.answered();
  await expect(scope.verdict).toContainText('1 call: read_gauge');
  await scope.example('kimi-k2');
  await expect(scope.verdict).toContainText('1 call');
});

test('a reply is told who reads it, and what others make of its values @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefilled(hermes));
  await scope.drawer('All servers');
  await page.getByRole('button', { name: 'Which servers parse this?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which servers parse this?' });
  const vllm = dialog.getByRole('list', { name: 'vLLM', exact: true });
  const row = vllm.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'hermes', exact: true }) });
  await expect(row).toContainText('✓ 1 call');
  await expect(row).toContainText('--tool-call-parser hermes');
  await expect(dialog.getByRole('region', { name: 'ChatCLI' })).toContainText('shown as text');
  const ollama = dialog.getByRole('list', { name: 'Ollama', exact: true }).getByRole('listitem');
  await expect(ollama.filter({ has: page.getByRole('button', { name: 'qwen3', exact: true }) })).toContainText(
    '✓ 1 call',
  );
  await expect(dialog.getByRole('region', { name: 'Documented, not run' })).toContainText('lmdeploy serve api_server');
  await row.getByRole('button', { name: 'hermes', exact: true }).click();
  await scope.door('Debug');
  await scope.answered();
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await expect(scope.verdict).toContainText('1 call');
  // The other parsers of the engine in use come first.
  await scope.drawer('All servers');
  await page.getByRole('button', { name: 'Which servers parse this?' }).click();
  await expect(dialog.getByRole('region').first()).toHaveAccessibleName('vLLM');
  await page.keyboard.press('Escape');

  await scope.open(`${prefilled(note)}&runtime=auto&tools=${encodeURIComponent(noteTool)}`);
  await page.reload();
  await scope.answered();
  await scope.drawer('All servers');
  await page.getByRole('button', { name: 'How servers convert values' }).click();
  const body = page.getByRole('region', { name: 'write_note, body: null' });
  await expect(body).toContainText('vLLM qwen3_coder');
  await expect(body).toContainText('null≠ differs');
  // ExAthena finds no call in this format; the values are those that other runtimes would find.
  await page.keyboard.press('Escape');
  await scope.open(`${prefilled(note)}&runtime=exathena&tools=${encodeURIComponent(noteTool)}`);
  await page.reload();
  await scope.answered();
  await scope.drawer('All servers');
  await page.getByRole('button', { name: 'How servers convert values' }).click();
  await expect(body).toContainText('vLLM qwen3_coder');
  await page.getByLabel('Raw text').fill('tea');
  await page.getByLabel('Declared type').selectOption('string');
  await expect(page.getByRole('region', { name: 'Typed here: tea' })).toContainText('all agree');
});

test('the prompt that asks for another format is shown, or why nobody asks @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.door('Prompt');
  await scope.monacoReady();
  const choice = page.getByLabel('Format to ask for');
  await choice.selectOption('glm-4.5');
  await expect.poll(() => scope.shownText('Augmented system prompt')).toContain('<arg_key>');
  await choice.selectOption('harmony');
  await expect(page.getByText('special tokens')).toBeVisible();
  await choice.selectOption({ label: 'exathena-fence' });
  await expect.poll(() => scope.shownText('Augmented system prompt')).toContain('~~~tool_call');
});
