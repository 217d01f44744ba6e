import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { fence, oilCall } from './callscope.ts';

/** What an embed must leave alone, as it was called. */
interface Spied {
  readonly touched: string[];
  readonly heights: number[];
}

/** A page of another origin with the frame in it, as docs/embed.md tells its author to write it. */
function hostPage(source: string): string {
  return `<!doctype html><title>A post</title><body style="margin: 40px; height: 5000px">
    <h1>A post about tool calls</h1>
    <iframe src="${source.replaceAll('&', '&amp;')}" title="Callscope" style="width: 100%; height: 200px; border: 0"></iframe>
    <script>
      window.heights = [];
      const frame = document.querySelector('iframe');
      addEventListener('message', ({ data, source }) => {
        if (source !== frame.contentWindow || data?.type !== 'callscope:height') return;
        heights.push(data.height);
        frame.style.height = data.height + 'px';
      });
    </script>`;
}

let server: Server;
let source = '';

test.beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(hostPage(source));
  });
  // Another port is another origin. Another site would hide what this is about: there the browser refuses storage itself.
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => new Promise((resolve) => server.close(resolve)));

function hostAddress(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Opens the host page with an embed of `rest`, an address or what follows `baseURL`. */
async function embed(page: Page, baseURL: string | undefined, rest: string): Promise<FrameLocator> {
  await page.addInitScript(() => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    const spy = (target: object, names: readonly string[]): void => {
      for (const name of names) {
        const original = Reflect.get(target, name) as (...values: unknown[]) => unknown;
        Reflect.set(target, name, function (this: unknown, ...values: unknown[]) {
          touched.push(name);
          return original.apply(this, values);
        });
      }
    };
    spy(Storage.prototype, ['getItem', 'setItem', 'removeItem', 'clear']);
    spy(History.prototype, ['pushState', 'replaceState']);
    spy(IDBFactory.prototype, ['open']);
    spy(CacheStorage.prototype, ['open', 'match']);
    spy(ServiceWorkerContainer.prototype, ['register']);
  });
  source = `${baseURL ?? ''}${rest}`;
  await page.goto(hostAddress());
  return page.frameLocator('iframe');
}

async function spied(page: Page): Promise<Spied> {
  const frame = page.frames().find((one) => one.parentFrame() !== null)!;
  const touched = await frame.evaluate(() => (window as unknown as { touched: string[] }).touched);
  const heights = await page.evaluate(() => (window as unknown as { heights: number[] }).heights);
  return { touched, heights };
}

test.use({ serviceWorkers: 'allow' });

/** The values of a prefill. */
const text = `${encodeURIComponent(`First.\n${fence(oilCall)}`)}&runtime=exathena`;

test('an embed shows the verdict and its panes, without chrome, and touches no storage', async ({ page, baseURL }) => {
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const frame = await embed(page, baseURL, `?embed#in=${text}`);
  await expect(frame.getByTestId('verdict')).toContainText('1 call: read_gauge.');
  await expect(frame.getByRole('region', { name: 'Model output' })).toContainText('First.');
  const ladder = frame.getByRole('listbox', { name: 'Steps of the cascade' });
  await expect(ladder).toBeVisible();
  await expect(frame.getByRole('article')).toHaveCount(1);
  for (const name of ['Share', 'Examples', 'History', 'Expect these', 'Present the steps in large type']) {
    await expect(frame.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await expect(frame.getByRole('textbox')).toHaveCount(0);

  // A step that is chosen is framed in the reply.
  await ladder.getByRole('option').filter({ hasText: 'Opens with' }).click();
  await expect(frame.locator('.editor-mark-step')).toHaveText('~~~tool_call');

  // Longer than the page waits before it fetches views, registers a worker and saves.
  await page.clock.runFor(3000);
  await page.waitForLoadState('networkidle');
  expect((await spied(page)).touched).toEqual([]);
  expect(
    await page.frames()[1]!.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)),
  ).toBe(0);
  const origins = new Set(asked.map((url) => new URL(url).origin));
  expect([...origins].sort()).toEqual([new URL(baseURL ?? '').origin, new URL(hostAddress()).origin].sort());
  expect(asked.filter((url) => /monaco|editor\.api|service-worker/.test(url))).toEqual([]);
});

test('it tells its height, and the page around it neither scrolls nor jumps', async ({ page, baseURL }) => {
  const frame = await embed(page, baseURL, `?embed=steps#in=${text}`);
  await expect(frame.getByRole('listbox', { name: 'Steps of the cascade' })).toBeVisible();
  // Both are read together: the page grows once more when its answer comes.
  const untold = async (): Promise<number> => {
    const height = await page
      .frames()[1]!
      .evaluate(() => document.querySelector('main')!.getBoundingClientRect().height);
    return Math.ceil(height) - ((await spied(page)).heights.at(-1) ?? 0);
  };
  await expect.poll(untold).toBe(0);
  const { heights } = await spied(page);
  expect(new Set(heights.map((one) => typeof one))).toEqual(new Set(['number']));
  expect(heights.every((one, index) => one !== heights[index - 1])).toBe(true);
  // The frame is as tall as it asked to be: nothing in it scrolls.
  await expect
    .poll(() => page.frames()[1]!.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeLessThanOrEqual(0);
  await frame.getByRole('listbox', { name: 'Steps of the cascade' }).press('End');
  await expect(frame.getByRole('option', { selected: true })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the link opens the same case in a page of its own @long', async ({ page, context, baseURL }) => {
  const frame = await embed(page, baseURL, `?embed=calls&theme=dark#in=${text}`);
  const link = frame.getByRole('link', { name: 'Open in Callscope' });
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/);
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(opened).toHaveURL(`${baseURL ?? ''}#in=${text}`);
  await expect(opened.getByTestId('verdict')).toContainText('1 call: read_gauge.');
  await expect(opened.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
});

test('the address chooses panes and theme, and what it asks for in vain is said', async ({ page, baseURL }) => {
  const frame = await embed(page, baseURL, `?embed=calls,verdict&theme=dark#in=${text}`);
  await expect(frame.getByRole('article')).toHaveCount(1);
  await expect(frame.getByRole('listbox', { name: 'Steps of the cascade' })).toHaveCount(0);
  await expect(frame.getByRole('region', { name: 'Model output' })).toHaveCount(0);
  await expect(frame.getByText('There is no pane “verdict” to embed')).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an embed whose link names no server asks what runs the model', async ({ page, baseURL }) => {
  const frame = await embed(page, baseURL, `?embed#in=${text.replace('&runtime=exathena', '')}`);
  await expect(frame.getByTestId('verdict')).toContainText('1 call');
  await expect(frame.locator('main')).not.toContainText('ExAthena');
  await expect(frame.getByText('What runs your model?')).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Choose it in Callscope' })).toHaveAttribute('href', /\/#in=First/);
});

test('an embed without a link, or with a damaged one, says what to do', async ({ page, baseURL }) => {
  const frame = await embed(page, baseURL, '?embed');
  await expect(frame.getByText('There is nothing to show yet.')).toBeVisible();
  await expect(frame.getByTestId('verdict')).toHaveCount(0);
  await page.frames()[1]!.evaluate(() => (location.hash = '#1.aaaaaa.broken'));
  await expect(frame.getByText('The link was altered')).toBeVisible();
  await page.frames()[1]!.evaluate((hash) => (location.hash = hash), `#in=${text}`);
  await expect(frame.getByTestId('verdict')).toContainText('1 call: read_gauge.');
  await expect(frame.getByRole('link', { name: 'Open in Callscope' })).toHaveAttribute('href', /\/#in=First/);
  expect((await spied(page)).touched).toEqual([]);
});

test('the embed code of the Share dialog opens as a frame @long', async ({ page, context }) => {
  await page.goto(`./#in=${text}`);
  await expect(page.getByTestId('verdict')).toContainText('1 call');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('radio', { name: 'Embed code' }).check();
  const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue();
  const address = /src="([^"]+)"/.exec(code)?.[1] ?? '';
  expect(address).toContain('/?embed#1.');
  const host = await context.newPage();
  const frame = await embed(host, '', address);
  await expect(frame.getByTestId('verdict')).toContainText('1 call: read_gauge.');
});
