import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';

const reply = 'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Malmö",}}\n</tool_call>\n';

async function shareAs(page: Page, kind: string, text: string, runtime = 'vllm:hermes'): Promise<Locator> {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(text)}&runtime=${runtime}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind, exact: true }).check();
  return dialog;
}

test('an issue opens in a tab of its own, filled in, and nothing is asked before the click', async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  await context.route(/github\.com/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<title>New issue</title>' });
  });
  const dialog = await shareAs(page, 'Issue report', reply);
  const open = dialog.getByRole('link', { name: 'Open issue' });
  await expect(open).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(dialog.getByText('github.com/vllm-project/vllm')).toBeVisible();
  expect(asked).toEqual([]);
  const [tab] = await Promise.all([context.waitForEvent('page'), open.click()]);
  await tab.waitForLoadState();
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  const url = new URL(tab.url());
  expect(url.origin + url.pathname).toBe('https://github.com/vllm-project/vllm/issues/new');
  expect(url.href.length).toBeLessThanOrEqual(8000);
  const body = url.searchParams.get('body') ?? '';
  expect(body).toContain(reply);
  expect(body).toContain('--tool-call-parser hermes');
  expect(body).toMatch(/\[Open this case in Callscope\]\(http:\/\/127\.0\.0\.1:\d+\/#1\./);
  await expect(dialog.getByRole('link', { name: '✓ Opened issue' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('an issue with private values opens only after a decision @long', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route(/github\.com/, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html', body: '<title>New issue</title>' });
  });
  const dialog = await shareAs(page, 'Issue report', `${reply}Ask ann@mail.example.`);
  await expect(dialog.getByRole('link', { name: 'Open issue' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Open issue' }).click();
  await expect(dialog.getByText('“Open issue” waits for your decision.')).toBeVisible();
  expect(asked).toEqual([]);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Share anyway' }).click(),
  ]);
  await tab.waitForLoadState();
  expect(asked).toHaveLength(1);
  await page.bringToFront();
  await expect(dialog.getByRole('link', { name: '✓ Opened issue' })).toBeFocused();
});

test('without a known tracker there is no button @long', async ({ page }) => {
  const dialog = await shareAs(page, 'Issue report', reply, 'auto');
  await expect(dialog.getByRole('textbox', { name: 'Issue report' })).toHaveValue(/### Runtime/);
  await expect(dialog.getByText('Open issue')).toHaveCount(0);
});

/** How many pixels of each colour the canvas has, as `r,g,b`. */
async function colours(page: Page): Promise<ReadonlySet<string>> {
  const found = await page.locator('dialog canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    // Millions of pixels have a few hundred colours: texts are made of those alone.
    const seen = new Set(new Uint32Array(data.buffer));
    return [...seen].map((pixel) => new Uint8Array(Uint32Array.of(pixel).buffer, 0, 3).join(','));
  });
  return new Set(found);
}

// The next test may get the same context.
test.afterEach(({ context }) => context.setOffline(false));

test('a picture is copied and saved, in the colours of the page, with its alt text @long', async ({
  page,
  context,
}) => {
  const dialog = await shareAs(page, 'Picture', reply);
  await expect(dialog.getByRole('img', { name: 'The picture' })).toBeVisible();
  // The paper and the red of the page, light and dark.
  const light = await colours(page);
  expect([light.has('244,245,242'), light.has('173,31,45')]).toEqual([true, true]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await colours(page)).has('19,23,25')).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });

  // Without a network from here on.
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Copy picture' }).click();
  await expect(dialog.getByText('Copied picture. Paste it into a chat.')).toBeVisible();
  const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types: all }) => all));
  expect(types).toContain('image/png');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download callscope.png' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('callscope.png');
  const file = await readFile(await download.path());
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  // The width of the first block of a PNG, in pixels.
  expect(file.readUInt32BE(16)).toBe(1760);

  await dialog.getByRole('button', { name: 'Copy alt text' }).click();
  const alt = await page.evaluate(() => navigator.clipboard.readText());
  expect(alt).toContain('vLLM hermes');
  expect(alt).toContain('"city": "Malmö"');
});

test('where the browser copies no picture, the download is named @long', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const dialog = await shareAs(page, 'Picture', reply);
  await dialog.getByRole('button', { name: 'Copy picture' }).click();
  await expect(dialog.getByText('Download it instead.')).toBeVisible();
});

test('a long text is cut in the picture, and a long link is not printed @long', async ({ page }) => {
  let text = '';
  for (let line = 0; line < 400; line += 1)
    text += `${String((line * 7919) % 9973)} ${String((line * 104_729) % 99_991)}\n`;
  const dialog = await shareAs(page, 'Picture', text);
  await expect(dialog.getByText('The link is too long to print in the picture.')).toBeVisible();
  const canvas = dialog.locator('canvas');
  expect(await canvas.evaluate((element) => (element as HTMLCanvasElement).height)).toBeLessThan(2800);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the picture is narrower and fits @long', async ({ page }) => {
    const dialog = await shareAs(page, 'Picture', reply);
    const canvas = dialog.locator('canvas');
    expect(await canvas.evaluate((element) => (element as HTMLCanvasElement).width)).toBe(1040);
    const body = dialog.locator('.body');
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });
});
