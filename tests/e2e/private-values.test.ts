import { expect, test, type Page } from '@playwright/test';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { emptyLinkState, emptyTemplate } from '../../src/app/permalink/state.ts';
import { Callscope, fence, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

/** Put together here, so that no scanner takes this file for a leak. */
const key = ['sk', 'proj', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8v'].join('-');
const call = fence('{"name": "read_gauge", "arguments": {"dial": "oil", "for": "ann.lee@mail.example"}}');
const reply = `I use\n${key} and write to bob@example.com.\n${call}`;

async function openWith(page: Page, text: string): Promise<Callscope> {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', text);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  return scope;
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('private values are named, nothing is copied before a decision, and the redactor is one click away', async ({
  page,
}) => {
  const scope = await openWith(page, reply);
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  const dialog = await scope.share();
  const ask = dialog.getByRole('region', {
    name: /This case holds what looks like 1 API key and 2 e-mail addresses\./,
  });
  await expect(ask.getByRole('listitem')).toHaveText([
    'API key sk-p…: reply, line 2',
    'E-mail address b…@example.com: reply, line 2',
    'E-mail address a…@mail.example: reply, line 4',
  ]);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(ask.getByText('“Copy link” waits for your decision.')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Redact values' })).toBeFocused();
  expect(await clipboard(page)).toBe('before');
  expect(await findingsOf(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Replaced: 1 API key and 2 e-mail addresses.')).toBeVisible();
  await expect(dialog.getByText('Redact: on for everything below')).toBeFocused();
  await expect(dialog.getByText('Same outcome and same calls')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Case as JSON' }).check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByText('Copied.', { exact: true })).toBeVisible();
  const copied = await clipboard(page);
  expect(copied).toContain('read_gauge');
  for (const value of [key, 'bob@example.com', 'ann.lee']) expect(copied).not.toContain(value);
  expect(scope.complaints).toEqual([]);
});

test('“Share anyway” does what waits, by keyboard, and a new value asks again @long', async ({ page }) => {
  const scope = await openWith(page, reply);
  const dialog = await scope.share();
  await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Redact values' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: '✓ Copied' })).toBeFocused();
  expect(await clipboard(page)).toContain('/#1.');
  await expect(dialog.getByText('You share 1 API key and 2 e-mail addresses.')).toBeVisible();

  await dialog.getByRole('textbox', { name: 'A note for the reader' }).fill('Ask cy@mail.example.');
  await expect(dialog.getByRole('region', { name: /holds what looks like 1 e-mail address\./ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Share anyway' }).click();
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await expect(dialog.getByRole('button', { name: 'Redact values' })).toBeFocused();
  await expect(dialog.getByRole('region', { name: /1 API key and 3 e-mail addresses/ })).toBeVisible();
});

test('the key that copies the link asks first where something is private @long', async ({ page }) => {
  const scope = await openWith(page, call.replace('ann.lee@mail.example', 'Ann'));
  await scope.ladder.focus();
  await page.keyboard.press('y');
  await expect(page.getByText('Link copied.')).toBeVisible();
  expect(await clipboard(page)).toContain('/#1.');

  await scope.write('Reply text', reply);
  await expect(scope.cards.first()).toContainText('ann.lee@mail.example');
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await scope.ladder.focus();
  await page.keyboard.press('y');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Redact values' })).toBeVisible();
  expect(await clipboard(page)).toBe('before');
});

test('a link of which nothing is private is copied at once @long', async ({ page }) => {
  const scope = await openWith(page, call.replace('ann.lee@mail.example', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'));
  const dialog = await scope.share();
  await expect(dialog.getByRole('button', { name: 'Share anyway' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied.', { exact: true })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the question fits and can be answered @long', async ({ page }) => {
    const scope = await openWith(page, reply);
    const dialog = await scope.share();
    const body = dialog.locator('.body');
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    for (const name of ['Redact values', 'Share anyway']) {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(40);
    }
    await dialog.getByRole('button', { name: 'Redact values' }).tap();
    await expect(dialog.getByText('Replaced: 1 API key')).toBeVisible();
    expect(await findingsOf(page)).toEqual([]);
  });
});

test('values in a chat template, its variables and the system prompt are named before a link is made, and redacted in it @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const template = {
    ...emptyTemplate,
    text: `{{ messages[0].content }}\nAsk ann.lee@mail.example.`,
    variables: `{\n"api_key": "${key}"}`,
    documents: '["Written by bob@example.com"]',
  };
  const state = { ...emptyLinkState, text: 'Yes.', system: `Log in with\n${key}.`, profile: 'auto', template };
  await scope.open(`#${encodeLink({ ...state, view: 'prompt' })}`);
  await expect(scope.editor('Chat template')).toHaveValue(template.text);
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  const dialog = await scope.share();
  const ask = dialog.getByRole('region', { name: /^This case holds what looks like / });
  await expect(ask.getByRole('listitem')).toHaveText([
    'API key sk-p…: system prompt, line 2',
    'E-mail address a…@mail.example: chat template, line 2',
    'API key sk-p…: variables of the template, line 2',
    'E-mail address b…@example.com: documents of the template',
  ]);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  expect(await clipboard(page)).toBe('before');
  await ask.getByRole('button', { name: 'Redact values' }).click();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => clipboard(page)).toContain('#');
  const copied = await clipboard(page);

  const other = await page.context().newPage();
  const elsewhere = new Callscope(other);
  await elsewhere.stayPlain();
  await other.goto(copied);
  await expect(elsewhere.editor('Chat template')).toHaveValue(/\nAsk /);
  await expect(elsewhere.editor('Chat template')).not.toHaveValue(/ann\.lee/);
  await other.getByRole('button', { name: /^Variables/ }).click();
  for (const label of ['Variables, as a JSON object', 'Documents, as a JSON list']) {
    const field = other.getByLabel(label);
    await expect(field).not.toHaveValue('');
    await expect(field).not.toHaveValue(new RegExp(`${key}|bob@example`));
  }
  await expect(elsewhere.editor('Rendered prompt')).not.toHaveValue(new RegExp(key));
});
