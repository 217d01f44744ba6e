import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  await page.getByRole('button', { name }).click();
}

/** Asks a table of moves for its counts. */
function movesOf(table: Locator): () => Promise<ReadonlyMap<string, number>> {
  return async () => {
    const rows = await table.locator('tbody tr').all();
    const counts = rows.map(async (row): Promise<[string, number]> => {
      const move = (await row.getByRole('rowheader').textContent()) ?? '';
      const count = /[\d,]+/.exec((await row.getByRole('cell').first().textContent()) ?? '')?.[0] ?? '';
      return [move.trim(), Number(count.replaceAll(',', ''))];
    });
    return new Map(await Promise.all(counts));
  };
}

test('a log of many replies: groups, another server, a reply in Debug and back, the table', async ({ page }) => {
  const scope = new Callscope(page);
  // Two workers share the replies, as they do where there are more cores than here.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 });
  });
  await scope.open();
  await scope.chooseRuntime('Any format');
  await scope.view('Batch');
  await page.getByRole('button', { name: 'Open the example log' }).click();
  const status = page.locator('.progress [role="status"]');
  await expect(status).toHaveText(/^2,000 replies read with Any format\./, { timeout: 120_000 });
  const groups = page.getByRole('list', { name: 'Groups' }).getByRole('button');
  await expect(groups.first()).toContainText('The text ends inside the call');
  // Each is said once, and what came before all else.
  await expect(page.getByText('is no server')).toHaveCount(1);
  await expect(page.getByText('no server asked')).toHaveCount(0);
  const [came, files] = await Promise.all(
    [page.locator('.came').first(), page.getByRole('list', { name: 'Files' })].map((one) => one.boundingBox()),
  );
  expect(came?.y).toBeLessThan(files?.y ?? 0);
  expect(await findingsOf(page)).toEqual([]);

  // A server: it is neither better nor worse than what our own reader finds.
  await scope.chooseRuntime('sglang qwen25');
  await expect(status).toHaveText(/^2,000 replies read with SGLang qwen25\./, { timeout: 160_000 });
  await expect(page.getByText('is no server')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'What became of them' })).toHaveCount(0);

  // A group, one of its replies in Debug, and the way back to the same place.
  await groups.first().click();
  // The groups of the answers before may be there for a moment: the number is that of the group that was opened.
  const heading = page.getByRole('heading', { name: / replies in this group$/ });
  await expect(heading).toBeVisible();
  const count = Number(/^[\d,]+/.exec((await heading.textContent()) ?? '')?.[0].replaceAll(',', ''));
  await expect(groups.first().locator('.count')).toHaveText(count.toLocaleString('en'));
  const replies = page.getByRole('list', { name: 'Replies' });
  // They are in the group, above the next one.
  await expect(page.getByRole('list', { name: 'Groups' }).getByRole('list', { name: 'Replies' })).toBeVisible();
  const first = replies.getByRole('button', { name: /^reply-/ }).first();
  const id = (await first.textContent()) ?? '';
  await first.click();
  await expect(scope.verdict).toContainText('No call');
  await scope.view('Batch');
  await expect(heading).toBeVisible();
  await expect(first).toHaveText(id);

  // What is shown is what is saved, in its order.
  await page.getByRole('combobox', { name: 'Order' }).selectOption('longest first');
  await expect(first).not.toHaveText(id);
  const longest = (await first.textContent()) ?? '';
  const saved = page.waitForEvent('download');
  await fromMenu(page, 'Save as JSONL');
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n');
  expect([lines.length, (JSON.parse(lines[0] ?? '{}') as { id: string }).id]).toEqual([count, longest]);

  // A packed log with a broken line, on a phone.
  await page.setViewportSize(phone.viewport);
  const record = (index: number): string =>
    JSON.stringify({ id: `q${String(index)}`, result: `[fill(tank=${String(index)})]` });
  const marked = JSON.stringify({ id: 'q3', result: [{ 'fill<|channel|>commentary': { tank: 3 } }] });
  const log = [record(1), '{"id": "q2", "resu', marked].join('\n');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'results.jsonl.gz', mimeType: 'application/gzip', buffer: gzipSync(log) });
  await expect(status).toContainText('2 replies read');
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('bfcl-result, 2 replies');
  await page.getByText('1 problem').click();
  await expect(page.getByText('Line 2 is no JSON.')).toBeVisible();
  // What is wrong with calls of the log leads to them.
  await page.getByRole('button', { name: 'Seen in 1 reply' }).click();
  await expect(replies.getByRole('button', { name: /^q\d/ })).toHaveText(['q3']);
  await page.getByRole('button', { name: 'Seen in 1 reply' }).click();
  await expect(replies.getByRole('button', { name: /^q\d/ })).toHaveText(['q1', 'q3']);
  expect(await findingsOf(page)).toEqual([]);

  // A reload loses nothing, and what was closed is forgotten.
  await page.reload();
  await expect(status).toContainText('2 replies read');
  await fromMenu(page, 'Close the log');
  const empty = page.getByRole('heading', { name: 'Many replies at once' });
  await expect(empty).toBeVisible();
  await page.reload();
  await expect(empty).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open again' })).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('files of no known shape: their members are chosen, two runs compared, a change tried, replies saved as tests @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.chooseRuntime('Any format');
  await scope.view('Batch');
  const call = (tank: number, end = '}}'): string =>
    `<tool_call>\n{"name": "fill", "arguments": {"tank": ${String(tank)}${end}\n</tool_call>`;
  const file = (name: string, texts: readonly string[]): { name: string; mimeType: string; buffer: Buffer } => {
    const lines = texts.map((words, index) => JSON.stringify({ key: `q${String(index)}`, said: { words } }));
    return { name, mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) };
  };
  const [sound, mixed] = [
    Array.from({ length: 12 }, (_, index) => call(index)),
    Array.from({ length: 12 }, (_, index) => (index < 8 ? call(index, '},}') : call(index))),
  ];
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([file('before.jsonl', mixed), file('after.jsonl', [...sound, 'Mail ann@pumps.example.org.'])]);
  const list = page.getByRole('list', { name: 'Files' }).locator(':scope > li');
  await expect(list.first()).toContainText('No reply was found in 12 records.');
  expect(await findingsOf(page)).toEqual([]);
  for (const [index, replies] of [12, 13].entries()) {
    const one = list.nth(index);
    await one.getByRole('combobox', { name: 'Reply' }).selectOption('said.words');
    await one.getByRole('combobox', { name: 'Id' }).selectOption('key');
    await one.getByRole('button', { name: 'Read it this way' }).click();
    await expect(one).toContainText(`lines, ${String(replies)} replies`);
  }
  const status = page.locator('.progress [role="status"]');
  await scope.chooseRuntime('vllm hermes');
  await expect(status).toHaveText(/^25 replies read with vLLM/);

  // Two runs of the same questions, joined by the ids that were chosen.
  await page.getByRole('combobox', { name: 'Before' }).selectOption('before.jsonl');
  const moves = movesOf(page.getByRole('table', { name: /^From before\.jsonl to after\.jsonl/ }));
  await expect(async () => {
    expect(Object.fromEntries(await moves())).toEqual({ Fixed: 8, 'The same': 4, 'On one side only': 1 });
  }).toPass();
  await expect(page.getByText('Calls came before: 4 of 12 replies')).toBeVisible();
  // The members that were chosen are kept with the files, and what is compared.
  await page.reload();
  await expect(status).toHaveText(/^25 replies read with vLLM/);
  await expect(async () => {
    expect((await moves()).get('Fixed')).toBe(8);
  }).toPass();
  await page.getByRole('button', { name: 'Fixed' }).click();
  await expect(page.getByRole('heading', { name: '8 replies' })).toBeVisible();
  await page.getByRole('button', { name: 'Fixed' }).click();
  // Until then the groups are those of the eight.
  await expect(page.getByRole('heading', { name: '25 replies' })).toBeVisible();

  // What would the edit of their diagnosis bring back?
  await page.getByRole('list', { name: 'Groups' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Try it on 8 replies' }).click();
  const tried = movesOf(page.getByRole('table', { name: /^If each reply were edited/ }));
  await expect(async () => {
    expect(Object.fromEntries(await tried())).toEqual({ Fixed: 8 });
  }).toPass();
  // Its rows list the replies, as those of two files do; the group and the table stay.
  await page
    .getByRole('table', { name: /^If each/ })
    .getByRole('button', { name: 'Fixed' })
    .click();
  await expect(page.getByRole('heading', { name: '8 replies in this group: Fixed' })).toBeVisible();
  await page.getByRole('button', { name: 'Find the best server' }).click();
  await expect(page.getByText(/servers tried on 8 replies\./)).toBeVisible({ timeout: 60_000 });
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('list', { name: 'Groups' }).getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: '25 replies' })).toBeVisible();

  // As tests; what looks private is named, and replaced.
  await fromMenu(page, 'Save as tests…');
  await expect(page.getByRole('group', { name: /looks private: 1 e-mail address/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the folder' }).click();
  const files = unzipSync(readFileSync(await (await saved).path()));
  expect(Object.keys(files)).toHaveLength(26);
  expect(Buffer.concat(Object.values(files)).toString()).not.toContain('ann@');
  expect(scope.complaints).toEqual([]);
});

test('the way back to the log leads to the reply that was opened; one of 5 MB holds nothing up', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.view('Batch');
  const line = (index: number, result: string): string => JSON.stringify({ id: `q${String(index)}`, result });
  const log = Array.from({ length: 300 }, (_, index) =>
    line(index, index === 150 ? 'The pump [fills] the tank. '.repeat(200_000) : `[fill(tank=${String(index)})]`),
  );
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'results.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log.join('\n')) });
  await expect(page.locator('.progress [role="status"]')).toContainText('300 replies read');
  await expect(page.getByRole('button', { name: 'Too long to read here', exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText('The reply has 5,400,000 characters.');
  const list = page.getByRole('list', { name: 'Replies' });
  for (const [viewport, id] of [
    [{ width: 1440, height: 900 }, 'q149'],
    [phone.viewport, 'q150'],
  ] as const) {
    await page.setViewportSize(viewport);
    await list.evaluate((box) => {
      box.scrollTop = 36 * 148;
    });
    const opened = list.getByRole('button', { name: id, exact: true });
    await opened.focus();
    await page.keyboard.press('Enter');
    await scope.answered();
    const back = page.getByRole('button', { name: 'Back to the log' });
    await expect(back).toBeVisible();
    if (id === 'q150') await expect(page.getByText('The beginning of reply q150 of the log is open.')).toBeVisible();
    // A few stops after the answer.
    for (let stops = 0; stops < 12 && !(await back.evaluate((one) => one === document.activeElement)); stops += 1)
      await page.keyboard.press('Tab');
    await expect(back).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(opened).toBeFocused();
    await expect(opened).toBeInViewport();
  }
  expect(scope.complaints).toEqual([]);
});
