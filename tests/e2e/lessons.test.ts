import { expect, test, type Page } from '@playwright/test';
import { Callscope, fence, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const lesson = (page: Page) => page.getByRole('region', { name: 'Lesson', exact: true });
const check = (page: Page) => lesson(page).getByRole('button', { name: 'Check', exact: true });
const next = (page: Page) => lesson(page).getByRole('button', { name: /^(?:Next|Finish)$/ });
const said = (page: Page) => lesson(page).getByRole('status');

/** Checks, and goes on when it was right. */
async function solve(page: Page): Promise<void> {
  await check(page).click();
  await expect(said(page)).toContainText('Right.');
  await next(page).click();
}

test('the first lesson by keys alone: wrong answers, hints, a look elsewhere, and one’s own work again', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const own = `Mine.\n${fence(oilCall)}`;
  await scope.open(`#in=${encodeURIComponent(own)}`);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await scope.tabTo(page.getByRole('button', { name: 'Start: A tool call is only text' }));
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(lesson(page).getByRole('heading')).toBeFocused();
  // What the server does is the answer.
  await expect(scope.verdict).toBeHidden();
  await expect(scope.ladder).toBeHidden();
  expect(await findingsOf(page)).toEqual([]);

  const count = page.getByRole('textbox', { name: 'Number of calls' });
  await scope.tabTo(count);
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Your program gets 1 call.');
  await expect(said(page)).toContainText('line 2, column 1');
  await scope.tabTo(page.getByRole('button', { name: 'Show a hint' }));
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Hint 1');
  await scope.tabTo(count, 'Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Right.');
  await expect(scope.verdict).toBeVisible();
  await page.keyboard.press('Enter');

  await scope.tabTo(page.getByRole('textbox', { name: 'Text beside the calls' }));
  await page.keyboard.type('I will read the gauge.');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Right.');
  await page.keyboard.press('Enter');
  await scope.tabTo(count);
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Right.');
  await page.keyboard.press('Enter');

  // The fourth step is an edit. Somebody looks at Learn in between, and finds it as it was.
  const editor = scope.editor('Reply text');
  await scope.tabTo(editor);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (const _ of '<tool') await page.keyboard.press('ArrowRight');
  await page.keyboard.type('-');
  await scope.tabTo(check(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Not yet.');
  await expect(said(page)).toContainText('line 2, column 1');
  await scope.door('Learn');
  await page.getByRole('button', { name: 'Continue: A tool call is only text' }).press('Enter');
  await expect(editor).toHaveValue(/<tool-call>/);
  await scope.tabTo(editor);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (const _ of '<tool-') await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('_');
  await scope.tabTo(check(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('You made 1 change.');
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');

  await scope.tabTo(editor);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await scope.tabTo(check(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Right.');
  await page.keyboard.press('Enter');
  await expect(lesson(page)).toContainText('You have finished this lesson.');
  await scope.tabTo(page.getByRole('button', { name: 'Back to all lessons' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Do again: A tool call is only text' })).toBeVisible();
  await scope.door('Debug');
  await expect(editor).toHaveValue(own);
  expect(scope.complaints).toEqual([]);
});

test('two lessons on a phone, with a reload between, and what a diagnosis leads to', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  const { page } = scope;
  await scope.arrive();
  await scope.door('Learn');
  await page.getByRole('button', { name: /^Start: Someone has to look/ }).tap();
  const editor = scope.editor('Reply text');
  const select = async (text: string): Promise<void> => {
    await editor.evaluate((field: HTMLTextAreaElement, wanted) => {
      const from = field.value.indexOf(wanted);
      field.focus();
      field.setSelectionRange(from, from + wanted.length);
    }, text);
    await expect(lesson(page)).toContainText('Selected: ');
  };
  await select('tool_call');
  await check(page).tap();
  await expect(said(page)).toContainText('That is only a part of it.');
  for (const text of ['<tool_call>', '</tool_call>', 'read_gauge', '{"dial": "oil"}']) {
    await select(text);
    await solve(page);
  }
  await page.reload();
  await expect(lesson(page)).toContainText('Models sometimes stop too early.');
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Number of calls' }).fill('1');
  await solve(page);
  await page.getByRole('textbox', { name: 'Number of calls' }).fill('0');
  await solve(page);
  await page.getByRole('button', { name: /^Next: The same call/ }).tap();
  await expect(editor).toHaveValue(/open_valve/);
  await editor.fill('<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "steam"}}\n</tool_call>');
  await solve(page);
  await expect(editor).toHaveValue(/open_valve/);
  await editor.fill('{"name": "read_gauge", "parameters": {"dial": "steam"}}');
  await solve(page);
  await expect(editor).toHaveValue(/open_valve/);
  await editor.fill('[read_gauge(dial="steam")]');
  await solve(page);
  await expect(editor).toHaveValue(/open_valve/);
  await editor.fill(
    '<tool_call>\n<function=read_gauge>\n<parameter=dial>\nsteam\n</parameter>\n</function>\n</tool_call>',
  );
  await solve(page);
  await page.getByRole('radio', { name: 'hermes' }).check();
  await check(page).tap();
  await expect(said(page)).toContainText('Reply 1 of 5 fails with hermes.');
  await page.getByRole('radio', { name: 'qwen3_coder' }).check();
  await solve(page);
  await expect(lesson(page)).toContainText('You have finished this lesson.');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);

  await page.getByRole('button', { name: 'Back to all lessons' }).tap();
  await page.getByRole('tab', { name: 'Diagnoses' }).tap();
  await page.getByRole('button', { name: 'Lesson about D08: JSON ends where its strings say' }).tap();
  await expect(lesson(page)).toContainText('In JSON a');
  expect(scope.complaints).toEqual([]);
  await context.close();
});

test('an exercise is made of a case, saved as a file, and solved by somebody else', async ({ page, browser }) => {
  const scope = new Callscope(page);
  const text = '<toolcall>\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n</tool_call>';
  await scope.open(`#in=${encodeURIComponent(text)}&runtime=vllm:hermes`);
  await scope.door('Learn');
  const builder = page.getByRole('region', { name: 'Make your own' });
  const kind = builder.getByRole('combobox', { name: 'Kind of question' });
  const add = builder.getByRole('button', { name: 'Add an exercise' });
  await kind.selectOption('Break the call with one change');
  await add.click();
  await expect(builder.getByRole('status')).toContainText('nothing to break');
  await kind.selectOption('Repair the reply');
  await add.click();
  await expect(builder.getByRole('status')).toContainText('Callscope solved it');
  await kind.selectOption('Predict the number of calls');
  await add.click();
  await builder.getByRole('textbox', { name: /^Question 2/ }).fill('How many calls are there?');
  await builder.getByRole('textbox', { name: 'Title of the lesson' }).fill('One letter');
  expect(await findingsOf(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await builder.getByRole('button', { name: 'Save as a file' }).click();
  const path = await (await download).path();

  const context = await browser.newContext();
  const other = new Callscope(await context.newPage());
  await other.stayPlain();
  await other.arrive();
  await other.door('Learn');
  const file = other.page.getByLabel('Lesson file');
  await file.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"id": "a"}') });
  await expect(other.page.getByRole('alert')).toContainText('title should be text, and it is missing.');
  await file.setInputFiles(path);
  await expect(lesson(other.page).getByRole('heading')).toHaveText(/One letter/);
  await expect(other.editor('Reply text')).toHaveValue(text);
  await other.editor('Reply text').fill(text.replace('toolcall', 'tool_call'));
  await solve(other.page);
  await expect(lesson(other.page)).toContainText('How many calls are there?');
  await other.page.getByRole('textbox', { name: 'Number of calls' }).fill('0');
  await solve(other.page);
  await expect(lesson(other.page)).toContainText('You have finished this lesson.');
  await other.page.evaluate(() => (location.hash = '#lesson=exam'));
  await expect(lesson(other.page).getByRole('heading')).toHaveText(/^\s*Exam/);
  await other.page.evaluate(() => (location.hash = '#lesson=1.damaged.link'));
  await expect(other.page.getByRole('alert')).toContainText('The link to a lesson was');
  expect([...scope.complaints, ...other.complaints]).toEqual([]);
  await context.close();
});
