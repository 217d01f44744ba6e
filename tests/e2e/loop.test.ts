import { readFileSync } from 'node:fs';
import { expect, test, type Locator } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';

const valveCall = '{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40}}';
const tools = JSON.stringify([
  { name: 'read_gauge', description: 'Reads.', schema: { type: 'object' }, parallel_safe: true },
  { name: 'open_valve', description: 'Opens.', schema: { type: 'object' } },
]);
const twoCalls = `#in=${encodeURIComponent(`${fence(oilCall)}\n${fence(valveCall)}`)}&tools=${encodeURIComponent(tools)}`;

/** The loop view as a person sees it. */
class Loop extends Callscope {
  get schedule(): Locator {
    return this.page.getByTestId('schedule');
  }

  get end(): Locator {
    return this.page.getByTestId('loop-end');
  }

  call(number: number): Locator {
    return this.page.getByRole('article', { name: new RegExp(`^Call ${String(number)},`) });
  }

  async result(number: number, kind: 'ok' | 'error' | 'halt', content: string, code?: string): Promise<void> {
    const call = this.call(number);
    await call.getByRole('radio', { name: kind, exact: true }).check();
    if (code !== undefined) await call.getByLabel('Code').fill(code);
    await call.getByRole('textbox', { name: /call/ }).fill(content);
  }

  family(name: string): Locator {
    return this.page.getByRole('region', { name });
  }
}

test('under an engine it is said whose loop is shown @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent('<tool_call>{"name": "a"}</tool_call>')}&runtime=vllm:hermes`);
  await scope.drawer('Loop');
  const sentence = page.getByText('Your program runs the tools and asks again.');
  await expect(sentence).toContainText('Shown here: how ExAthena does it.');
  await scope.chooseRuntime('chatcli 1.188');
  await expect(sentence).toHaveCount(0);
});

test('a turn with an error and a halt: lanes, messages, reload and link', async ({ page, browser }) => {
  const loop = new Loop(page);
  await loop.open(twoCalls);
  await loop.drawer('Loop');
  await expect(loop.schedule).toHaveText('ExAthena runs 1 call, then 1 call.');
  await loop.result(2, 'error', 'It is stuck.', 'a]b');
  await expect(loop.call(2)).toContainText('finds the code “a”');
  await expect(page.getByText('2 open_valve (error)')).toBeVisible();

  // The messages of each family, side by side.
  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(loop.family('ExAthena, OpenAI shape')).toContainText('"content": "error: It is stuck."');
  await expect(loop.family('ExAthena, Anthropic')).toContainText('"is_error": true');
  await page.getByRole('radio', { name: 'ChatCLI' }).check();
  await expect(loop.family('ChatCLI, OpenAI shape')).toContainText('[ERROR:a]b] It is stuck.');
  await expect(loop.family('ChatCLI, Text')).toContainText('ERRO: It is stuck.');

  // A halt: nothing goes back to the model.
  await page.getByRole('tab', { name: 'Turn', exact: true }).click();
  await loop.result(1, 'halt', 'A human, please.');
  await expect(loop.schedule).toContainText('sends no result of this turn');
  await expect(loop.end).toContainText('ends the run here');
  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('radio', { name: 'ExAthena' }).check();
  await expect(loop.family('ExAthena, OpenAI shape')).not.toContainText('"role": "tool"');

  const link = await loop.link();
  await loop.saved('A human, please.');
  await page.goto('./');
  await loop.answered();
  await expect(loop.call(1).getByRole('radio', { name: 'halt' })).toBeChecked();
  await expect(loop.call(2).getByLabel('Code')).toHaveValue('a]b');

  const other = new Loop(await browser.newPage());
  await other.stayPlain();
  await other.page.goto(link);
  await expect(other.schedule).toContainText('sends no result of this turn');
  await expect(other.call(2).getByLabel('Code')).toHaveValue('a]b');
  await other.page.close();
  expect(loop.complaints).toEqual([]);
});

test('turns: the next one is written, gone back from, removed and brought back; ChatCLI stops at the error @long', async ({
  page,
}) => {
  const loop = new Loop(page);
  await loop.open(twoCalls);
  await loop.drawer('Loop');
  await loop.result(1, 'ok', '4.2 bar');
  await page.getByRole('textbox', { name: 'The next reply' }).fill(`Once more:\n${fence(oilCall)}`);
  await page.getByRole('button', { name: 'Use as turn 2' }).click();
  await expect(page.getByTestId('turn')).toHaveText('Turn 2 of 2');
  await expect(loop.call(1)).toBeVisible();
  await expect(loop.call(2)).toHaveCount(0);

  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(loop.family('ExAthena, OpenAI shape')).toContainText('4.2 bar');
  await expect(loop.family('ExAthena, OpenAI shape')).toContainText('Once more');
  await page.getByRole('tab', { name: 'Turn', exact: true }).click();

  await page.getByRole('button', { name: 'Previous turn' }).click();
  await expect(loop.call(1).getByRole('textbox', { name: /call 1/ })).toHaveValue('4.2 bar');
  await page.getByRole('button', { name: 'Turn after this one' }).click();
  await page.getByRole('button', { name: 'Remove this turn' }).click();
  await expect(page.getByTestId('turn')).toHaveText('Turn 1 of 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('turn')).toHaveText('Turn 2 of 2');

  // A lesson, read by the other system.
  await loop.example('One error, two loops');
  await expect(loop.schedule).toHaveText('ExAthena runs 1 call, then 2 calls together.');
  await loop.chooseRuntime('chatcli');
  await expect(loop.schedule).toContainText('ChatCLI stops at the first error.');
  await expect(loop.call(3)).toContainText('never began');

  // A tool may run beside others: that is written into the list of tools.
  await loop.chooseRuntime('exathena');
  await loop.call(1).getByRole('checkbox', { name: 'parallel_safe' }).check();
  await expect(loop.schedule).toHaveText('ExAthena runs 3 calls together.');

  // What is handed on.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('radio', { name: 'Conversation as messages' }).check();
  const text = await page.getByRole('textbox', { name: 'Conversation as messages' }).inputValue();
  expect(Object.keys(JSON.parse(text) as object)).toContain('chatcli-anthropic');
  expect(loop.complaints).toEqual([]);
});

test('long results and long lists stay quick to handle @long', async ({ page }) => {
  const loop = new Loop(page);
  await loop.open(`#in=${encodeURIComponent(`${fence(oilCall)}\n`.repeat(1100))}`);
  await loop.drawer('Loop');
  await expect(loop.schedule).toContainText('1,100 calls');
  await expect(page.getByRole('article')).toHaveCount(30);
  await loop
    .call(1)
    .getByRole('textbox')
    .fill(`${fence(valveCall)}\n${'x'.repeat(1_000_000)}`);
  await expect(loop.call(1)).toContainText('1.0 MB');
  await expect(loop.call(1)).toContainText('it is not a call');
  await expect(loop.call(1).getByRole('button', { name: 'Show all 1.0 MB' })).toBeVisible();
  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(loop.family('ExAthena, OpenAI shape')).toContainText(/1,000,\d{3} characters in all/);
  expect(loop.complaints).toEqual([]);
});

test('on a phone the model is asked for the next turn, and nothing is too wide @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const loop = new Loop(await context.newPage());
  const { page } = loop;
  await loop.open(twoCalls);
  await loop.drawer('Loop');
  const answers = JSON.parse(
    readFileSync(new URL('../../src/app/sources/demo-answers.json', import.meta.url), 'utf8'),
  ) as readonly { text: string }[];
  await page.getByRole('button', { name: 'Run Demo model' }).click();
  await expect(page.getByTestId('turn')).toHaveText('Turn 2 of 2', { timeout: 40_000 });
  await expect(page.getByRole('button', { name: 'Run Demo model' })).toBeVisible({ timeout: 60_000 });
  await expect(loop.call(1)).toContainText('read_gauge');
  await page.getByRole('tab', { name: 'Messages' }).click();
  await expect(loop.family('ExAthena, Text fences')).toContainText((answers[0]?.text ?? '').slice(0, 30));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(loop.complaints).toEqual([]);
  await context.close();
});
