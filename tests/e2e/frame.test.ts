import { expect, test } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';

const views = ['Stream', 'Loop', 'Compare', 'Prompt', 'Learn'] as const;
const prefill = `#in=${encodeURIComponent(fence(oilCall))}&runtime=exathena`;

test.describe('the header', () => {
  for (const width of [1024, 1280, 1440]) {
    test(`is one row, ${width} wide, whatever the runtime asks for${width > 1024 ? ' @long' : ''}`, async ({
      page,
    }) => {
      const scope = new Callscope(page);
      await page.setViewportSize({ width, height: 768 });
      await scope.open(prefill);
      for (const runtime of ['exathena 0.19', 'ollama qwen3-thinking', 'vllm deepseek_v31']) {
        await scope.chooseRuntime(runtime);
        await scope.answered();
        const header = page.getByRole('banner');
        expect((await header.boundingBox())?.height).toBeLessThan(60);
        const parts = await header.evaluate((element) =>
          [...element.children]
            .map((child) => child.getBoundingClientRect())
            .filter((box) => box.width > 0)
            .map(({ left, right }) => ({ left, right })),
        );
        for (const [index, { left }] of parts.entries()) {
          if (index > 0)
            expect(left, `part ${index} of the header`).toBeGreaterThanOrEqual(parts[index - 1]?.right ?? 0);
        }
        expect(parts.at(-1)?.right).toBeLessThanOrEqual(width);
      }
    });
  }

  for (const width of [390, 360, 320]) {
    test(`shows every view whole on a phone, ${width} wide${width > 320 ? ' @long' : ''}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width, height: 720 }, isMobile: true, hasTouch: true });
      const scope = new Callscope(await context.newPage());
      await scope.open(prefill);
      const buttons = scope.page.getByRole('navigation', { name: 'Doors' }).getByRole('button');
      await expect(buttons).toHaveText(['Debug', 'Prompt', 'Learn']);
      for (const button of await buttons.all()) {
        const box = await button.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(
          0,
        );
      }
      expect(await scope.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await context.close();
    });
  }
});

for (const width of [1440, 390]) {
  test(`a name without a place to break widens nothing, ${width} wide`, async ({ page }) => {
    const [name, key] = ['n', 'k'].map((letter) => letter.repeat(300));
    const call = JSON.stringify({ name, arguments: { [key ?? '']: 'v'.repeat(300) } });
    const scope = new Callscope(page);
    await page.setViewportSize({ width, height: 800 });
    const tools = JSON.stringify([
      { name, parameters: { type: 'object', properties: { [key ?? '']: { type: 'string' } } } },
    ]);
    await scope.open(`#in=${encodeURIComponent(fence(call))}&tools=${encodeURIComponent(tools)}`);
    const wide = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll('main :is(.kit-scroll, .kit-fill, .kit-pane, .editor-problems)')].flatMap(
          ({ scrollWidth, clientWidth, className }) => (scrollWidth > clientWidth + 1 ? [className] : []),
        ),
      );
    await expect(scope.cards.first()).toContainText(String(name));
    expect(await wide()).toEqual([]);
    await scope.drawer('Loop');
    await expect(page.getByRole('main')).toContainText('What the tools return');
    expect(await wide()).toEqual([]);
    await scope.door('Prompt');
    await expect(page.locator('.editor-problems').filter({ hasText: 'nnn' })).toBeVisible();
    expect(await wide()).toEqual([]);
  });
}

test('panes are resized by keyboard, mouse and double click, and stay so @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco(prefill);
  await scope.monacoReady();
  const border = page.getByRole('separator', { name: 'Width of the text', exact: true });
  const pane = page.getByRole('region', { name: 'Model output' });
  const at = async (): Promise<number> => Number(await border.getAttribute('aria-valuenow'));
  const width = async (): Promise<number> => (await pane.boundingBox())?.width ?? 0;
  await expect(border).toHaveAttribute('aria-valuenow', '50');
  const first = await width();
  await border.focus();
  await page.keyboard.press('ArrowRight');
  expect(await at()).toBe(52);
  expect(await width()).toBeGreaterThan(first);
  await page.keyboard.press('End');
  await expect(border).toHaveAttribute('aria-valuenow', (await border.getAttribute('aria-valuemax')) ?? '');
  await page.keyboard.press('Home');
  await expect(border).toHaveAttribute('aria-valuenow', '20');
  // The editor follows its pane.
  await expect
    .poll(async () =>
      Math.abs(((await pane.locator('.monaco-editor').first().boundingBox())?.width ?? 0) - (await width())),
    )
    .toBeLessThan(8);
  await border.dblclick();
  expect(await at()).toBe(50);
  const box = await border.boundingBox();
  if (box === null) throw new Error('The border is not on the page.');
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 100, box.y + 220, { steps: 4 });
  await page.mouse.up();
  const moved = await at();
  expect(moved).toBeGreaterThan(54);
  await scope.saved('"borders":{"reply":');
  await page.reload();
  await scope.answered();
  expect(await at()).toBe(moved);
  const other = page.getByRole('separator');
  for (const view of views) {
    if (view === 'Learn') await scope.learn('Formats');
    else await scope.view(view);
    await other.first().focus();
    const before = Number(await other.first().getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowLeft');
    expect(Number(await other.first().getAttribute('aria-valuenow')), view).toBe(before - 2);
  }
  expect(scope.complaints).toEqual([]);
});

test('a notice goes with its text, and Escape closes what was opened last', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(
    `#in=${encodeURIComponent('<tool_call>\n{"name": "f", "arguments": {"a": 1,}}\n</tool_call>')}&runtime=vllm:hermes`,
  );
  const fix = page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Repair the JSON' });
  const undo = scope.notices.getByRole('button', { name: 'Undo' });
  await fix.click();
  await expect(undo).toBeVisible();
  await scope.editor('Reply text').press('End');
  await page.keyboard.type('.');
  await expect(undo).toHaveCount(0);
  await page.keyboard.press('Backspace');

  await scope.write('Reply text', '<tool_call>\n{"name": "f", "arguments": {"a": 1,}}\n</tool_call>');
  await scope.answered();
  await fix.click();
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(undo).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(undo).toHaveCount(0);
});

test('Escape closes the open drawer, and leaves a field to itself', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(fence(oilCall))}`);
  const loop = page.getByRole('navigation', { name: 'Drawers' }).getByRole('button', { name: 'Loop' });
  await loop.click();
  const next = page.getByRole('textbox', { name: 'The next reply' });
  await next.fill('It is done.');
  await page.keyboard.press('Escape');
  await expect(loop).toHaveAttribute('aria-expanded', 'true');
  await expect(next).toHaveValue('It is done.');
  await page.getByRole('tab', { name: 'Turn' }).focus();
  await page.keyboard.press('Escape');
  await expect(loop).toHaveAttribute('aria-expanded', 'false');
  await expect(loop).toBeFocused();
  expect(scope.complaints).toEqual([]);
});

test('Back closes a dialog that is open, and the view under it stays', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(prefill);
  const open = page.getByRole('navigation', { name: 'Doors' }).locator('[aria-current="page"]');
  await scope.door('Prompt');
  await expect(open).toHaveText('Prompt');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(dialog).toHaveCount(0);
  await expect(open).toHaveText('Prompt');
  await page.goBack({ waitUntil: 'commit' });
  await expect(open).toHaveText('Debug');
});

test('Back and Forward lead from view to view, and leave the page from the first one', async ({ page }) => {
  const scope = new Callscope(page);
  await page.goto('about:blank');
  await scope.open(prefill);
  const open = page.getByRole('navigation', { name: 'Doors' }).locator('[aria-current="page"]');
  await scope.door('Prompt');
  await expect(open).toHaveText('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Open the example' }).click();
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('3');
  await lab.getByRole('button', { name: 'Run 18 runs' }).click();
  await lab.getByRole('button', { name: /^Runs of A on message 1/ }).click();
  const run = lab.getByRole('button', { name: /^Open run A1/ }).first();
  await run.click();
  await scope.answered();
  await expect(open).toHaveText('Debug');
  await page.goBack();
  await expect(open).toHaveText('Prompt');
  await expect(run).toBeInViewport();
  await expect(run).toBeFocused();
  await page.goForward();
  await expect(open).toHaveText('Debug');
  await scope.drawer('Stream');
  const stream = page.getByRole('main', { name: 'Stream' });
  await expect(stream).toBeVisible();
  await page.reload();
  await expect(stream).toBeVisible();
  await page.goBack();
  await expect(stream).toHaveCount(0);
  await page.goBack();
  await expect(open).toHaveText('Prompt');
  await page.goBack();
  await expect(open).toHaveText('Debug');
  // A link is a place of its own, and what it shows first as well.
  await page.evaluate(() => (location.hash = '#in=Hello.'));
  await expect(scope.editor('Reply text')).toHaveValue('Hello.');
  await page.goBack();
  await expect(scope.editor('Reply text')).not.toHaveValue('Hello.');
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('a zoom of 400 % leaves one column that scrolls, in which every pane has a height and the focus is seen', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await scope.open(prefill);
  await scope.answered();
  const share = await page.getByRole('button', { name: 'Share' }).boundingBox();
  expect((share?.x ?? 0) + (share?.width ?? 0)).toBeLessThanOrEqual(320);
  for (const name of ['Model output', 'Result', 'Steps'])
    await expect
      .poll(async () => (await page.getByRole('region', { name, exact: true }).boundingBox())?.height)
      .toBeGreaterThan(120);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press('Tab');
    const isSeen = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      return document.activeElement === document.body || (box !== undefined && box.bottom > 0 && box.top < innerHeight);
    });
    expect(isSeen, `stop ${String(stop)}`).toBe(true);
  }
});

const ollama = JSON.stringify({
  model: 'qwen2.5-coder:7b',
  created_at: '2026-11-29T20:11:03.123Z',
  message: { role: 'assistant', content: oilCall },
  done_reason: 'stop',
  done: true,
  eval_count: 31,
});

test('where the window is low or the text large, nothing is out of reach', async ({ browser }) => {
  for (const { width, height, font } of [
    { width: 320, height: 640, font: 16 },
    { width: 844, height: 390, font: 16 },
    { width: 390, height: 844, font: 32 },
  ]) {
    const name = `${String(width)}x${String(height)}, text of ${String(font)}px`;
    const context = await browser.newContext({ viewport: { width, height }, isMobile: true, hasTouch: true });
    const page = await context.newPage();
    const scope = new Callscope(page);
    await scope.arrive();
    await page.evaluate((size) => (document.documentElement.style.fontSize = `${String(size)}px`), font);
    await scope.pasteOnPage(ollama);
    await scope.answered();
    // What was recognised is seen at once, and can be taken back.
    const toast = page.locator('.toast');
    await expect(toast).toContainText('Recognised: an Ollama chat response.');
    await expect(toast).toBeInViewport({ ratio: 1 });
    await toast.getByRole('button', { name: 'Undo' }).click({ trial: true });
    // It covers none of the ways to the rest of the answer.
    const ways = page.getByRole('navigation', { name: width < 700 ? 'Panes' : 'Drawers', exact: true });
    const foot = await ways.evaluate((element) => element.getBoundingClientRect().top);
    expect(await toast.evaluate((element) => element.getBoundingClientRect().bottom), name).toBeLessThan(foot + 2);
    await expect.poll(async () => (await page.getByRole('main').boundingBox())?.height, name).toBeGreaterThan(310);
    if (width < 700) {
      const panes = page.getByRole('navigation', { name: 'Panes' });
      await panes.getByRole('button', { name: 'Steps' }).click();
      await expect(scope.ladder).toBeVisible();
      await panes.getByRole('button', { name: 'Text' }).click();
    }
    await scope.editor('Reply text').click();
    await page
      .getByRole('navigation', { name: 'Drawers' })
      .getByRole('button', { name: 'Loop' })
      .click({ trial: true });
    await page.getByRole('button', { name: 'Share', exact: true }).click({ trial: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
    await context.close();
  }
});
