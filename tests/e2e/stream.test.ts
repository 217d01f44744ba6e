import { expect, test, type Locator, type Page } from '@playwright/test';
import { logNamed } from '../core/log/logs.ts';
import { Callscope, fence, oilCall, phone } from './callscope.ts';

const moment = (page: Page): Locator => page.getByTestId('moment');
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Moment of the stream' });
const pieces = (page: Page, kind: string): Promise<string> =>
  page
    .getByTestId('stream-text')
    .locator(`.${kind}`)
    .allTextContents()
    .then((found) => found.join(''));
const expectPieces = (page: Page, kind: string) => expect.poll(() => pieces(page, kind));

async function openWithReply(scope: Callscope, reply: string): Promise<void> {
  await scope.open(`#in=${encodeURIComponent(reply)}`);
  await scope.drawer('Stream');
  await expect(moment(scope.page)).toBeVisible();
}

test('a pasted log: scrub through it, play it to the same result, and a link carries its chunks', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.paste('Reply text', logNamed('openai-chat/text-with-fence'));
  await expect(scope.notices.first()).toContainText('OpenAI chat-completions stream');
  await scope.answered();
  await scope.drawer('Stream');
  await expect(moment(page)).toContainText('Chunk 4 of 4');
  await expect(page.getByRole('list', { name: 'Calls so far' })).toContainText('read_gauge');
  const shownAtEnd = 'Look:\n\n';
  await expectPieces(page, 'shown').toBe(shownAtEnd);

  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(moment(page)).toHaveText('Nothing received yet of 4 chunks.');
  await page.keyboard.press('ArrowRight');
  await expect(moment(page)).toContainText('2 characters are held back: the end may still become ~~~tool_call');
  await expectPieces(page, 'shown').toBe('Look:\n');
  await expectPieces(page, 'held').toBe('~~');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('withheld')).toContainText('a fence is open');
  await expect(page.getByText('No call would be found.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(moment(page)).toContainText('1 call so far: read_gauge.');
  await expectPieces(page, 'hidden').toContain('~~~tool_call');

  // By pointer: the far left of the line is the start.
  const box = (await slider(page).boundingBox())!;
  await page.mouse.click(box.x + 8, box.y + box.height / 2);
  await expect(moment(page)).toHaveText('Nothing received yet of 4 chunks.');
  await page.getByRole('combobox', { name: 'Pace' }).selectOption('All at once');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(moment(page)).toContainText('Chunk 4 of 4');
  await expectPieces(page, 'shown').toBe(shownAtEnd);
  await page.getByRole('combobox', { name: 'Pace' }).selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(moment(page)).toContainText('Chunk 4 of 4');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expectPieces(page, 'shown').toBe(shownAtEnd);

  const other = new Callscope(await page.context().newPage());
  await other.open(new URL(await scope.link()).hash);
  await expect(moment(other.page)).toContainText('Chunk 4 of 4');
  expect(scope.complaints).toEqual([]);
  expect(other.complaints).toEqual([]);
});

test('a reply without chunks is cut, its borders are edited by pointer and by keys, and each change can be undone @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await openWithReply(scope, fence(oilCall));
  await expect(page.getByText('No recorded chunks')).toBeVisible();
  await page.getByRole('tab', { name: 'Chunks' }).click();
  await page.getByRole('button', { name: 'Into lines' }).click();
  await expect(scope.notices.first()).toContainText('The reply is cut into 3 chunks.');
  await expect(moment(page)).toContainText('Chunk 3 of 3');

  await page.getByRole('button', { name: 'Edit borders' }).click();
  const borders = page.getByRole('button', { name: /^Border \d+, after character/ });
  await expect(borders).toHaveCount(2);
  await borders.first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(borders.first()).toHaveAccessibleName('Border 1, after character 11');
  await expect(borders.first()).toBeFocused();
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(borders.first()).toHaveAccessibleName('Border 1, after character 12');
  await borders.first().focus();
  await page.keyboard.press('Delete');
  await expect(borders).toHaveCount(1);

  // A click between two characters.
  const first = (await page.getByTestId('stream-text').locator('[data-from="0"]').boundingBox())!;
  await page.mouse.click(first.x + 30, first.y + 8);
  await expect(borders).toHaveCount(2);
  await expect(scope.notices.first()).toContainText('A chunk now ends after character');
  // Drag it along its line.
  const before = await borders.first().getAttribute('aria-label');
  const border = (await borders.first().boundingBox())!;
  await page.mouse.move(border.x + 3, border.y + 8);
  await page.mouse.down();
  await page.mouse.move(border.x + 20, border.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(borders).toHaveCount(2);
  await expect(borders.first()).not.toHaveAttribute('aria-label', before ?? '');
  // A click on it joins.
  await borders.first().click();
  await expect(borders).toHaveCount(1);
  await page.getByRole('button', { name: 'Split in half' }).click();
  await expect(borders).toHaveCount(2);
  expect(scope.complaints).toEqual([]);
});

test('every cut of a reply is tried, and one opens as two chunks', async ({ page }) => {
  const scope = new Callscope(page);
  await openWithReply(scope, `Gauge:\n${fence(oilCall)}\nDone ~~~tool_caller.`);
  await page.getByRole('tab', { name: 'Every cut' }).click();
  await page.getByRole('button', { name: 'Try every cut' }).click();
  // The filter holds back what may become a marker, so no cut makes a difference.
  await expect(page.getByTestId('sweep')).toHaveText(
    'All 96 cuts were tried. None changes what a user sees or which calls come out.',
  );
  const cut = page.getByRole('slider', { name: 'Cut' });
  await cut.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('cut')).toContainText('the result is the same as in one piece');
  await page.keyboard.press('Enter');
  await expect(moment(page)).toContainText('Chunk 1 of 2');
  await expect(scope.notices.first()).toContainText('The reply comes in two chunks now');
  // Another reply has no answer yet.
  await scope.door('Debug');
  await scope.write('Reply text', 'Another reply.');
  await scope.drawer('Stream');
  await expect(page.getByTestId('sweep')).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('logs are taken apart: of two streams the other, one of a megabyte, one with times, one with a fault @long', async ({
  page,
}) => {
  const entry = (content: string): object => ({
    request: { method: 'POST', url: `https://example.com/${content}` },
    response: {
      status: 200,
      content: {
        mimeType: 'text/event-stream',
        text: `data: {"choices":[{"delta":{"content":"${content}"}}]}\n\ndata: {"choices":[{"delta":{"content":" low."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
      },
    },
  });
  const scope = new Callscope(page);
  const steps = page.getByRole('listbox', { name: 'Steps of the log' });
  await scope.openMonaco();
  await test.step('a HAR with two streams: the other one can be looked at and taken over', async () => {
    await scope.paste('Reply text', JSON.stringify({ log: { entries: [entry('Oil'), entry('Fuel')] } }));
    await expect(scope.notices.first()).toContainText('Request 2 of 2');
    await scope.drawer('Stream');
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByRole('combobox', { name: 'Request' }).selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Open this reply' }).click();
    await expect(page.getByTestId('stream-text')).toHaveText('Oil low.');
    await scope.notices.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByTestId('stream-text')).toHaveText('Fuel low.');
  });
  await test.step('a log of more than a megabyte, in a worker', async () => {
    const event = (content: string): string => `data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`;
    await scope.door('Debug');
    await scope.paste('Reply text', `${event('word '.repeat(300)).repeat(800)}data: [DONE]\n\n`);
    await scope.drawer('Stream');
    await expect(moment(page)).toContainText('Chunk 800 of 800');
    await page.getByRole('tab', { name: 'Log' }).click();
    await expect(steps).toBeVisible();
  });
  await test.step('recorded times are on the line, and go when a border moves', async () => {
    await scope.door('Debug');
    await scope.paste('Reply text', logNamed('chunk-list/with-times'));
    await scope.answered();
    await scope.drawer('Stream');
    await expect(moment(page)).toContainText('Chunk 3 of 3 after 90 ms');
    await page.getByRole('button', { name: 'Previous chunk' }).click();
    await expect(moment(page)).toContainText('Chunk 2 of 3 after 42 ms');
    await page.getByRole('tab', { name: 'Chunks' }).click();
    await page.getByRole('button', { name: 'Border on' }).click();
    const moved = scope.notices.filter({ hasText: 'The recorded times no longer fit and are gone.' });
    await expect(moved).toBeVisible();
    await expect(page.getByText('of 3 chunks, times unknown')).toBeVisible();
    await moved.getByRole('button', { name: 'Undo' }).click();
    await expect(moment(page)).toContainText('Chunk 2 of 3 after 42 ms');
  });
  await test.step('its faults, its calls, and the place of each step', async () => {
    await scope.door('Debug');
    await scope.paste('Reply text', logNamed('openai-chat/index-repeated'));
    await scope.answered();
    await scope.drawer('Stream');
    await page.getByRole('tab', { name: 'Log' }).click();
    await expect(page.getByRole('table', { name: 'Calls by index and id' })).toContainText('call_b');
    await page.getByRole('list', { name: 'Faults of the stream' }).getByRole('button').click();
    await expect(steps.getByRole('option', { selected: true })).toContainText('Fault:');
    await steps.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(steps.getByRole('option', { selected: true })).toContainText('Its id: call_a');
    await expect(page.getByTestId('log-place').locator('mark')).toContainText('call_a');
    await steps.getByRole('option', { name: /Its id: call_b/ }).hover();
    await expect(page.getByTestId('log-place').locator('mark')).toContainText('call_b');
    await page.getByRole('checkbox', { name: /Only faults/ }).check();
    await expect(steps.getByRole('option')).toHaveCount(1);
  });
  expect(scope.complaints).toEqual([]);
});

test('by commands and keys alone @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco(`#in=${encodeURIComponent(fence(oilCall))}`);
  await scope.monacoReady();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(moment(page)).toContainText('Chunk 1 of 1');
  await page.keyboard.press('p');
  await expect(moment(page)).toHaveText('Nothing received yet.');
  await page.keyboard.press('n');
  await expect(moment(page)).toContainText('Chunk 1 of 1');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.insertText('every cut');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('sweep')).toContainText('None changes');
});

test('on a phone everything is below one another, and nothing is too wide @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  await openWithReply(scope, fence(oilCall));
  for (const name of ['Chunks', 'Every cut', 'Log', 'Calls so far']) {
    await scope.page.getByRole('tab', { name }).tap();
    expect(await scope.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await scope.page.getByRole('tab', { name: 'Chunks' }).tap();
  await scope.page.getByRole('button', { name: 'Cut evenly' }).tap();
  await scope.page.getByRole('button', { name: 'To the start' }).tap();
  await scope.page.getByRole('button', { name: 'Next chunk' }).tap();
  await expect(moment(scope.page)).toContainText('held back');
  await context.close();
});

test('a stream of native calls alone opens on its log: there is no text to replay', async ({ page }) => {
  const delta = (brought: unknown): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: brought }] })}\n\n`;
  const call = (part: object): string => delta({ tool_calls: [{ index: 0, ...part }] });
  const log = `${call({ id: 'c', type: 'function', function: { name: 'read_gauge', arguments: '{"dial"' } })}${call({ function: { arguments: ': "oil"' } })}data: [DONE]\n\n`;
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.paste('Reply text', log);
  await scope.answered();
  await scope.drawer('Stream');
  await expect(page.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('listbox', { name: 'Steps of the log' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to the reply' })).toHaveCount(0);
  // A reply with a text is about its text.
  await scope.door('Debug');
  await page.getByRole('tab', { name: 'Text', exact: true }).click();
  await scope.paste('Reply text', 'Oil is low.');
  await scope.answered();
  await scope.drawer('Stream');
  await expect(page.getByRole('tab', { name: /^(?:Client|Calls so far)$/ })).toHaveAttribute('aria-selected', 'true');
});
