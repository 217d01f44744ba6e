import { fileURLToPath } from 'node:url';
import { chromium, expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { build } from 'vite';
import { launchOptions } from '../../scripts/chromium.js';
import { Callscope } from './callscope.ts';
import { StaticHost } from './static-host.ts';
import { findingsOf } from './findings.ts';

// Software has to play the graphics card, on a machine that may be busy.
const patient = { timeout: 30_000 };

/** Without 16-bit numbers, which the graphics card of Chromium's software does not have. */
const wide = 'Qwen2.5-0.5B-Instruct-q4f32_1-MLC';
const modelHosts = /^https:\/\/(huggingface\.co|raw\.githubusercontent\.com)\//;
const workerScript = /\/webllm\.worker-[^/]*\.js$/;

/** The run panel with WebLLM chosen. */
class WebLlmPanel {
  readonly scope: Callscope;
  readonly panel: Locator;
  readonly start: Locator;
  readonly status: Locator;
  readonly alert: Locator;
  readonly found: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.scope = new Callscope(page);
    this.panel = page.getByRole('region', { name: 'Run a model' });
    this.start = this.panel.getByRole('button', { name: /^Run/ });
    this.status = this.panel.getByRole('status');
    this.alert = this.panel.getByRole('alert');
    this.found = this.panel.getByRole('list', { name: 'Failed checks' });
  }

  /** What was asked of other hosts, and the script of WebLLM. */
  get fetched(): string[] {
    const own = new URL(this.#page.url()).origin;
    return this.scope.requests.filter(
      (url) =>
        workerScript.test(url) || !(url.startsWith(own) || url.startsWith(`blob:${own}`) || url.startsWith('data:')),
    );
  }

  async open(): Promise<void> {
    await this.scope.open();
    await this.show();
  }

  async show(): Promise<void> {
    await this.scope.door('Prompt');
    await this.#page.getByRole('main').getByRole('button', { name: 'Run', exact: true }).click();
    await this.panel.getByRole('radio', { name: 'WebLLM' }).check();
  }

  async choose(id: string): Promise<void> {
    await this.panel.getByRole('combobox', { name: 'Model', exact: true }).selectOption(id);
  }

  async settings(): Promise<void> {
    // Elsewhere the panel is one line.
    await this.scope.door('Prompt');
    const button = this.panel.getByRole('button', { name: 'Settings' });
    const folded = button.and(this.panel.locator('[aria-expanded=false]'));
    if ((await folded.count()) > 0) await folded.click();
  }

  async ask(user: string): Promise<void> {
    await this.settings();
    await this.panel.getByRole('textbox', { name: 'User message' }).fill(user);
  }

  async run(): Promise<void> {
    await this.start.click();
  }

  async ended(state: 'done' | 'failed' | 'stopped'): Promise<void> {
    await expect(this.status).toHaveAttribute('data-state', state, patient);
  }
}

/** What a host of models answers. */
interface Answer {
  readonly status?: number;
  readonly body: string | Buffer;
}

const config: Answer = { body: '{}' };
/** WebAssembly that asks for a function which no version of WebLLM has. */
const foreignLibrary: Answer = {
  body: Buffer.from('0061736d01000000010401600000020c0103656e76046e6f70650000', 'hex'),
};

/** Plays the hosts of models; `null` refuses the connection. */
async function playHosts(page: Page, answer: (url: string) => Answer | null): Promise<void> {
  await page.context().unroute(modelHosts);
  await page.context().route(modelHosts, async (route) => {
    const played = answer(route.request().url());
    if (played === null) await route.abort('connectionrefused');
    else await route.fulfill({ ...played, headers: { 'access-control-allow-origin': '*' } });
  });
}

/** Notes every text of an element from now on: phases may be over before anybody looks. */
async function everythingSaid(element: Locator): Promise<() => Promise<string[]>> {
  const noted = await element.evaluateHandle((node) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(node.textContent)).observe(node, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return texts;
  });
  return () => noted.jsonValue();
}

test('without a graphics card the reason is told, and nothing is fetched', async ({ page }) => {
  const run = new WebLlmPanel(page);
  await run.open();
  await expect(run.found).toContainText('WebGPU finds no graphics card that it may use.', patient);
  await expect(run.found).toContainText('hardware acceleration');
  await expect(run.start).toBeDisabled();
  await expect(run.panel.getByText('This model does not run in this browser.')).toBeVisible();
  expect(run.fetched).toEqual([]);
});

test.describe('with a graphics card of software', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let run: WebLlmPanel;
  test.beforeAll(async () => {
    const { args, ...options } = launchOptions();
    browser = await chromium.launch({
      ...options,
      args: [...args, '--enable-unsafe-webgpu', '--host-resolver-rules=MAP insecure.test 127.0.0.1'],
    });
  });
  test.afterAll(() => browser.close());
  test.beforeEach(async ({ baseURL }) => {
    // What is fetched in a worker would pass by the service worker unseen.
    context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    page = await context.newPage();
    page.setDefaultTimeout(patient.timeout);
    run = new WebLlmPanel(page);
    await run.open();
  });
  test.afterEach(() => context.close());

  test('a card without 16-bit numbers gets the other build offered, before anything is fetched @long', async () => {
    const { found } = run;
    await expect(found).toContainText('no 16-bit numbers', patient);
    await expect(found).toContainText('Take the build with 32-bit numbers');
    await expect(run.start).toBeDisabled();
    await run.panel.getByRole('button', { name: /^Use Qwen2.5-0.5B-Instruct \(q4f32_1\)/ }).click();
    await expect(found).not.toContainText('16-bit');
    await expect(found).toContainText('The processor emulates the graphics card');
    await expect(run.start).toBeEnabled();
    await expect(
      run.panel.getByText(/at most 1.1 GB, once, from huggingface.co and raw.githubusercontent.com/),
    ).toBeVisible();
    expect(run.fetched).toEqual([]);
    expect(await findingsOf(page, '[aria-label="Run a model"]')).toEqual([]);
  });

  test('what hosts and files do wrong is told apart, and a damaged file does not stay @long', async () => {
    await run.choose(wide);
    const isLibrary = (url: string): boolean => url.endsWith('.wasm');
    // A host that never answers: stopping ends the worker, and with it the connection.
    await context.route(modelHosts, () => undefined);
    await run.run();
    await expect(run.status).toContainText('Fetching WebLLM’s library', patient);
    await run.panel.getByRole('button', { name: 'Stop' }).click();
    await run.ended('stopped');
    await expect.poll(() => page.workers().filter((worker) => workerScript.test(worker.url()))).toEqual([]);
    for (const [played, said] of [
      [() => ({ status: 404, body: 'Not found' }), 'A host refused a file of the model.'],
      [() => null, 'A file of the model could not be fetched.'],
      [() => ({ body: '<!doctype html>' }), 'A file of the model is damaged'],
      [(url: string) => (isLibrary(url) ? { body: 'no library' } : config), 'The library of the model is damaged.'],
      [(url: string) => (isLibrary(url) ? foreignLibrary : config), 'was made for another version of WebLLM.'],
    ] as const) {
      await playHosts(page, played);
      await run.run();
      await run.ended('failed');
      await expect(run.alert).toContainText(said, patient);
    }
    expect(run.fetched.filter((url) => !workerScript.test(url) && !modelHosts.test(url))).toEqual([]);
    const kept = run.panel.getByText(/^Kept by this browser/);
    await expect(kept).toBeVisible();
    await kept.click();
    await run.panel.getByRole('button', { name: `Delete ${wide}` }).click();
    await run.panel.getByRole('button', { name: `Really delete ${wide}` }).click();
    await expect(kept).toBeHidden();
    const left = await page.evaluate(async () => {
      const scopes = await Promise.all((await caches.keys()).map((scope) => caches.open(scope)));
      return (await Promise.all(scopes.map((cache) => cache.keys()))).flat().map(({ url }) => url);
    });
    expect(left).toEqual([]);
  });

  test('a page that came over plain http says why no model runs there @long', async () => {
    const host = new StaticHost();
    await host.start();
    await page.goto(host.address.replace('127.0.0.1', 'insecure.test'));
    await run.show();
    await expect(run.found).toContainText('browsers hide WebGPU from such pages', patient);
    await host.stop();
  });

  test('a worker script that does not come is told @long', async () => {
    await run.choose(wide);
    await context.route(workerScript, (route) => route.abort());
    await run.run();
    await run.ended('failed');
    await expect(run.alert).toContainText('could not be loaded');
  });

  test.describe('and an engine that is made up', () => {
    let script: string;
    test.beforeAll(async () => {
      const entry = fileURLToPath(new URL('../app/sources/webllm/fake.worker.ts', import.meta.url));
      const built = await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        build: {
          write: false,
          minify: false,
          modulePreload: false,
          rolldownOptions: { input: entry, output: { format: 'es' } },
        },
      });
      const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
      script = chunk?.type === 'chunk' ? chunk.code : '';
    });
    test.beforeEach(async () => {
      await context.route(workerScript, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
      await run.choose(wide);
    });

    test('it streams into the reply, stops when told, keeps its model, and can be held to the tools', async () => {
      const said = await everythingSaid(run.status);
      await run.run();
      await run.ended('done');
      expect(await said()).toEqual(
        expect.arrayContaining([
          'Fetching WebLLM’s library of the model…',
          'Fetching the model: 31.5 MB of 62.9 MB',
          'Loading the model from the cache into the graphics card: 31.5 MB of 62.9 MB',
          'Compiling shaders: 18 of 72',
        ]),
      );
      await expect(run.scope.verdict).toContainText('1 call: read_gauge.');
      await expect(run.status).toContainText(/^Done: \d+ tokens, .*finish reason stop/);
      await expect(run.panel.getByText('wrote 24.5')).toBeVisible();

      await run.ask('forever');
      await run.run();
      await expect(page.locator('.reply')).toContainText('I will look', patient);
      await run.panel.getByRole('button', { name: 'Stop' }).click();
      await run.ended('stopped');

      await run.ask('Is the oil all right?');
      await run.panel.getByRole('combobox', { name: 'Tokens', exact: true }).selectOption('call');
      await expect(run.panel.getByRole('region', { name: 'What the tokens have to fit' })).toContainText('"arguments"');
      await run.run();
      await run.ended('done');
      await expect(run.panel.getByText('The output was constrained to the tools')).toBeVisible();
      await expect(run.scope.editor('Reply text')).toHaveValue('{"name": "read_gauge", "arguments": {"dial": "oil"}}');
      // One script for all runs: the model stayed loaded.
      expect(run.scope.requests.filter((url) => workerScript.test(url))).toHaveLength(1);
    });

    test('a lost graphics card keeps the text, names a smaller model, and the next run starts anew @long', async () => {
      await run.ask('forever');
      await run.run();
      await expect(page.locator('.reply')).toContainText('I will look', patient);
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.crashGpuProcess');
      await run.ended('failed');
      await expect(run.alert).toContainText('The graphics card failed.');
      await expect(run.alert).toContainText('The next smaller one is SmolLM2-135M-Instruct (q0f32).');
      await expect(page.locator('.reply')).toContainText('I will look');
      await run.ask('Is the oil all right?');
      await run.run();
      await run.ended('done');
      await expect(run.scope.verdict).toContainText('1 call: read_gauge.');
    });
  });
});
