import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { emptyLinkState } from '../../src/app/permalink/state.ts';
import { Callscope, fence } from './callscope.ts';
import { findingsOf } from './findings.ts';

const mail = '{"name": "read_gauge", "arguments": {"dial": "oil", "for": "ann.lee@mail.example", "n": 3}}';
const reply = `See /home/ann/notes.txt.\n${fence(mail)}`;

async function saved(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path(), 'utf8');
}

test('redact and copy, and the page keeps what it had until it is told otherwise @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', reply);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  const dialog = await scope.share();
  await dialog.getByText('Redact private values').click();
  await dialog.getByRole('checkbox', { name: 'E-mail addresses' }).check();
  await dialog.getByRole('checkbox', { name: 'File paths' }).check();
  await expect(dialog.getByText('Same outcome and same calls')).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Reply text, before' }).locator('mark').first()).toHaveText('home');
  await expect(dialog.getByRole('group', { name: 'Reply text, after' }).locator('mark').first()).toHaveText('xxxx');

  await dialog.getByRole('radio', { name: 'Text for a forum or chat' }).check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByText('Copied.', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('See /xxxx/xxx/xxxxx.xxx.');
  expect(copied).toContain('"xxx.xxx@xxxx.xxxxxxx"');
  expect(copied).toContain('"dial": "oil"');
  expect(copied).not.toContain('ann');

  await page.keyboard.press('Escape');
  await expect(scope.cards.first()).toContainText('ann.lee@mail.example');
  expect(scope.complaints).toEqual([]);
});

test('a redacted case goes onto the page and back @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', reply);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  const dialog = await scope.share();
  await dialog.getByText('Redact private values').click();
  await dialog.getByRole('checkbox', { name: 'All values in quotation marks' }).check();
  await dialog.getByRole('button', { name: 'Open redacted case' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(scope.cards.first()).toContainText('xxx.xxx@xxxx.xxxxxxx');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(scope.cards.first()).toContainText('ann.lee@mail.example');
});

test('a case is saved, dropped elsewhere, and gives the same screen @long', async ({ page, browser }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', reply);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await scope.ladder.focus();
  await page.keyboard.press('End');
  const step = await scope.currentStep().innerText();
  const dialog = await scope.share();
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await dialog.getByRole('radio', { name: 'Case as JSON' }).check();
  await dialog.getByRole('button', { name: 'Share anyway' }).click();
  const file = await saved(page, dialog.getByRole('button', { name: 'Download callscope-case.json' }));

  const other = new Callscope(await (await browser.newContext()).newPage());
  await other.open();
  await other.drop('mine.json', file);
  await expect(other.notices).toContainText('mine.json');
  await expect(other.verdict).toContainText('1 call: read_gauge.');
  await expect(other.currentStep()).toHaveText(step, { useInnerText: true });
  expect(await other.link()).toBe(link);
  expect(other.complaints).toEqual([]);
  await other.page.context().close();
});

test('a broken or foreign file says what is wrong and changes nothing', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', reply);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await scope.drop('cut.json', '{"kind": "callscope case", "version": 1, "sta');
  await expect(scope.notices).toContainText('“cut.json” was not opened.');
  await expect(scope.notices).toContainText('line 1, column');
  await scope.drop('later.json', '{"kind": "callscope case", "version": 9999, "state": {}}');
  await expect(scope.notices).toContainText('“later.json” was not opened.');
  await expect(scope.cards.first()).toContainText('ann.lee@mail.example');
  // The file picker says it in the dialog, where the reader is.
  const dialog = await scope.share();
  await dialog.getByLabel('Open a case file').setInputFiles({
    name: 'new.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"kind": "callscope case", "version": 2, "state": {}}'),
  });
  await expect(dialog.getByText('“new.json” was not opened. It has version 2')).toBeVisible();
  await dialog.getByLabel('Open a case file').setInputFiles({
    name: 'good.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"kind": "callscope case", "version": 1, "state": {"text": "Hello."}}'),
  });
  await expect(dialog).toHaveCount(0);
  await expect(scope.verdict).toContainText('No call.');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
});

test('the issue report is chosen by keyboard and shows what it will say @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', `${'long '.repeat(2000)}\`\`\`\`\n${fence(mail)}`);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  const dialog = await scope.share();
  await dialog.getByRole('radio', { name: 'Link', exact: true }).focus();
  const report = dialog.getByRole('radio', { name: 'Issue report' });
  for (let press = 0; press < 10 && !(await report.isChecked()); press += 1) await page.keyboard.press('ArrowDown');
  await expect(report).toBeFocused();
  const preview = dialog.getByRole('textbox', { name: 'Issue report' });
  await expect(preview).toHaveValue(/- Read by: ExAthena 0\.4\.6/);
  await expect(preview).toHaveValue(/`````text\nlong /);
  await expect(preview).toHaveValue(/### Actual calls/);
  await expect(dialog.getByText('It shortens: Model output.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy full report' })).toBeEnabled();
});

for (const width of [390, 1280]) {
  test(`the whole dialog has no findings and does not overflow at ${width} px @long`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const scope = new Callscope(page);
    await scope.open();
    const dialog = await scope.share();
    await dialog.getByText('Redact private values').click();
    await dialog.getByRole('checkbox', { name: 'All values in quotation marks' }).check();
    await expect(dialog.locator('mark').first()).toBeVisible();
    for (const kind of ['Link', 'Issue report', 'Picture', 'Test case: pytest']) {
      await dialog.getByRole('radio', { name: kind, exact: true }).check();
      if (kind === 'Picture') await expect(dialog.getByRole('img', { name: 'The picture' })).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      const body = dialog.locator('.body');
      expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
  });
}

test('what somebody made of a link is there after a reload, and the link opens as it is elsewhere', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const link = `#in=${encodeURIComponent('The pump is off.')}&runtime=vllm:hermes`;
  await scope.open(link);
  await page.reload();
  await expect(scope.editor('Reply text')).toHaveValue('The pump is off.');
  await scope.write('Reply text', 'The pump is on.');
  await scope.saved('The pump is on.');
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    await expect(scope.editor('Reply text')).toHaveValue('The pump is on.');
  }
  // On the way back from another page as well.
  await page.goto('about:blank');
  await page.goBack();
  await expect(scope.editor('Reply text')).toHaveValue('The pump is on.');
  // Who follows the link once more wants what is in it, and can have the rest back.
  await page.goto('about:blank');
  await page.goto(`./${link}`);
  await expect(scope.editor('Reply text')).toHaveValue('The pump is off.');
  await page.getByRole('button', { name: 'Back to what you had' }).click();
  await expect(scope.editor('Reply text')).toHaveValue('The pump is on.');
});

test('a long log without a reply is no link: the dialog says so, and its file holds all of it', async ({
  page,
  browser,
}) => {
  const scope = new Callscope(page);
  await scope.open();
  const line = 'slot update_slots: id  0 | task 7 | prompt processing progress, n_past = 2861, n_tokens = 813\n';
  await scope.pasteOnPage(line.repeat(800));
  await expect(page.getByText('It does not contain the text of the model.')).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What you pasted is too long for a link: it has 75,200 characters.');
  await expect(dialog).not.toContainText('all of what you pasted');
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Choose the case file' }).click();
  const file = await saved(page, dialog.getByRole('button', { name: 'Download callscope-case.json' }));

  const other = new Callscope(await (await browser.newContext()).newPage());
  await other.open();
  await other.drop('log.json', file);
  await expect(other.notices).toContainText('log.json');
  await expect(other.page.getByRole('region', { name: 'Raw response' })).toContainText('slot update_slots');
  await other.page.context().close();
});

test('the note of a link is marked as older once the case is changed, and Share asks about it', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  const text = '<tool_call>\n{"name": "f", "arguments": {"a": 1,}}\n</tool_call>';
  const state = { ...emptyLinkState, profile: 'vllm:hermes', text, note: 'The call is lost with vLLM hermes.' };
  await page.goto(`./#${encodeLink(state)}`);
  const note = page.locator('.kit-bar.note');
  await expect(note).toContainText('Note: The call is lost');
  await scope.editor('Reply text').fill(text.replace(',}', '}'));
  await expect(note).toContainText('Note, from before you changed the case: The call is lost');
  expect(await findingsOf(page)).toEqual([]);
  // A reload changes nothing of that.
  await page.reload();
  await expect(note).toContainText('Note, from before you changed the case: The call is lost');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText('This note came with the case, which you have changed since.');
  await dialog.getByRole('button', { name: 'Remove the note' }).click();
  await expect(dialog.getByRole('textbox', { name: 'A note for the reader' })).toHaveValue('');
  await expect(dialog.getByRole('button', { name: 'Remove the note' })).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});
