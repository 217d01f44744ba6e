// Takes the picture that README shows, docs/screenshot.png. With --all, also pictures for a look by eye: three widths in both
// themes, into docs/screenshots.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { launchOptions } from './chromium.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}docs/screenshots`;

await build({ root, logLevel: 'warn' });
const server = await preview({ root, preview: { host: '127.0.0.1', port: 0 } });
const address = server.resolvedUrls?.local[0];
if (address === undefined) throw new Error('The preview has no address.');
const browser = await chromium.launch(launchOptions());

/** @param {import('@playwright/test').Page} page */
async function settle(page) {
  await page.locator('[data-testid="verdict"]:not([data-outcome="stale"])').waitFor();
  // Monaco comes when the page is idle; on phones it never does.
  await page
    .locator('[data-editor="monaco"]')
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => undefined);
  await page.waitForTimeout(400);
}

/** @param {import('@playwright/test').Page} page */
async function openSolvedCase(page) {
  await page.getByRole('button', { name: 'Qwen', exact: true }).click();
  await settle(page);
  await page.getByRole('button', { name: 'Show where' }).click();
  await page.waitForTimeout(300);
}

// Small enough for a README: below 150 KB.
const readmePage = await browser.newPage({ viewport: { width: 1200, height: 600 }, colorScheme: 'light' });
await readmePage.goto(address);
await openSolvedCase(readmePage);
await readmePage.screenshot({ path: `${root}docs/screenshot.png` });
await readmePage.close();

const sizes = /** @type {const} */ ([
  [1440, 900],
  [1024, 768],
  [390, 844],
]);
for (const [width, height] of process.argv.includes('--all') ? sizes : []) {
  mkdirSync(out, { recursive: true });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const isPhone = width < 700;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      isMobile: isPhone,
      hasTouch: isPhone,
    });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Qwen', exact: true }).waitFor();
    await page.screenshot({ path: `${out}/arrival-${width}-${colorScheme}.png` });
    await openSolvedCase(page);
    await page.screenshot({ path: `${out}/reply-${width}-${colorScheme}.png` });
    for (const [key, name] of /** @type {const} */ ([
      ['p', 'prompt'],
      ['s', 'stream'],
      ['l', 'loop'],
      ['f', 'formats'],
      ['c', 'compare'],
    ])) {
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForTimeout(2000);
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` });
    }
    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: 'Presentation of the steps' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${out}/present-${width}-${colorScheme}.png` });
    await context.close();
  }
}

await browser.close();
await server.close();
console.log('The picture of README is docs/screenshot.png.');
