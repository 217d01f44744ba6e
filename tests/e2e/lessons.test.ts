import { expect, test, type Page } from '@playwright/test';
import { sharedStart } from '../../src/core/text/document/index.ts';
import { encodeLesson } from '../../src/app/permalink/lesson-link.ts';
import { lessonList } from '../../src/data/lessons/index.ts';
import type { LessonAnswer } from '../../src/core/index.ts';
import type { LessonStep } from '../../src/data/lessons/lesson.ts';
import { answersOf } from '../data/lessons/step-answers.ts';
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
  await expect(lesson(page).getByText('A language model can only write text.')).toBeFocused();
  // What the server does is the answer.
  await expect(scope.verdict).toHaveText('');
  await expect(scope.ladder).toBeHidden();
  expect(await findingsOf(page)).toEqual([]);

  const count = page.getByRole('textbox', { name: 'Number of calls' });
  await scope.tabTo(count);
  // As while an answer takes long: what is hidden has the focus again when it is seen again.
  const hide = (): Promise<void> =>
    page.locator('.page').evaluate((element) => {
      element.classList.add('waiting');
    });
  await hide();
  await expect(page.locator('body')).toBeFocused();
  await page.locator('.page').evaluate((element) => {
    element.classList.remove('waiting');
  });
  await expect(count).toBeFocused();
  // Also where the answer comes in the moment in which it loses it.
  await page.evaluate(() => {
    const seen = (): void => document.querySelector('.page')?.classList.remove('waiting');
    document.addEventListener('focusout', seen, { once: true });
  });
  await hide();
  await expect(page.locator('.page')).not.toHaveClass(/waiting/);
  await expect(count).toBeFocused();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  // However often somebody is wrong, only who asks is told the solution.
  const elsewise = 'Your program gets something else. Try again.';
  await expect(said(page)).toContainText(elsewise);
  await page.keyboard.press('Enter');
  await scope.tabTo(page.getByRole('button', { name: 'Show a hint' }));
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Hint 1');
  await expect(said(page)).toContainText(elsewise);
  await scope.tabTo(page.getByRole('button', { name: 'Show the answer' }));
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Your program gets 1 call.');
  await expect(said(page)).toContainText('line 2, column 1');
  await scope.tabTo(count, 'Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Right.');
  await expect(scope.verdict).toContainText('1 call: read_gauge');
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
  await expect(editor).toHaveValue(/<toolcall>/);
  await scope.tabTo(editor);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  for (const _ of '<tool') await page.keyboard.press('ArrowRight');
  await page.keyboard.type('-');
  await expect(editor).toHaveValue(/<tool-call>/);
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

test('two lessons on a phone, with a reload between, and what a diagnosis leads to @long', async ({ browser }) => {
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
  const height = (): Promise<number> => page.locator('.verdict').evaluate((answer) => answer.clientHeight);
  const veiled = await height();
  await select('tool_call');
  await check(page).tap();
  await expect(said(page)).toContainText('That is only a part of it.');
  for (const text of ['<tool_call>', '</tool_call>', 'read_gauge', '{"dial": "oil"}']) {
    await select(text);
    await solve(page);
    // What is below the answer stays where it is, and the text has the room.
    expect(await height()).toBe(veiled);
    await expect(page.getByRole('region', { name: 'Result' })).toBeHidden();
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
  await page.getByRole('radio', { name: 'Raw JSON' }).check();
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
  const text = '<toolcall>\n{"name": "read_gauge", "arguments": {"dial": "oil", "unit": "bar", "n": 2}}\n</tool_call>';
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
  await builder.getByText('Hints and explanation').nth(1).click();
  await builder.getByRole('textbox', { name: 'Hints, one a line' }).fill('Look at the tag.\nCount its letters.');
  await builder.getByRole('textbox', { name: 'Explanation after the answer' }).fill('One letter is enough.');
  await builder.getByRole('textbox', { name: 'Title of the lesson' }).fill('One letter');
  // A lesson is the work of an evening: a reload loses nothing of it.
  await page.reload();
  await expect(builder.getByRole('textbox', { name: /^Question 1/ })).toHaveValue(/^Edit the reply/);
  await expect(builder.getByRole('textbox', { name: /^Question 2/ })).toHaveValue('How many calls are there?');
  expect(await findingsOf(page)).toEqual([]);
  // A teacher shows it to the room at once, and from the head of the lesson.
  await builder.getByRole('button', { name: 'Present', exact: true }).click();
  const room = page.getByRole('dialog', { name: 'Presentation of the lesson' });
  await expect(room.getByTestId('question')).toContainText('Edit the reply');
  // The call that is wanted is one long word.
  const wide = room.getByTestId('question').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await wide).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await lesson(page).getByRole('button', { name: 'Present', exact: true }).click();
  await expect(room.getByTestId('question')).toContainText('Edit the reply');
  await page.keyboard.press('Escape');
  await expect(lesson(page).getByRole('button', { name: 'Present', exact: true })).toBeFocused();
  await lesson(page).getByRole('button', { name: 'End', exact: true }).click();
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
  await lesson(other.page).getByRole('button', { name: 'Show a hint' }).click();
  await lesson(other.page).getByRole('button', { name: 'Another hint' }).click();
  await expect(lesson(other.page)).toContainText('Count its letters.');
  await other.page.getByRole('textbox', { name: 'Number of calls' }).fill('0');
  await check(other.page).click();
  await expect(said(other.page)).toContainText('One letter is enough.');
  await lesson(other.page).getByRole('button', { name: 'Finish' }).click();
  await expect(lesson(other.page)).toContainText('You have finished this lesson.');
  await other.page.evaluate(() => (location.hash = '#lesson=exam'));
  await expect(lesson(other.page).getByRole('heading')).toHaveText(/^\s*Exam/);
  await other.page.evaluate(() => (location.hash = '#lesson=1.damaged.link'));
  await expect(other.page.getByRole('alert')).toContainText('The link to a lesson was');
  expect([...scope.complaints, ...other.complaints]).toEqual([]);
  await context.close();
});

test('a half-finished answer survives a reload; who comes back without the link finds the lesson in Learn', async ({
  page,
}) => {
  const text = '<toolcall>\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n</tool_call>';
  const edited = text.replace('toolcall', 'tool-call');
  const given = { profile: 'vllm:hermes', text };
  const fix = { kind: 'fix', edit: ['text'], conditions: [{ must: 'count', calls: 1 }] };
  const steps = [
    { say: 'How many calls?', case: given, ask: { kind: 'predict', what: { of: 'count' } }, hints: [], after: 'None.' },
    { say: 'Repair it.', case: given, ask: fix, hints: ['Look at the tag.'], after: 'A letter.' },
  ];
  const link = `./#${encodeLesson(JSON.stringify({ id: 'class', title: 'Class 7', minutes: 4, steps }))}`;
  const scope = new Callscope(page);
  await scope.stayPlain();
  await page.goto(link);
  const count = page.getByRole('textbox', { name: 'Number of calls' });
  await count.fill('0');
  await solve(page);
  const editor = scope.editor('Reply text');
  await expect(lesson(page)).toContainText('Repair it.');
  await editor.fill(edited);
  await check(page).click();
  await expect(said(page)).toContainText('Not yet.');
  await editor.fill(`Look: ${edited}`);
  // At once: the page goes before anything had time.
  await page.reload();
  await expect(editor).toHaveValue(`Look: ${edited}`);
  await expect(said(page)).toContainText('Not yet.');

  // Another day: a new tab of this browser, at the bare address.
  const tomorrow = new Callscope(await page.context().newPage());
  await tomorrow.stayPlain();
  await page.close();
  await tomorrow.page.goto('./');
  await tomorrow.door('Learn');
  const list = tomorrow.page.getByRole('list', { name: 'Go on' });
  await expect(list).toContainText('1 of 2 solved.');
  expect(await findingsOf(tomorrow.page)).toEqual([]);
  await list.getByRole('button', { name: 'Continue: Class 7, 1 of 2' }).click();
  await expect(lesson(tomorrow.page)).toContainText('Repair it.');
  await expect(tomorrow.editor('Reply text')).toHaveValue(`Look: ${edited}`);
  await tomorrow.editor('Reply text').fill(text.replace('toolcall', 'tool_call'));
  await solve(tomorrow.page);
  await tomorrow.door('Learn');
  await expect(list).toHaveCount(0);
  const done = tomorrow.page.getByRole('region', { name: 'Lessons of others' });
  await done.getByRole('button', { name: 'Forget: Class 7' }).click();
  await done.getByRole('button', { name: 'Forget: Class 7' }).click();
  await expect(done.getByRole('heading', { name: 'Class 7' })).toHaveCount(0);
  await expect(tomorrow.page.locator('body')).not.toBeFocused();
  expect(tomorrow.complaints).toEqual([]);
});

test('the notes of a lesson are in a second window, with the answer, and its keys lead the room', async ({ page }) => {
  await page.goto('./#lesson=a-call-is-text');
  await page.getByRole('button', { name: 'Present', exact: true }).first().click();
  const room = page.getByRole('dialog', { name: 'Presentation of the lesson' });
  const question = room.getByTestId('question');
  await expect(question).toContainText('How many calls does your program get?');
  await page.keyboard.press('n');
  const opened = page.waitForEvent('popup');
  await room.getByRole('button', { name: 'Open them in a second window' }).click();
  const beside = await opened;
  const notes = beside.getByRole('main', { name: 'Speaker notes' });
  await expect(notes).toContainText('Question 1 of 5');
  await expect(notes).not.toContainText('of 5: the answer');
  await expect(notes).toContainText('Count these pairs of tags.');
  await expect(notes).toContainText('Answer: 1');
  expect(await findingsOf(beside)).toEqual([]);
  // The room sees neither.
  await expect(page.getByText('Count these pairs of tags.')).toHaveCount(0);
  await expect(question).not.toContainText('The client gets 1 call');
  await notes.press('ArrowRight');
  await expect(question).toContainText('The client gets 1 call: read_gauge');
  await notes.press('ArrowRight');
  await expect(question).toContainText('Which text is that here?');
  await expect(notes).toContainText('Question 2 of');
  await Promise.all([beside.waitForEvent('close'), notes.press('n').catch(() => undefined)]);
  await expect(room.getByRole('button', { name: 'Notes', pressed: false })).toBeVisible();
  // Nothing of it came back into the room, which goes on.
  await page.keyboard.press('ArrowRight');
  await expect(question).toContainText('I will read the gauge.');
});

test('a lesson for a room: guesses by keys, the engine’s answer, notes, the end; and the same lesson on paper @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await page.goto('./#lesson=a-call-is-text');
  await expect(lesson(page)).toContainText('A language model can only write text.');
  // By keys alone: from the question to the code for a page of one's own, and to the room.
  await scope.tabTo(page.getByRole('button', { name: 'Share', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const shared = page.getByRole('dialog', { name: 'Share' });
  await scope.tabTo(shared.getByRole('button', { name: 'Copy embed code' }));
  await page.keyboard.press('Enter');
  await expect(shared).toContainText('Embed code copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#lesson=a-call-is-text');
  await scope.tabTo(shared.getByRole('button', { name: 'Present', exact: true }));
  await page.keyboard.press('Enter');
  const room = page.getByRole('dialog', { name: 'Presentation of the lesson' });
  const question = room.getByTestId('question');
  await expect(question).toContainText('How many calls does your program get?');
  for (const key of ['1', '1', '2', '0', 'Backspace']) await page.keyboard.press(key);
  await expect(question).toContainText('Server: vLLM hermes.');
  await expect(question.getByRole('button', { name: 'Guess 1: 1 call, 2 so far' })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Guess 0: No call, 0 so far' })).toBeVisible();
  // Any key shows a blank screen again, also the one that leaves.
  const blank = room.getByRole('button', { name: 'The screen is blank.' });
  for (const [key, covered] of [
    ['b', blank],
    ['?', room.getByRole('note', { name: 'Keys of the presentation' })],
  ] as const) {
    await page.keyboard.press(key);
    await expect(covered).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(covered).toHaveCount(0);
    await expect(room).toBeVisible();
  }
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('n');
  // There is one screen: a teacher is told before the room reads the notes.
  const notes = room.getByRole('complementary', { name: 'Speaker notes' });
  await expect(room.getByText('Everybody who sees this screen')).toBeVisible();
  await expect(notes).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(notes).toContainText('Count these pairs of tags.');
  await page.keyboard.press('n');
  await expect(notes).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(notes).toContainText('Count these pairs of tags.');
  await page.keyboard.press('ArrowRight');
  await expect(question.getByRole('button', { name: 'Guess 1: 1 call, 2 so far, right' })).toBeVisible();
  await expect(question).toContainText('The client gets 1 call: read_gauge');
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await expect(question).toContainText('Which text is that here?');
  await expect(question).toContainText('Say it before you look.');
  await page.keyboard.press(' ');
  await expect(question).toContainText('I will read the gauge.');
  await page.keyboard.press('End');
  await expect(room.getByTestId('presented')).toContainText('Question 1: 2 of 3 guesses were right');
  await expect(room.getByTestId('presented')).toContainText('#lesson=a-call-is-text');
  await page.keyboard.press('Escape');
  await expect(room).toHaveCount(0);
  await expect(lesson(page)).toContainText('questions are open.');

  await page.keyboard.press('s');
  await scope.tabTo(shared.getByRole('button', { name: 'Print…' }));
  await page.keyboard.press('Enter');
  const paper = page.getByRole('dialog', { name: 'Print view' });
  await expect(paper.getByRole('status')).toContainText('on a page of their own');
  await expect(paper.getByRole('region', { name: 'Question 3' })).toContainText('<toolcall>');
  await expect(paper.getByRole('region', { name: 'Answer 4' })).toContainText('<tool_call>\n{"name": "read_gauge"');
  expect(await findingsOf(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(lesson(page)).toBeHidden();
  await expect(paper.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(paper).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  expect(scope.complaints).toEqual([]);
});

test('the exercise of a famous failure: from its card, in a frame that stores nothing, and repaired @long', async ({
  page,
  browser,
}) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await page.goto('./');
  await scope.door('Learn');
  await page.getByRole('tab', { name: 'Failures' }).click();
  await page.getByRole('searchbox', { name: 'Search the failures' }).fill('Qwen3-Coder under the Hermes parser');
  await page.getByRole('button', { name: /^Exercise: Qwen3-Coder under the Hermes parser/ }).click();
  await expect(lesson(page)).toContainText('What does your program get?');
  await expect(scope.verdict).toHaveText('');
  await page.getByRole('radio', { name: 'An error: the request fails' }).check();
  await check(page).click();
  await check(page).click();
  await expect(said(page)).toContainText('Your program gets only text.');
  await page.getByRole('radio', { name: 'Only text: nothing is called' }).check();
  await solve(page);
  await page.getByRole('combobox', { name: 'Server and parser' }).selectOption('vLLM qwen3_coder');
  await solve(page);
  await expect(lesson(page)).toContainText('You have finished this lesson.');
  expect(await findingsOf(page)).toEqual([]);
  expect(scope.complaints).toEqual([]);

  const context = await browser.newContext();
  const frame = new Callscope(await context.newPage());
  await frame.stayPlain();
  await frame.page.addInitScript(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    for (const name of ['getItem', 'setItem'] as const) {
      const original = Storage.prototype[name];
      Reflect.set(Storage.prototype, name, function (this: Storage, ...values: string[]): unknown {
        touched.push(name);
        const result: unknown = Reflect.apply(original, this, values);
        return result;
      });
    }
  });
  await frame.page.goto('./?embed#lesson=failure-vllm-coder-tags-for-json');
  const inFrame = frame.page;
  await expect(lesson(inFrame)).toContainText('What does your program get?');
  await expect(frame.verdict).toHaveText('');
  expect(await findingsOf(inFrame)).toEqual([]);
  await inFrame.getByRole('radio', { name: 'Only text: nothing is called' }).check();
  await solve(inFrame);
  await inFrame.getByRole('combobox', { name: 'Server and parser' }).selectOption('vLLM qwen3_coder');
  await check(inFrame).click();
  await expect(said(inFrame)).toContainText('Right.');
  await expect(frame.verdict).toContainText('1 call: read_file');
  expect(await inFrame.evaluate(() => Reflect.get(window, 'touched') as string[])).toEqual([]);
  expect(frame.complaints).toEqual([]);
  await context.close();
});

/**
 * On the button of a step of a lesson, as on a phone that is slow from now on: answers come late, and so does the next picture.
 * In milliseconds.
 */
async function slowly(
  page: Page,
  step: string,
  late: { readonly answer: number; readonly picture: number },
): Promise<Callscope> {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await page.addInitScript(({ answer, picture }) => {
    const slow = { on: false };
    Object.assign(window, { slow });
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => (slow.on ? window.setTimeout(then, picture, 0) : draw(then));
    const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (...all: unknown[]) => void;
    Worker.prototype.postMessage = function (this: Worker, ...all: unknown[]): void {
      const send = (): void => {
        post.apply(this, all);
      };
      window.setTimeout(send, slow.on ? answer : 0);
    };
  }, late);
  await page.goto('./#lesson=someone-has-to-look');
  await expect(lesson(page)).toContainText('Step 1 of 6.');
  await scope.tabTo(lesson(page).getByRole('button', { name: step }));
  await page.evaluate(() => {
    (window as unknown as { slow: { on: boolean } }).slow.on = true;
  });
  return scope;
}

test('whoever goes on before a late answer is there stays where they went, and keeps what they type @long', async ({
  page,
}) => {
  const scope = await slowly(page, 'Step 5', { answer: 1500, picture: 400 });
  // Quicker than a test is from outside: by Tab to the field as soon as it is there.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLElement>('.lesson input');
      if (field === null) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
      field.focus();
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.keyboard.press('Enter');
  await expect(page.locator('.page')).toHaveClass(/waiting/u);
  await expect(page.locator('.page')).not.toHaveClass(/waiting/u);
  const count = page.getByRole('textbox', { name: 'Number of calls' });
  await expect(count).toBeFocused();
  await page.keyboard.type('not a single one', { delay: 40 });
  await expect(count).toHaveValue('not a single one');
  await expect(count).toBeFocused();
  expect(scope.complaints).toEqual([]);
});

test('the question of a step has the focus before the next picture, however late that is @long', async ({ page }) => {
  const scope = await slowly(page, 'Step 3', { answer: 0, picture: 300_000 });
  await page.keyboard.press('Enter');
  await expect(lesson(page).getByText('From the JSON the parser takes two things.')).toBeFocused();
  expect(scope.complaints).toEqual([]);
});

/** Puts the caret of a text field there, from its first character on, and selects by holding Shift. */
async function selectByKeys(page: Page, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  await page.keyboard.press('Control+Home');
  for (let at = 0; at < from; at += 1) await page.keyboard.press('ArrowRight');
  for (let at = from; at < to; at += 1) await page.keyboard.press('Shift+ArrowRight');
}

/** Types what is different, and nothing else. */
async function editByKeys(page: Page, before: string, after: string): Promise<void> {
  const from = sharedStart(before, after);
  let kept = 0;
  while (kept < Math.min(before.length, after.length) - from && before.at(-1 - kept) === after.at(-1 - kept)) kept += 1;
  await selectByKeys(page, { from, to: before.length - kept });
  const typed = after.slice(from, after.length - kept);
  await (typed === '' ? page.keyboard.press('Delete') : page.keyboard.type(typed));
}

/** Answers with the keys that somebody has who has no mouse: Tab, arrows, Space, Enter and letters. */
async function answerByKeys(scope: Callscope, step: LessonStep, answer: LessonAnswer): Promise<void> {
  const { page } = scope;
  const editor = scope.editor('Reply text');
  const choose = async (place: number): Promise<void> => {
    // The group is one stop, and Tab leads to its first.
    await scope.tabTo(lesson(page).getByRole('radio').first());
    await page.keyboard.press('Space');
    for (let at = 0; at < place; at += 1) await page.keyboard.press('ArrowDown');
    await scope.tabTo(check(page));
  };
  if (answer.kind === 'words') {
    const field = lesson(page).getByRole('textbox');
    await expect(field.or(lesson(page).getByRole('radio')).first()).toBeVisible();
    if ((await field.count()) > 0) {
      await scope.tabTo(field);
      await page.keyboard.type(answer.text);
    } else {
      const values = await lesson(page)
        .getByRole('radio')
        .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
      expect(values).toContain(answer.text);
      await choose(values.indexOf(answer.text));
    }
  } else if (answer.kind === 'option' && 'among' in step.ask) {
    await choose(step.ask.among.findIndex(({ id }) => id === answer.id));
  } else {
    await scope.tabTo(editor);
    if (answer.kind === 'span') await selectByKeys(page, answer.span);
    else if (answer.kind === 'case') await editByKeys(page, step.case.text ?? '', answer.case.text ?? '');
    await scope.tabTo(check(page), 'Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await expect(said(page)).toContainText('Right.');
  await expect(page.locator('body')).not.toBeFocused();
  // In a field and on the button it goes on.
  await page.keyboard.press('Enter');
}

for (const [device, options] of [
  ['by mouse', { viewport: { width: 1024, height: 768 } }],
  ['by keys alone', { viewport: { width: 1440, height: 900 } }],
  ['on a phone', phone],
] as const) {
  test(`the first four lessons whole ${device} @long`, async ({ browser }) => {
    const context = await browser.newContext(options);
    const scope = new Callscope(await context.newPage());
    const { page } = scope;
    await scope.stayPlain();
    await page.goto('./#lesson=a-call-is-text');
    const editor = scope.editor('Reply text');
    for (const entry of lessonList.slice(0, 4)) {
      const { lesson: given } = await entry.load();
      const answers = await answersOf(entry.id);
      for (const [index, step] of given.steps.entries()) {
        await expect(lesson(page)).toContainText(`Step ${String(index + 1)} of ${String(given.steps.length)}.`);
        await expect(lesson(page)).toContainText(given.title);
        await expect(editor).toHaveValue(step.case.text ?? '');
        const answer = answers[index]?.right[0]?.(step);
        if (answer === undefined) throw new Error('The step has no answer.');
        if (device === 'by keys alone') {
          await answerByKeys(scope, step, answer);
          continue;
        }
        if (answer.kind === 'words') {
          // What is counted may be hidden for a moment, while the code of another server comes.
          const isChosen = step.ask.kind === 'predict' && ['outcome', 'tier'].includes(step.ask.what.of);
          if (!isChosen) await lesson(page).getByRole('textbox').fill(answer.text);
          else await lesson(page).locator(`input[value="${answer.text}"]`).check();
        } else if (answer.kind === 'span') {
          await editor.evaluate((field: HTMLTextAreaElement, { from, to }) => {
            field.focus();
            field.setSelectionRange(from, to);
          }, answer.span);
          await expect(lesson(page)).toContainText('Selected: ');
        } else if (answer.kind === 'case') {
          await editor.fill(answer.case.text ?? '');
        } else if (answer.kind === 'option' && 'among' in step.ask) {
          const { among } = step.ask;
          await lesson(page)
            .getByRole('radio')
            .nth(among.findIndex(({ id }) => id === answer.id))
            .check();
        }
        await solve(page);
      }
      await expect(lesson(page)).toContainText('You have finished this lesson.');
      expect(await findingsOf(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      const on = lesson(page).getByRole('button', { name: /^Next: / });
      if (device === 'by keys alone') {
        await scope.tabTo(on);
        await page.keyboard.press('Enter');
      } else await on.click();
    }
    expect(scope.complaints).toEqual([]);
    await context.close();
  });
}

test('who has no reply to make an exercise of is led to where to paste one', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await scope.arrive();
  await scope.door('Learn');
  const builder = page.getByRole('region', { name: 'Make your own' });
  await expect(builder.getByRole('button', { name: 'Add an exercise' })).toHaveCount(0);
  await builder.getByRole('button', { name: 'Paste a reply' }).click();
  await scope.pasteOnPage(`<tool_call>\n${oilCall}\n</tool_call>`);
  await scope.answered();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('exercise');
  // What commands do with content comes after the other commands.
  await expect(page.getByRole('option', { name: 'Make an exercise of this reply' })).toBeVisible();
  await page.keyboard.press('Enter');
  // Without a server Callscope's own reader would grade, and repair what no server does.
  await expect(builder).toBeFocused();
  await expect(builder.getByRole('button', { name: 'Add an exercise' })).toHaveCount(0);
  await builder.getByRole('button', { name: 'Choose the server' }).click();
  await page.getByRole('combobox', { name: 'Server', exact: true }).fill('vllm hermes');
  await page.keyboard.press('Enter');
  await builder.getByRole('button', { name: 'Add an exercise' }).click();
  await expect(builder.getByRole('textbox', { name: /^Question 1/ })).toBeVisible();
});
