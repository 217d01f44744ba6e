import { expect, test, type Page } from '@playwright/test';
import { Callscope, fence, oilCall, PATIENCE } from './callscope.ts';
import { StaticHost } from './static-host.ts';

const host = new StaticHost();

test.use({ serviceWorkers: 'allow', reuseContext: false });
// They share one host, which goes down and serves other versions.
test.describe.configure({ mode: 'serial' });
test.beforeEach(() => host.start());
test.afterEach(async () => {
  host.alterations.clear();
  await host.stop();
});

/** Opens the page; whether it has an answer yet matters to few of these tests. */
async function openOn(page: Page): Promise<Callscope> {
  const scope = new Callscope(page);
  await page.goto(host.address);
  await scope.started();
  return scope;
}

/** Waits until the service worker of the page has everything. */
async function workerReady(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: PATIENCE,
    })
    .toBe('activated');
}

function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

function nextVersion(script: string): string {
  return script.replace(/"version":"[^"]+"/, '"version":"next"');
}

test('everything works without a network after one visit', async ({ page, context }) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective));
  });
  const scope = await openOn(page);
  await workerReady(page);
  // While the worker was installed the page said nothing amiss.
  expect(scope.complaints).toEqual([]);
  await expect(scope.notices).toHaveText([]);
  await scope.answered();
  const link = await scope.link();
  await host.stop();

  await page.reload();
  await scope.answered();
  await scope.monacoReady();
  await scope.paste('Reply text', `kept ${fence(oilCall)}`);
  await expect(scope.verdict).toContainText('1 call');
  await scope.door('Prompt');
  await scope.monacoReady();
  await scope.door('Debug');
  expect(await scope.link()).toContain('#1.');
  await page.keyboard.press('Escape');

  // Another tab, a link, and a query that the cache has never seen.
  const other = new Callscope(await context.newPage());
  await other.page.goto(`${host.address}?from=mail${link.slice(link.indexOf('#'))}`);
  await other.answered();
  await expect(other.page.locator('.reply')).toContainText('I will check the oil pressure');
  await other.page.goto(`${host.address}index.html#in=${encodeURIComponent(fence(oilCall))}&runtime=exathena`);
  await expect(other.verdict).toContainText('1 call: read_gauge.');
  // An engine, whose code this page has not asked for before.
  const tagged = encodeURIComponent(`<tool_call>${oilCall}</tool_call>`);
  await other.page.goto(`${host.address}?from=engine#in=${tagged}&runtime=vllm:hermes`);
  await expect(other.verdict).toContainText('vLLM hermes returns it.');
  await other.drawer('Stream');
  await expect(other.page.getByRole('group', { name: 'The client has', exact: true })).toContainText('read_gauge');

  const own = new URL(host.address).origin;
  expect(asked.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url))).toEqual([]);
});

test(
  'a new version waits until it is asked for, then the old one is gone, and another tab hears of it',
  { tag: '@long' },
  async ({ page, context }) => {
    const scope = await openOn(page);
    await workerReady(page);
    await page.reload();
    await scope.answered();
    await scope.paste('Reply text', fence(oilCall));
    await expect(scope.verdict).toContainText('1 call');
    const [before] = await cacheNames(page);
    const other = await openOn(await context.newPage());

    host.alterations.set('service-worker.js', nextVersion);
    await page.reload();
    const ready = { hasText: 'A new version is ready.' };
    const notice = scope.notices.filter(ready);
    await expect(notice).toBeVisible({ timeout: PATIENCE });
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state)).toBe(
      'installed',
    );
    expect(await cacheNames(page)).toContain(before);

    await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: 'Reload' }).click()]);
    await scope.answered();
    await expect(scope.verdict).toContainText('1 call: read_gauge.');
    await expect.poll(() => cacheNames(page)).not.toContain(before);
    expect(await cacheNames(page)).toContainEqual(expect.stringMatching(/ next$/));
    await expect(notice).toHaveCount(0);

    const heard = other.notices.filter(ready);
    await expect(heard).toBeVisible();
    await Promise.all([other.page.waitForEvent('load'), heard.getByRole('button', { name: 'Reload' }).click()]);
    await expect(other.verdict).toBeVisible();
  },
);

test('a version that cannot be fetched whole leaves the one before @long', async ({ page }) => {
  const scope = await openOn(page);
  await workerReady(page);
  const before = await cacheNames(page);
  // As while a host is being updated: the list is new, the page is still the old one.
  host.alterations.set('service-worker.js', (script) =>
    nextVersion(script).replace(/("path":"index.html","integrity":"sha256-)[^"]{43}/, `$1${'A'.repeat(43)}`),
  );
  const state = await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    await registration.update().catch(() => undefined);
    const worker = registration.installing;
    if (worker !== null) {
      await new Promise<void>((resolve) => {
        worker.addEventListener('statechange', () => resolve());
      });
    }
    return worker?.state;
  });
  expect(state).toBe('redundant');
  await expect.poll(() => cacheNames(page)).toEqual(before);
  await expect(scope.notices).toHaveText([]);
  await host.stop();
  await page.reload();
  await expect(scope.verdict).toBeVisible();
});

test('where the network is gone before the page is there, it says so and can be reloaded', async ({ page }) => {
  const first = new Set<string>();
  let isGone = true;
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    // What the document names itself arrives; what that asks for does not.
    if (isGone && !first.has(pathname.replace(/^.*\//, ''))) await route.abort('internetdisconnected');
    else await route.continue();
  });
  await page.route(/\/(?:#.*)?$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    for (const [, name] of html.matchAll(/([\w-]+\.js)"/g)) first.add(name ?? '');
    await route.fulfill({ response, body: html });
  });
  await page.goto(`./#in=${encodeURIComponent('Hello.')}&runtime=exathena`);
  await expect(page.getByRole('alert')).toHaveText(/A part of Callscope could not be loaded\. Check the connection\./);
  isGone = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByTestId('verdict')).toContainText('No call');
});
