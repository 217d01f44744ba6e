/** How long the page is deaf while a long log is opened, read, paused, filtered, searched and scrolled. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { logLine } from './long-log.ts';
import { atMost, printRow, printTitle } from './table.ts';
import { longestTask, TASKS } from './trace.ts';

/** Milliseconds: the page shows the next frame within a twentieth of a second. */
const BUDGET = 50;
/** Milliseconds that reading may take on a slow machine. */
const PATIENCE = 600_000;

export async function benchLogPage(browser: Browser, address: string, count: number): Promise<void> {
  printTitle(`The page while it reads ${count.toLocaleString('en')} replies and is used: computing of its thread`);
  const folder = await mkdtemp(join(tmpdir(), 'callscope-bench-'));
  try {
    const path = join(folder, 'long.jsonl');
    await writeLog(path, count);
    for (const runtime of ['auto', 'vllm:hermes']) {
      const { reading, read } = await longestTasks(browser, `${address}#in=Hello.&runtime=${runtime}`, path);
      printRow({
        what: `${runtime}: longest task until all is read`,
        figure: reading,
        unit: 'ms',
        target: atMost(BUDGET),
      });
      printRow({ what: '  longest task when all is read', figure: read, unit: 'ms', target: atMost(BUDGET) });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeLog(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  for (let index = 0; index < count; index += 1) if (!file.write(logLine(index))) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}

/** In milliseconds of computing. */
async function longestTasks(
  browser: Browser,
  address: string,
  path: string,
): Promise<{ reading: number; read: number }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.locator('[data-testid="verdict"]').waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Go to: Many replies');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open the example log' }).waitFor();
  const status = page.locator('.progress [role="status"]');
  const done = status.filter({ hasText: 'read with' });

  // Editor and workers of the page settle.
  await page.waitForTimeout(2500);
  await browser.startTracing(page, { categories: TASKS });
  await page.locator('input[type="file"]').first().setInputFiles(path);
  await page.getByRole('list', { name: 'Groups' }).getByRole('button').first().waitFor({ timeout: PATIENCE });
  const pause = page.getByRole('button', { name: 'Pause' });
  // A short log is read before anybody could.
  if (await pause.isVisible()) {
    await pause.click();
    await page.getByRole('button', { name: 'Go on' }).click();
  }
  await use(page);
  await done.waitFor({ timeout: PATIENCE });
  const reading = longestTask(await browser.stopTracing());

  await browser.startTracing(page, { categories: TASKS });
  await use(page);
  const read = longestTask(await browser.stopTracing());
  await page.close();
  return { reading, read };
}

/** What somebody does with a log, within a few seconds. */
async function use(page: Page): Promise<void> {
  const outcome = page.getByRole('group', { name: 'Outcomes' }).getByRole('button').first();
  await outcome.click();
  await page.waitForTimeout(300);
  await outcome.click();
  const search = page.getByRole('searchbox', { name: 'Search replies' });
  await search.pressSequentially('tool_3', { delay: 80 });
  await search.fill('');
  const group = page.getByRole('list', { name: 'Groups' }).getByRole('button').first();
  await group.click();
  await page.waitForTimeout(300);
  await group.click();
  const replies = page.getByRole('list', { name: 'Replies' });
  await replies.hover();
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.wheel(0, 3000);
    await page.waitForTimeout(30);
  }
  for (let place = 0; place < 20; place += 1) {
    await replies.evaluate((list, part) => (list.scrollTop = part * list.scrollHeight), ((7 * place) % 20) / 20);
    await page.waitForTimeout(30);
  }
}
