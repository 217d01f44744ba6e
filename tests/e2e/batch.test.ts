import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

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
  await expect(status).toHaveText('2,000 replies read with Any format.', { timeout: 120_000 });
  const groups = page.getByRole('list', { name: 'Groups' }).getByRole('button');
  await expect(groups.first()).toContainText('The text ends inside the call');
  expect(await findingsOf(page)).toEqual([]);

  // Another server: what changed adds up to all.
  await scope.chooseRuntime('sglang qwen25');
  await expect(status).toHaveText('2,000 replies read with SGLang qwen25.', { timeout: 160_000 });
  const moves = await page.getByText(/^Since Any format:/).textContent();
  const [fixed = 0, broken = 0, other = 0, same = 0] = Array.from(
    (moves ?? '').matchAll(/([\d,]+) (?:fixed|broken|otherwise|the same)/g),
    ([, count = '']) => Number(count.replaceAll(',', '')),
  );
  expect(fixed + broken + other + same).toBe(2000);
  expect(broken).toBeGreaterThan(100);

  // A group, one of its replies in Debug, and the way back to the same place.
  const count = Number(((await groups.first().locator('.count').textContent()) ?? '').replaceAll(',', ''));
  await groups.first().click();
  const heading = page.getByRole('heading', { name: `${count.toLocaleString('en')} replies in this group` });
  await expect(heading).toBeVisible();
  const replies = page.getByRole('list', { name: 'Replies' });
  const first = replies.getByRole('button', { name: /^reply-/ }).first();
  const id = (await first.textContent()) ?? '';
  await first.click();
  await expect(scope.verdict).toContainText('No call');
  await scope.view('Batch');
  await expect(heading).toBeVisible();
  await expect(first).toHaveText(id);

  // What is shown is what is saved.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSONL' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n');
  expect([lines.length, (JSON.parse(lines[0] ?? '{}') as { id: string }).id]).toEqual([count, id]);

  // A packed log with a broken line, on a phone.
  await page.setViewportSize(phone.viewport);
  const record = (index: number): string =>
    JSON.stringify({ id: `q${String(index)}`, result: `[fill(tank=${String(index)})]` });
  const log = [record(1), '{"id": "q2", "resu', record(3)].join('\n');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'results.jsonl.gz', mimeType: 'application/gzip', buffer: gzipSync(log) });
  await expect(status).toContainText('2 replies read');
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('bfcl-result, 2 replies');
  await page.getByText('1 problem').click();
  await expect(page.getByText('Line 2 is no JSON.')).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);

  // A reload loses nothing, and what was closed is forgotten.
  await page.reload();
  await expect(status).toContainText('2 replies read');
  await page.getByRole('button', { name: 'Close the log' }).click();
  const empty = page.getByRole('heading', { name: 'Many replies at once' });
  await expect(empty).toBeVisible();
  await page.reload();
  await expect(empty).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open again' })).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});
