import { expect, test } from '@playwright/test';
import { formatList } from '../../src/core/formats/list.ts';
import { logNamed } from '../core/log/logs.ts';
import { Callscope, fence, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

test('the views of the reply and of the prompt have no findings', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await scope.example('Extracted, but against the schema');
  await expect(scope.cards.first()).toContainText('against the schema');
  await scope.ladder.focus();
  await page.keyboard.press('End');
  expect(await findingsOf(page)).toEqual([]);
  await scope.door('Prompt');
  await scope.monacoReady();
  expect(await findingsOf(page)).toEqual([]);
});

for (const isPhone of [false, true]) {
  test(`comparing has no findings${isPhone ? ' on a phone' : ''} @long`, async ({ browser }) => {
    const context = await browser.newContext(isPhone ? phone : {});
    const scope = new Callscope(await context.newPage());
    await scope.openMonaco();
    await scope.drawer('Compare');
    for (const mode of ['Servers', 'Texts', 'Prompts']) {
      await test.step(mode, async () => {
        await scope.page.getByRole('button', { name: mode, exact: true }).click();
        const diff = scope.page.locator(`[data-diff="${isPhone ? 'list' : 'monaco'}"]`);
        if (mode === 'Prompts') await expect(diff).toHaveCount(1);
        else await expect(scope.compared).toBeVisible();
        expect(await findingsOf(scope.page)).toEqual([]);
      });
    }
    await context.close();
  });
}

for (const isPhone of [false, true]) {
  test(`the stream has no findings in any pane${isPhone ? ' on a phone' : ''} @long`, async ({ browser }) => {
    const context = await browser.newContext(isPhone ? phone : {});
    const scope = new Callscope(await context.newPage());
    const { page } = scope;
    const raw = logNamed('openai-chat/name-repeated');
    await scope.open(`#in=${encodeURIComponent(`Oil:\n${fence(oilCall)}\nDone.`)}&runtime=exathena`);
    await page.getByRole('navigation', { name: 'Drawers' }).getByRole('button', { name: 'Raw response' }).click();
    await page.getByRole('textbox', { name: 'Raw response' }).focus();
    await page.keyboard.insertText(raw);
    await scope.drawer('Stream');
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByRole('list', { name: 'Faults of the stream' }).getByRole('button').first().click();
    expect(await findingsOf(page)).toEqual([]);
    await scope.open(`#in=${encodeURIComponent(`Gauge:\n${fence(oilCall)}\nDone.`)}&runtime=exathena`);
    // What a link replaced can be had back, in a notice that stays until it is closed.
    await page.locator('.toasts').getByRole('button').last().click();
    await scope.drawer('Stream');
    await page.getByRole('tab', { name: 'Chunks' }).click();
    await page.getByRole('button', { name: 'Cut evenly' }).click();
    await page.getByRole('button', { name: 'Edit borders' }).click();
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Previous chunk' }).click();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Calls so far' }).click();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Every cut' }).click();
    await page.getByRole('button', { name: 'Try every cut' }).click();
    await page.getByRole('slider', { name: 'Cut' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('cut')).toBeVisible();
    expect(await findingsOf(page)).toEqual([]);
    await context.close();
  });
}

test('the formats and the page of one have no findings @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.learn('Formats');
  await expect(page.getByRole('list', { name: 'Formats by example' }).getByRole('button')).toHaveCount(
    formatList.length,
  );
  // Fewer entries, which are all alike.
  await page.getByRole('searchbox', { name: 'Search the formats' }).fill('hermes');
  expect(await findingsOf(page)).toEqual([]);
  await page
    .getByRole('region', { name: 'All formats' })
    .getByRole('button', { name: /^hermes/ })
    .click();
  await expect(page.getByRole('article', { name: 'Format hermes' })).toBeVisible();
  // The lists around it were looked at.
  expect(await findingsOf(page, '[aria-label="Format hermes"]')).toEqual([]);
});

test('what others make of a reply has no findings, nor has the list of formats @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(`<tool_call>\n${oilCall}\n</tool_call>`)}&runtime=auto`);
  await scope.drawer('All servers');
  await page.getByRole('button', { name: 'Which servers parse this?' }).click();
  await expect(page.getByRole('list', { name: 'vLLM', exact: true })).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'How servers convert values' }).click();
  await expect(page.getByLabel('Raw text')).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await scope.door('Debug');
  await scope.runtime().click();
  await page.getByRole('combobox', { name: 'Server', exact: true }).fill('hermes');
  await expect(page.getByRole('option', { name: /^vLLM hermes/ })).toHaveAttribute('aria-selected', 'true');
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Server', exact: true }).fill('one format');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Formats' }).getByRole('option')).toHaveCount(formatList.length);
  await page.keyboard.type('qwen');
  await expect(page.getByRole('listbox', { name: 'Formats' }).getByRole('option')).not.toHaveCount(formatList.length);
  expect(await findingsOf(page)).toEqual([]);
});

for (const isPhone of [false, true]) {
  test(`the loop has no findings in its panes${isPhone ? ' on a phone' : ''} @long`, async ({ browser }) => {
    const context = await browser.newContext(isPhone ? phone : {});
    const scope = new Callscope(await context.newPage());
    const { page } = scope;
    await scope.open();
    await scope.example('A halt forgets what was done');
    await page.getByRole('button', { name: 'A result for an id that no call has' }).click();
    await page.getByRole('radio', { name: 'error', exact: true }).first().check();
    await page.getByLabel('Code').first().fill('a]b');
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Messages' }).click();
    await expect(page.getByRole('region', { name: 'ExAthena, Anthropic' })).toBeVisible();
    expect(await findingsOf(page)).toEqual([]);
    await context.close();
  });
}

test('the list of tools and the dialog that adds some have no findings @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.door('Prompt');
  await scope.paste(
    'Tool definitions, as JSON',
    '[{"name": "fs.read", "parameters": {"type": "object", "properties": {"path": {"enum": ["a"], "default": "a"}}, "required": ["path", "gone"]}}]',
  );
  await page.getByRole('button', { name: /^fs/ }).click();
  await expect(page.getByRole('group', { name: 'Parameters of fs.read' })).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add tools' }).click();
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  await page.getByRole('button', { name: 'Add the tool' }).click();
  await expect(page.getByText('A tool needs a name.')).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('tab', { name: /Paste/ }).click();
  await page
    .getByRole('textbox', { name: /Tools in JSON/ })
    .fill('[{"name": "fs.read", "schema": {}}, {"name": "b", "schema": {}}, null]');
  await expect(page.getByText('2 tools found.')).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
});

test('the dialogs Examples and Share have no findings @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  for (const name of ['Examples', 'Share']) {
    await test.step(name, async () => {
      await scope.command(name === 'Share' ? 'Share this page' : 'Open an example');
      await expect(page.getByRole('dialog', { name }).getByRole('button').nth(1)).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});

test('an embed has no findings @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`?embed=reply,steps,calls,more#in=${encodeURIComponent(fence(oilCall))}`);
  await scope.ladder.focus();
  await page.keyboard.press('End');
  expect(await findingsOf(page)).toEqual([]);
});

test('the presentation has no findings, at its keys and at a step @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(fence(oilCall))}`);
  await page.getByRole('button', { name: 'Present the steps in large type' }).click();
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await expect(page.getByRole('note')).toBeVisible();
  for (const key of ['p', 'ArrowRight', 'ArrowRight', 'End']) {
    expect(await findingsOf(page)).toEqual([]);
    await page.keyboard.press(key);
  }
});

test('a phone has no findings in any pane', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  await scope.open();
  for (const pane of ['Text', 'Steps']) {
    await scope.page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: pane }).click();
    expect(await findingsOf(scope.page)).toEqual([]);
  }
  // What one comes to Share for is in sight without scrolling.
  await scope.page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(scope.page.getByRole('button', { name: 'Copy link' })).toBeInViewport({ ratio: 1 });
  expect(await findingsOf(scope.page)).toEqual([]);
  await context.close();
});
