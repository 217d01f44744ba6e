import { expect, test, type Locator, type Page } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';
import { findingsOf } from './findings.ts';

test('a schema whose pattern runs away is stopped and named, and the calls stay', async ({ page }) => {
  const scope = new Callscope(page);
  const tools = JSON.stringify([
    { name: 'slow', schema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } },
  ]);
  const text = fence(JSON.stringify({ name: 'slow', arguments: { a: 'a'.repeat(40) + '!' } }));
  await page.clock.install();
  await scope.open(`#in=${encodeURIComponent(text)}&tools=${encodeURIComponent(tools)}`);
  await expect(scope.cards).toHaveCount(1);
  const notice = scope.notices.filter({ hasText: 'It took longer than 8 s.' });
  await passTime(page, notice);
  await expect(notice).toContainText('A pattern in the schema of slow may take forever on this value.');
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(scope.cards.first()).toContainText('Not checked against the schema');
  // The page goes on working.
  await scope.write('Reply text', 'Just text');
  await expect(scope.verdict).toContainText('No call');
});

/** The core worker, which says that it runs and then answers nothing; the first `dead` of them. */
async function killWorkers(page: Page, { dead }: { dead: number }): Promise<() => number> {
  let started = 0;
  await page.route('**/core.worker-*.js', async (route) => {
    started += 1;
    if (started > dead) await route.continue();
    else await route.fulfill({ contentType: 'text/javascript', body: 'postMessage({ ready: true });' });
  });
  return () => started;
}

/** Lets the deadlines of jobs pass, until something is seen. Between them a worker has time to start, which has a limit too. */
async function passTime(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(8100);
    await expect(seen).toBeVisible({ timeout: 1500 });
  }).toPass({ intervals: [0] });
}

test('a worker that dies without a word is replaced, and the answer comes', async ({ page }) => {
  const scope = new Callscope(page);
  const started = await killWorkers(page, { dead: 1 });
  await page.goto(`./#in=${encodeURIComponent(fence(oilCall))}&runtime=exathena`);
  await expect(scope.verdict).toContainText('1 call');
  expect(started()).toBeGreaterThan(1);
  await expect(scope.notices).toHaveText([]);
});

test('the page says that a reply could not be read, and tries again when asked', { tag: '@long' }, async ({ page }) => {
  const scope = new Callscope(page);
  await killWorkers(page, { dead: Infinity });
  await page.clock.install();
  await page.goto(`./#in=${encodeURIComponent(fence(oilCall))}&runtime=exathena`);
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Reading…');
  await passTime(page, scope.verdict.filter({ hasText: /^\s*This reply was not read\.\s*$/ }));
  const [reply, tools] = ['This reply was not read.', 'The tools were not read.'].map((hasText) =>
    scope.notices.filter({ hasText }),
  );
  await expect(reply!).toContainText('It took longer than 8 s. Shorten the text, or try again.');
  // The tools wait for the same worker. What is said of them takes nothing away.
  await passTime(page, tools!);
  await expect(reply!).toBeVisible();
  await page.unroute('**/core.worker-*.js');
  await reply!.getByRole('button', { name: 'Try again' }).click();
  // Other jobs may be waiting for the dead worker before this one.
  await passTime(page, scope.verdict.filter({ hasText: '1 call' }));
  await tools!.getByRole('button', { name: 'Try again' }).click();
  await expect(scope.notices).toHaveText([]);
});

test('the verdict of an earlier text is marked as such where the new one cannot be read @long', async ({ page }) => {
  const scope = new Callscope(page);
  await page.clock.install();
  await scope.open(`#in=${encodeURIComponent(fence(oilCall))}`);
  await expect(scope.verdict).toContainText('1 call');
  await killWorkers(page, { dead: Infinity });
  // A worker that the browser ended: the page is told nothing.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined;
  });
  await scope.write('Reply text', 'Just text');
  await passTime(page, scope.verdict.filter({ hasText: 'This reply was not read.' }));
  await expect(scope.verdict).toHaveText(
    /^This reply was not read\. The steps and calls belong to an earlier text\.\s*$/,
  );
  await expect(page.getByRole('region', { name: 'Result' })).toHaveClass(/outdated/);
  expect(await findingsOf(page)).toEqual([]);
});

test('a schema with a bad reference says which one', async ({ page }) => {
  const scope = new Callscope(page);
  const tools = JSON.stringify([
    { name: 'read_gauge', schema: { type: 'object', properties: { dial: { $ref: '#/$defs/gone' } } } },
  ]);
  await scope.open(`#in=${encodeURIComponent(fence(oilCall))}&tools=${encodeURIComponent(tools)}`);
  await expect(scope.cards.first()).toContainText('#/$defs/gone');
});

test('5 MB, control characters and odd line ends are read without a freeze', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  const odd = `a\u0000b\r\nc\rd\u2028e\ud800f\ufeff\n${fence(oilCall)}`;
  await page.evaluate(
    (text) => {
      location.hash = `#in=${encodeURIComponent(text)}`;
    },
    odd.replace('\ud800', ''),
  );
  await expect(scope.verdict).toContainText('1 call');

  await scope.paste('Reply text', 'The quick brown fox. '.repeat(250_000) + '\n' + fence(oilCall));
  await expect(scope.verdict).toContainText('1 call');
});

test('long and odd texts: typing goes on and the answer follows @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  for (const [what, text] of [
    ['2 MB of prose', 'The quick brown fox. '.repeat(100_000)],
    ['a line of 500,000 characters', 'x'.repeat(500_000)],
    ['right-to-left and combining text', `שלום עולם ‏${'e\u0301\u0301\u0301'.repeat(200)} مرحبا 👩‍👩‍👧‍👦 \u202eabc`],
  ] as const) {
    await test.step(what, async () => {
      await scope.paste('Reply text', `\n${text}\n${fence(oilCall)}`);
      await expect(scope.verdict).toContainText('1 call:');
      // Nobody types within the frame that shows the answer; the editor still finds the place of before.
      await scope.painted();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\n');
      await page.keyboard.insertText(fence(oilCall.replace('oil', 'steam')));
      await expect(scope.verdict).toContainText('2 calls');
      // Places are told of the text as it is, whatever direction it is drawn in.
      await scope.cards.last().hover();
      await expect(page.locator('.reply .editor-mark-hover').first()).toBeVisible();
    });
  }
  expect(scope.complaints).toEqual([]);
});

test('2,000 calls: all are counted, a few are drawn, more come when asked for, and the page says what it leaves out @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.paste('Reply text', `${fence(oilCall)}\n`.repeat(2_000));
  await expect(scope.verdict).toContainText(/2,?000 calls/);
  await expect(page.getByText(/Only the first [\d,]+ highlights are shown/)).toBeVisible();
  await scope.ladder.focus();
  await page.keyboard.press('End');
  await expect(scope.currentStep()).toBeVisible();
  await expect(scope.cards.first()).toBeVisible();
  expect(await scope.cards.count()).toBeLessThan(30);
  for (let more = 0; more < 3; more += 1) await page.getByRole('button', { name: /^Show 50 more of 2,000/ }).click();
  await page.locator('.results .scroll').evaluate((list) => {
    list.scrollTop = list.scrollHeight / 2;
  });
  const inView = (): Promise<number> =>
    scope.cards.evaluateAll((cards) => {
      const boxes = cards.map((card) => card.getBoundingClientRect());
      return boxes.filter(({ top, bottom }) => bottom > 0 && top < innerHeight).length;
    });
  await expect.poll(inView).toBeGreaterThan(1);
  expect(await scope.cards.count()).toBeLessThan(30);
  expect(scope.complaints).toEqual([]);
});

test('a native part that is no list of calls is explained @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  for (const [what, native, said] of [
    ['a string', '"call me"', 'not a list'],
    ['broken JSON', '[{"id": ', 'not JSON'],
    ['a number', '7', 'not a list'],
    ['10,000 levels deep', '['.repeat(10_000) + ']'.repeat(10_000), 'no shape that the server knows'],
  ] as const) {
    // What is said differs from the one before, so an answer that is late cannot pass for the next.
    await test.step(what, async () => {
      await scope.open(`#native=${encodeURIComponent(native)}`);
      await expect(scope.ladder).toContainText(said);
    });
  }
  expect(scope.complaints).toEqual([]);
});

test('storage that is denied is said once and stops nothing', async ({ page }) => {
  const scope = new Callscope(page);
  await page.addInitScript(() => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: denied });
    Object.defineProperty(window, 'sessionStorage', { get: denied });
  });
  await scope.open();
  await scope.write('Reply text', fence(oilCall));
  await expect(scope.verdict).toContainText('1 call');
  await expect(scope.notices.filter({ hasText: 'blocks storage for this page' })).toBeVisible();
});

test('full storage is said and keeps the last version @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await scope.write('Reply text', 'more');
  await expect(page.locator('[data-kind="storage"]', { hasText: 'is full' })).toBeVisible();
});

test('model output is never anything but text', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(
    `#in=${encodeURIComponent('<img src=x onerror="document.title=1"><script>document.title=2</script>' + fence('{"name": "<b>x</b>", "arguments": {"h": "<img src=x onerror=alert(1)>"}}'))}`,
  );
  await expect(scope.cards.first()).toContainText('<b>x</b>');
  await expect(page).toHaveTitle(/Callscope/);
  expect(scope.complaints).toEqual([]);
});

for (const address of ['#in=50% done', '#in=%', '#in=Hello&tools=%zz', '#in=%E2%82', '?embed#in=%zz']) {
  test(`${address} names the broken escape`, async ({ page }) => {
    const scope = new Callscope(page);
    await page.goto(`./${address}`);
    await expect(page.getByText('has a broken percent escape at character').first()).toBeVisible();
    expect(scope.complaints).toEqual([]);
  });
}

test('a repair of a reply with CRLF, from a link, changes what it says @long', async ({ page }) => {
  const scope = new Callscope(page);
  const reply = 'Sure.\r\n\r\n<tool_call>\r\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\r\n</tool_call>\r\n';
  await scope.open(`#in=${encodeURIComponent(reply)}&runtime=vllm:hermes`);
  await page.getByRole('button', { name: 'Repair the JSON' }).first().click();
  await expect(scope.verdict).toContainText('1 call');
  await expect(page.getByLabel('Reply text')).toHaveValue(reply.replaceAll('\r\n', '\n').replace(',}}', '}}'));

  const asked = '<tool_call>read_gauge\r\n<arg_key>dial</arg_key>\r\n<arg_value>oil</arg_value>\r\n</tool_call>';
  await scope.open(`#in=${encodeURIComponent(asked)}&runtime=sglang:glm45`);
  await expect(scope.verdict).toContainText('No call. The line ends \\r\\n change what SGLang glm45 returns.');
  await page.reload();
  await expect(scope.verdict).toContainText('No call. The line ends');
  await scope.drawer('Stream');
  await expect(page.getByText('read as \\n, and the reply has \\r\\n')).toBeVisible();
  await scope.drawer('Stream');
  await page.getByLabel('Reply text').press('Control+End');
  await page.keyboard.type(' ');
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
});
