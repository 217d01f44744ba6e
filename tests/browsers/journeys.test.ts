import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticHost } from '../e2e/static-host.ts';
import { CallscopeIn } from './callscope.ts';
import { openFirefox, openWebKit, type Driver } from './driver.ts';

const call = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n</tool_call>';
const broken = call.replace('}}', ',}}');

const patient = { timeout: 90_000, interval: 250 };

/** The keys that are no characters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys = { down: '\uE015', right: '\uE014', escape: '\uE00C' };

describe.each([
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
] as const)('%s', (_browser, openBrowser) => {
  const host = new StaticHost();
  let driver: Driver;
  let page: CallscopeIn;

  beforeAll(async () => {
    await host.start();
    driver = await openBrowser();
    await driver.resize(1440, 900);
    page = new CallscopeIn(driver);
  });
  afterAll(async () => {
    await driver.close();
    await host.stop();
  });

  const link = (text: string, profile = 'auto'): string =>
    `${host.address}#in=${encodeURIComponent(text)}&runtime=${profile}`;

  it('takes a reply that is pasted on the page', async () => {
    await page.open(host.address);
    await page.focus('.arrival textarea');
    await page.paste(call);
    await page.verdict('1 call: read_gauge');
    await driver.run('localStorage.clear(); sessionStorage.clear();');
  });

  it('goes through the steps by keyboard, and repairs what is broken', async () => {
    await page.open(link(broken, 'vllm:hermes'));
    await page.verdict(/vLLM/);
    const selected = (): Promise<string | null> => page.textOf('[role=option][aria-selected=true]');
    await page.focus('[role=listbox][aria-label="Steps of the cascade"]');
    await driver.press(keys.down);
    const first = await selected();
    expect(first).not.toBeNull();
    await driver.press(keys.down);
    await expect.poll(selected, patient).not.toBe(first);
    await page.press('^Repair the JSON');
    await page.verdict('1 call: read_gauge');
  });

  it('shows every door, and drawers', async () => {
    await page.open(link(call));
    await page.verdict('1 call');
    for (const [drawer, selector, text] of [
      ['Stream', '[data-testid=moment]', /./],
      ['Loop', 'main', /Turn/],
      ['Compare', '[data-testid=difference]', /./],
    ] as const) {
      await page.drawer(drawer);
      await page.says(selector, text);
    }
    for (const [door, selector, text] of [
      ['Prompt', 'main', /Preamble|System prompt|Tools/],
      ['Learn', 'main', /Licenses of included software/],
      ['Debug', '[data-testid=verdict]', /1 call/],
    ] as const) {
      await page.door(door);
      await page.says(selector, text);
    }
  });

  it('shares a link that opens what was shared', async () => {
    await page.open(link(`Shared.\n${call}`));
    await page.verdict('1 call');
    await page.press('^Share$');
    await expect.poll(() => page.fieldValue('^Link'), patient).toMatch(/#\d+\./);
    const shared = (await page.fieldValue('^Link')) ?? '';
    await driver.press(keys.escape);
    await driver.run('localStorage.clear(); sessionStorage.clear();');
    await page.open(shared);
    await page.verdict('1 call: read_gauge');
    await page.says('main', /Shared\./);
  });

  it('is embedded in another page, which hears how tall it is', async () => {
    const source = `${host.address}?embed#in=${encodeURIComponent(call)}&runtime=auto`;
    const html = `<!doctype html><title>A post</title><iframe src="${source.replaceAll('&', '&amp;')}" style="width: 900px; height: 150px"></iframe>
      <script>addEventListener('message', ({ data }) => { if (data?.type === 'callscope:height') window.tall = data.height; });</script>`;
    const other = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      await page.open(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`);
      await expect.poll(() => driver.run<number | null>('return window.tall ?? null;'), patient).toBeGreaterThan(100);
      await driver.enterFrame(0);
      await page.verdict('1 call: read_gauge');
      await driver.leaveFrame();
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });

  it('presents the steps in large type', async () => {
    await page.open(link(call));
    await page.verdict('1 call');
    await page.press('^Present the steps');
    const count = (): Promise<string | null> => page.textOf('dialog .count');
    await expect.poll(count, patient).toMatch(/^0 /);
    await driver.press(keys.right);
    await expect.poll(count, patient).toMatch(/^1 /);
    await driver.press(keys.escape);
    await expect.poll(count, patient).toBeNull();
  });

  it('runs the demo model, or names what the browser lacks', async () => {
    await page.open(link('Just text.'));
    await page.verdict('no call');
    await page.door('Prompt');
    await page.press('^Run$');
    await page.select('^Answer', 'clean-fence');
    await page.press('^Run', '[aria-label="Run a model"]');
    const hasMemory64 = await driver.run<boolean>(
      'return WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 4, 1]));',
    );
    if (hasMemory64) await page.verdict('1 call: read_gauge');
    else await page.says('[aria-label="Run a model"]', /This browser lacks 64-bit WebAssembly memory/);
  });

  it('works without a network after one visit', async () => {
    await page.open(link(call));
    await page.verdict('1 call');
    const active = 'return navigator.serviceWorker?.controller?.state ?? null;';
    // The worker says when it has everything; it answers from the next load on.
    await expect
      .poll(async () => {
        await driver.run(
          'navigator.serviceWorker.getRegistration().then((one) => (window.installed = one?.active?.state));',
        );
        return driver.run<string | null>('return window.installed ?? null;');
      }, patient)
      .toBe('activated');
    await host.stop();
    try {
      // A new visit: Firefox reloads a page that no worker served from the network alone.
      await page.open(link(call));
      await page.verdict('1 call: read_gauge');
      expect(await driver.run<string | null>(active)).toBe('activated');
      await page.door('Learn');
      await page.says('main', /Formats/);
    } finally {
      await host.start();
    }
  });
});
