import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { makeDemoModel } from '../../scripts/make-demo-model.js';
import answers from '../../src/app/sources/demo-answers.json' with { type: 'json' };
import { ModelServer, play } from '../app/sources/model-server.ts';
import { logNamed } from '../core/log/logs.ts';
import { Callscope, fence, oilCall, PATIENCE, phone } from './callscope.ts';
import { StaticHost } from './static-host.ts';
import { findingsOf } from './findings.ts';

// What a model keeps in a browser is more than Playwright takes away.
test.use({ reuseContext: false });

// A model takes its time to start on a busy machine.
const patient = { timeout: 40_000 };

/** The panel that runs models. */
class RunPanel {
  readonly panel: Locator;
  readonly status: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.panel = page.getByRole('region', { name: 'Run a model' });
    this.status = this.panel.getByRole('status');
  }

  async open(): Promise<void> {
    const fromDebug = this.#page.getByRole('button', { name: 'Try it in Prompt' });
    const inPrompt = this.#page.getByRole('main').getByRole('button', { name: 'Run', exact: true });
    await fromDebug.or(inPrompt).first().click();
    await expect(this.panel).toBeVisible();
  }

  async showSettings(): Promise<void> {
    // Elsewhere the panel is one line.
    await this.#page.getByRole('navigation', { name: 'Doors' }).getByRole('button', { name: 'Prompt' }).click();
    const button = this.panel.getByRole('button', { name: 'Settings' });
    const folded = button.and(this.panel.locator('[aria-expanded=false]'));
    if ((await folded.count()) > 0) await folded.click();
  }

  async choose(source: string): Promise<void> {
    await this.showSettings();
    await this.panel.getByRole('radio', { name: source }).check();
  }

  async answer(id: string, slow: boolean): Promise<void> {
    await this.showSettings();
    await this.panel.getByLabel('Answer').selectOption(id);
    await this.panel.getByLabel('Slow down').setChecked(slow);
  }

  async server(kind: string, address: string, key = ''): Promise<void> {
    await this.choose('Server');
    await this.panel.getByLabel(/^API(?! key)/).selectOption(kind);
    await this.panel.getByLabel('Address').fill(address);
    if (key !== '') await this.panel.getByLabel('API key').fill(key);
  }

  /** Chooses what a second run changes. */
  async twice(change: string): Promise<void> {
    await this.showSettings();
    await this.panel.getByLabel('Run twice, changing').selectOption({ label: change });
  }

  side(label: string): Locator {
    return this.panel.getByRole('region', { name: label, exact: true });
  }

  async run(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Run/ }).click();
  }

  async stop(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Stop' }).click();
  }

  async ended(state: 'done' | 'failed' | 'stopped'): Promise<void> {
    await expect(this.status).toHaveAttribute('data-state', state, patient);
  }
}

/** What this browser keeps, all of it. */
function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
}

/** The requests for the runtime of models and for a model itself. */
function modelRequests(requests: readonly string[]): string[] {
  return requests.filter((url) => /wllama|\.gguf|\.wasm/.test(url) && !url.startsWith('blob:'));
}

/** How many pieces the saved recording has. */
async function recordedPieces(page: Page): Promise<number> {
  const saved = (await stored(page)).replaceAll('\\', '');
  const [, lengths] = /"recording":\{"lengths":\[([\d,]+)\]/.exec(saved) ?? [];
  return lengths === undefined ? 0 : lengths.split(',').length + 1;
}

function foreign(requests: readonly string[], own: string): string[] {
  return requests.filter((url) => !url.startsWith(own) && !url.startsWith(`blob:${own}`) && !url.startsWith('data:'));
}

test('the demo model runs in the page: its tokens become the reply, and the cascade finds the call', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  const run = new RunPanel(page);
  await run.open();
  expect(modelRequests(scope.requests)).toEqual([]);
  await run.answer('clean-fence', false);
  await expect(run.panel.getByRole('region', { name: 'Prompt' })).toContainText('<|answer:clean-fence|>');
  await run.run();
  await run.ended('done');
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await expect(run.status).toContainText('finish reason stop');
  await expect.poll(() => recordedPieces(page)).toBeGreaterThan(20);
  expect(foreign(scope.requests, new URL(page.url()).origin)).toEqual([]);

  // Its chunks replay to the same result: in the stream view, and as a source.
  await scope.drawer('Stream');
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('combobox', { name: 'Pace' }).first().selectOption('All at once');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.getByTestId('moment')).toContainText('1 call so far: read_gauge.');
  await scope.door('Debug');
  const asked = modelRequests(scope.requests).length;
  await run.choose('Replay');
  await expect(run.panel.getByLabel('Recording')).toContainText('The reply on this page');
  await expect(run.panel.getByLabel('Recording')).toContainText('Run 1: Demo model');
  await run.panel.getByLabel('Pace').selectOption('A piece every 100 ms');
  await run.run();
  await expect(scope.verdict).not.toContainText('1 call');
  await run.stop();
  await run.choose('Replay');
  await run.panel.getByLabel('Recording').selectOption({ label: 'Run 1: Demo model, 34 pieces' });
  await run.panel.getByLabel('Pace').selectOption('All at once');
  await run.run();
  await run.ended('done');
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await expect(run.status).toContainText('finish reason stop');
  expect(modelRequests(scope.requests)).toHaveLength(asked);
  expect(scope.complaints).toEqual([]);
});

test('a run that is stopped keeps what it said; its model stays for the next run and goes with the panel @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', fence(oilCall));
  await expect(scope.verdict).toContainText('1 call');
  const run = new RunPanel(page);
  await run.open();
  await run.answer('clean-fence', true);
  await run.run();
  await expect(page.locator('.reply')).toContainText('I will look', patient);
  const once = modelRequests(scope.requests).length;
  expect(once).toBeGreaterThan(1);
  const isModel = (worker: { url: () => string }): boolean => worker.url().includes('wllama');
  expect(page.workers().filter(isModel)).toHaveLength(1);
  await run.stop();
  await run.ended('stopped');
  const kept = await scope.editor('Reply text').inputValue();
  expect('I will look at the gauge first.').toContain(kept.slice(0, 20));
  await expect.poll(() => recordedPieces(page)).toBeGreaterThan(1);
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await expect(page.locator('.reply')).not.toContainText('I will look');
  for (const id of ['bare-json', 'clean-fence']) {
    await run.answer(id, false);
    await run.run();
    await run.ended('done');
  }
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  expect(modelRequests(scope.requests)).toHaveLength(once);
  expect(page.workers().filter(isModel)).toHaveLength(1);
  await run.panel.getByRole('button', { name: 'Close the run panel' }).click();
  await expect.poll(() => page.workers().filter(isModel).length).toBe(0);
});

test('a prompt is written, seen as it is sent, run and compared by keys alone @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.stayPlain();
  await scope.arrive();
  const enter = async (name: string): Promise<void> => {
    await scope.tabTo(page.getByRole('button', { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  await enter('Qwen');
  await scope.answered();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('main', { name: 'Prompt' })).toBeFocused();
  await scope.tabTo(scope.editor('System prompt').first());
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Be brief.');
  await expect(scope.editor('Augmented system prompt')).toHaveValue(/ Be brief\.\n/);
  await enter('Copy');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(' Be brief.');
  await page.keyboard.press('r');
  const run = new RunPanel(page);
  await expect(run.panel.getByRole('textbox', { name: 'System prompt' })).toHaveValue(/ Be brief\.$/);
  await scope.tabTo(run.panel.getByRole('combobox', { name: 'Run twice, changing' }));
  await page.keyboard.type('Tokens');
  await expect(run.panel.getByText('shows less about the model')).toBeVisible();
  await scope.tabTo(run.panel.getByRole('button', { name: /^Run/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(run.status).toHaveText('Both runs finished.', patient);
  await expect(page.locator('body')).not.toBeFocused();
  await enter('Open both in Compare');
  await expect(scope.difference).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Left text' })).toHaveValue(/I will look at the gauge first/);
  await expect(page.locator('body')).not.toBeFocused();
  expect(scope.complaints).toEqual([]);
});

test('two runs with one thing changed are side by side, and go on into Compare @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.twice('Tools: in the prompt, native');
  await expect(run.panel.getByText('Demo model: it does not accept native tools.')).toBeVisible();
  await expect(run.panel.getByRole('button', { name: /^Run/ })).toBeDisabled();
  await run.twice('Tokens: free, constrained');
  await expect(run.panel.getByText('shows less about the model')).toBeVisible();
  await run.answer('clean-fence', false);
  await run.run();
  await expect(run.status).toHaveText('Both runs finished.', patient);
  // The same weights and the same prompt: only what the engine lets pass differs.
  await expect(run.side('Free')).toContainText('I will look at the gauge first.');
  await expect(run.side('Free')).toContainText('1 call: read_gauge.');
  await expect(run.side('Free')).toContainText('finish reason stop');
  await expect(run.side('Constrained')).toContainText(/1 call: (read_gauge|open_valve)\./);
  const reply = await run.panel.getByRole('region', { name: 'Reply: Constrained' }).textContent();
  expect(JSON.parse(reply ?? '')).toHaveProperty('arguments');
  expect(await findingsOf(page, '[aria-label="Run a model"]')).toEqual([]);
  // The reply of the page stays what it was.
  await scope.door('Debug');
  await expect(page.locator('.reply')).toContainText('I will check the oil pressure first.');
  await scope.door('Prompt');

  await run.panel.getByRole('button', { name: 'Open both in Compare' }).click();
  await expect(scope.difference).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Left text' })).toHaveValue(/I will look at the gauge first/);
  await expect(page.getByRole('textbox', { name: 'Right text' })).toHaveValue(reply ?? '');
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await scope.door('Debug');
  await expect(page.locator('.reply')).toContainText('I will check the oil pressure first.');
  await scope.door('Prompt');
  await run.side('Constrained').getByRole('button', { name: 'Keep as the reply' }).click();
  await expect(scope.verdict).toContainText('1 call');
  await expect.poll(() => recordedPieces(page)).toBeGreaterThan(5);

  // One stop for both.
  await run.answer('clean-fence', true);
  await run.run();
  await expect(run.panel.getByRole('region', { name: 'Reply: Free' })).toContainText('I will', patient);
  await run.stop();
  await run.ended('stopped');
  await expect(run.side('Constrained')).toContainText('Stopped.');
  expect(scope.complaints).toEqual([]);
});

test('choosing a source asks nobody @long', async ({ page }) => {
  const server = new ModelServer();
  await server.start();
  const scope = new Callscope(page);
  await scope.open(`#in=${encodeURIComponent(fence(oilCall))}`);
  const run = new RunPanel(page);
  await run.open();
  const labels = await run.panel
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.parentElement?.textContent.trim() ?? ''));
  expect(labels.length).toBeGreaterThan(3);
  const counts: [string, string[]][] = [];
  for (const label of labels) {
    await run.choose(label);
    if (label === 'Server') await run.server('openai', server.address, 'sk-secret');
    if (label === 'GGUF file') {
      const buffer = readFileSync(new URL('../../src/app/sources/demo-model.gguf', import.meta.url));
      await run.panel.getByLabel('File', { exact: true }).setInputFiles({ name: 'own.gguf', mimeType: '', buffer });
    }
    await run.twice('Tool list: full, compact');
    await run.twice('Nothing: run once');
    await page.waitForLoadState('networkidle');
    const own = new URL(page.url()).origin;
    counts.push([label, [...foreign(scope.requests, own), ...modelRequests(scope.requests)]]);
  }
  expect(counts).toEqual(labels.map((label) => [label, []]));
  expect(server.asked).toEqual([]);
  await server.stop();
});

test('the demo model runs where the browser gives the page no file system @long', async ({ page }) => {
  const scope = new Callscope(page);
  await page.route('**/wllama.worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete StorageManager.prototype.getDirectory;${await response.text()}` });
  });
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.answer('clean-fence', false);
  await run.run();
  await run.ended('done');
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
});

test('a browser without 64-bit WebAssembly is told that the demo model needs it @long', async ({ page }) => {
  const scope = new Callscope(page);
  await page.route('**/wllama.worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `WebAssembly.validate = () => false;${await response.text()}` });
  });
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.answer('clean-fence', false);
  await run.run();
  await expect(run.panel).toContainText('This browser lacks 64-bit WebAssembly memory (Memory64)');
});

test(
  'every answer of the demo model comes word for word; R opens the panel, and closing it does not end a run',
  { tag: '@long' },
  async ({ page }) => {
    const scope = new Callscope(page);
    await scope.openMonaco();
    await scope.monacoReady();
    const run = new RunPanel(page);
    await scope.ladder.focus();
    await page.keyboard.press('r');
    await expect(run.panel).toBeVisible();
    for (const { id, text, maxTokens } of answers) {
      await run.answer(id, false);
      await run.run();
      await run.ended('done');
      await expect(run.status).toContainText(`finish reason ${maxTokens === undefined ? 'stop' : 'length'}`);
      const shown = async () => (await scope.shownText('Reply text')).replaceAll(' ', '');
      const whole = text.replaceAll(/\s/g, '');
      if (maxTokens === undefined) await expect.poll(shown).toBe(whole);
      else {
        await expect.poll(async () => whole.startsWith(await shown())).toBe(true);
        expect((await shown()).length).toBeLessThan(whole.length);
      }
      await page.keyboard.press('Escape');
    }

    await scope.paste('Reply text', 'No call.');
    await expect(scope.verdict).toContainText('No call');
    await run.answer('bare-json', false);
    await run.run();
    await run.panel.getByRole('button', { name: 'Close the run panel' }).click();
    await expect(run.panel).toBeHidden();
    await expect(scope.verdict).toContainText('1 call: open_valve.', patient);
  },
);

test.describe('on a host of its own', () => {
  const host = new StaticHost();
  test.use({ serviceWorkers: 'allow' });
  test.beforeEach(() => host.start());
  test.afterEach(() => host.stop());

  test('what ran once runs again without a network', { tag: '@long' }, async ({ page, context }) => {
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    const scope = new Callscope(page);
    await scope.stayPlain();
    await page.goto(host.address);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
        timeout: PATIENCE,
      })
      .toBe('activated');
    await page.reload();
    await scope.started();
    const run = new RunPanel(page);
    await run.open();
    await run.answer('clean-fence', false);
    await run.run();
    await run.ended('done');
    const own = new URL(host.address).origin;
    const served = (): string[] => modelRequests(host.served);
    const once = served().length;
    expect(once).toBeGreaterThan(0);

    // The second load comes from the cache: the page asks again, the host does not hear of it.
    const answers: boolean[] = [];
    page.on('response', (response) => {
      if (modelRequests([response.url()]).length > 0) answers.push(response.fromServiceWorker());
    });
    await page.reload();
    await scope.answered();
    await run.open();
    await run.answer('clean-fence', false);
    await run.run();
    await run.ended('done');
    expect(served()).toHaveLength(once);
    expect(answers).toContain(true);

    await host.stop();
    await page.reload();
    await scope.answered();
    await run.open();
    await run.answer('bare-json', false);
    await run.run();
    await run.ended('done');
    await expect(scope.verdict).toContainText('1 call: open_valve.');
    expect(foreign(asked, own)).toEqual([]);
  });

  test('without network and cache the reason is told; the policy of the page is enough where no headers come @long', async ({
    page,
  }) => {
    host.headers = {};
    const scope = new Callscope(page);
    await page.goto(host.address);
    await scope.started();
    await scope.monacoReady();
    const run = new RunPanel(page);
    await run.open();
    await page.context().route(/\.wasm$/, (route) => route.abort());
    await run.run();
    await run.ended('failed');
    await expect(run.panel.getByRole('alert')).toContainText('could not be fetched');
    await scope.door('Debug');
    await expect(page.locator('.reply')).toContainText('I will check the oil pressure first.');
    // The browser itself says what it did not get.
    expect(scope.complaints.filter((said) => !said.startsWith('Failed to load resource'))).toEqual([]);
    scope.complaints.length = 0;

    await page.context().unroute(/\.wasm$/);
    await run.answer('clean-fence', false);
    await run.run();
    await run.ended('done');
    await expect(scope.verdict).toContainText('1 call: read_gauge.');
    expect(scope.complaints).toEqual([]);
  });
});

test('a model from the own disk runs, and another file is refused @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.choose('GGUF file');
  await expect(run.panel.getByRole('button', { name: /^Run/ })).toBeDisabled();
  const buffer = readFileSync(new URL('../../src/app/sources/demo-model.gguf', import.meta.url));
  await run.panel.getByLabel('File', { exact: true }).setInputFiles({ name: 'own.gguf', mimeType: '', buffer });
  await run.run();
  await run.ended('done');
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await run.showSettings();
  await run.panel
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'b.gguf', mimeType: '', buffer: Buffer.from('GGML, not that') });
  await run.run();
  await run.ended('failed');
  await expect(run.panel.getByRole('alert')).toContainText('not a model in GGUF format');
  // The start of a model is none either.
  await run.panel
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'c.gguf', mimeType: '', buffer: buffer.subarray(0, 20_000) });
  await run.run();
  await expect(run.panel.getByRole('alert')).toContainText('It may be damaged', patient);
  // What was there before is there still, and the next run works.
  await run.choose('Demo model');
  await run.answer('bare-json', false);
  await run.run();
  await run.ended('done');
  await expect(scope.verdict).toContainText('1 call: open_valve.');
});

test('a model from the own disk gets its tools by its template, and its native calls stream in @long', async ({
  page,
}) => {
  const text = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "steam"}}\n</tool_call>';
  // As Qwen and Hermes have it: llama.cpp reads off such a template how calls are marked.
  const template = `{%- if tools %}<|im_start|>system
# Tools
<tools>{% for tool in tools %}
{{ tool | tojson }}{% endfor %}
</tools>
For each function call, return a json object within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call><|im_end|>
{% endif %}{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content or '' }}{% if message.tool_calls %}{% for call in message.tool_calls %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}{% endif %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
<|answer:native|>{% endif %}`;
  const buffer = makeDemoModel([{ id: 'native', label: 'Native', text }], template);
  const scope = new Callscope(page);
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.choose('GGUF file');
  await run.panel.getByLabel('File', { exact: true }).setInputFiles({ name: 'own.gguf', mimeType: '', buffer });
  await run.twice('Tools: in the prompt, native');
  await run.run();
  await expect(run.status).toHaveText('Both runs finished.', patient);
  // One model, one answer: without tools llama.cpp hands it on as text, with tools it takes the call out.
  await expect(run.panel.getByRole('region', { name: 'Reply: Tools in the prompt' })).toHaveText(text);
  await expect(run.side('Native tools')).toContainText('finish reason tool_calls');
  await expect(run.side('Native tools')).toContainText('1 call: read_gauge.');
  await run.side('Native tools').getByRole('button', { name: 'Keep as the reply' }).click();
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await page.getByRole('tab', { name: 'Native tool_calls' }).click();
  await expect(scope.editor('Native tool_calls')).toHaveValue(/read_gauge/);
});

test('the prompt that a model file will get is shown before the run, and llama.cpp makes the same one @long', async ({
  page,
}) => {
  const answer = { id: 'native', label: 'Native', text: 'All gauges are fine.' };
  const turns = `{% for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
<|answer:native|>{% endif %}`;
  const template = `{{ bos_token }}{% if tools is not none and tools %}<|im_start|>system
Today is {{ date_string }}.
<tools>{% for tool in tools %}
{{ tool | tojson }}{% endfor %}
</tools>
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call><|im_end|>
{% endif %}${turns}`;
  const scope = new Callscope(page);
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.choose('GGUF file');
  const expected = run.panel.getByRole('region', { name: 'Prompt that this model will get' });
  const made = run.panel.getByRole('region', { name: /^The prompt, as llama.cpp made it, run/ });
  const load = async (name: string, own: string | null): Promise<void> => {
    await run.showSettings();
    const buffer = makeDemoModel([answer], own);
    await run.panel.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer });
  };
  const runs = async (): Promise<void> => {
    await run.run();
    await run.ended('done');
    await scope.door('Prompt');
    await run.panel.getByText(/: what was sent/).click();
  };
  const details = run.panel.getByText('Prompt that this model will get');

  await load('own.gguf', template);
  await details.click();
  await expect(expected).toContainText('Is the oil pressure all right?<|im_end|>');
  await expect(expected).toContainText('~~~tool_call');
  await expect(run.panel).toContainText('Rendered by Callscope’s own engine, with the template in the file.');
  await run.panel.getByLabel(/^Tools:/).selectOption('request');
  await expect(expected).toContainText('<tools>');
  const text = await expected.textContent();
  expect(text).toMatch(/^<\|endoftext\|><\|im_start\|>system\nToday is \d\d \w\w\w \d{4}\.\n<tools>/);
  await runs();
  expect(await made.textContent()).toBe(text);
  await run.showSettings();
  await expect(run.panel).toContainText('llama.cpp made the same prompt in run 1.');

  // A template that refuses a system message: llama.cpp puts it into the question, and the page says so after the run.
  await load(
    'strict.gguf',
    `{% if messages[0].role == 'system' %}{{ raise_exception('No system.') }}{% endif %}${turns}`,
  );
  await expect(run.panel).toContainText('The template raised an error: No system.');
  await runs();
  await run.showSettings();
  await expect(run.panel).toContainText('llama.cpp made another prompt in run 2.');
  await expect(run.panel.getByRole('region', { name: 'Prompt that llama.cpp made' })).toContainText('user\n');

  // A file without a template, and one that is no model.
  await load('bare.gguf', null);
  await expect(run.panel).toContainText('This file has no chat template. llama.cpp takes ChatML');
  await expect(expected).toHaveText(/<\|im_start\|>assistant\n$/);
  await run.panel
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'b.gguf', mimeType: '', buffer: Buffer.from('GGML, not that') });
  await expect(run.panel.getByText('This file is not a model in GGUF format. Choose another one.')).toBeVisible();

  await load('own.gguf', template);
  await run.panel.getByRole('button', { name: 'Open the template' }).click();
  await expect(scope.editor('Chat template')).toHaveValue(template);
});

test.describe('a server', () => {
  const server = new ModelServer();
  const log = logNamed('openai-chat/clean');
  test.beforeEach(async () => {
    server.asked.length = 0;
    server.allowsPages = true;
    server.answer = async (response) => {
      await play(response, log, 5);
      response.end();
    };
    await server.start();
  });
  test.afterEach(() => server.stop());

  test('streams text and native calls into the page, and its key is kept nowhere', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.openMonaco();
    await scope.monacoReady();
    const run = new RunPanel(page);
    await run.open();
    await run.server('openai', server.address, 'sk-secret');
    await run.panel.getByLabel(/^Tools:/).selectOption('request');
    await expect(run.panel.getByRole('region', { name: /POST/ })).toContainText('"tools"');
    expect(server.asked).toEqual([]);
    await run.panel.getByRole('button', { name: 'Copy as curl' }).click();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain(`${server.address}/v1/chat/completions`);
    await run.run();
    await run.ended('done');
    await expect(page.locator('.reply')).toContainText('Two gauges.');
    await expect(scope.verdict).toContainText('2 calls');
    expect(server.asked).toMatchObject([{ headers: { authorization: 'Bearer sk-secret' } }]);
    expect(server.asked[0]?.headers).not.toHaveProperty('referer');
    await expect.poll(() => recordedPieces(page)).toBeGreaterThan(1);
    const databases = await page.evaluate(() => indexedDB.databases());
    expect(databases).toEqual([]);
    for (const text of [await stored(page), await scope.link(), curl]) expect(text).not.toContain('secret');
    expect(scope.complaints).toEqual([]);
  });

  test('shows native calls while they come, and its log can be taken apart afterwards @long', async ({ page }) => {
    let goOn = (): void => undefined;
    const halfway = new Promise<void>((resolve) => (goOn = resolve));
    const half = log.indexOf('call_b');
    server.answer = async (response) => {
      await play(response, log.slice(0, half), 50);
      await halfway;
      response.end(log.slice(half));
    };
    const scope = new Callscope(page);
    await scope.openMonaco();
    await scope.monacoReady();
    const run = new RunPanel(page);
    await run.open();
    await run.server('openai', server.address, 'sk-secret');
    await run.panel.getByLabel(/^Tools:/).selectOption('request');
    await run.run();
    await page.getByRole('tab', { name: 'Native tool_calls' }).click();
    await expect.poll(() => scope.shownText('Native tool_calls')).toContain('call_a');
    await expect(run.status).toHaveAttribute('data-state', 'running');
    goOn();
    await run.ended('done');
    await expect(scope.verdict).toContainText('2 calls');

    await scope.door('Prompt');
    await run.panel.getByText('Run 1, Server: what was sent and what came back').click();
    await expect(run.panel.getByRole('region', { name: /^POST .*run 1/ })).toContainText('"stream": true');
    await expect(run.panel.getByRole('region', { name: /^The answer/ })).toContainText('data: {');
    await expect(run.panel).not.toContainText('secret');
    await run.panel.getByRole('button', { name: 'Take the log apart in Stream' }).click();
    await expect(page.getByRole('table', { name: 'Calls by index and id' })).toContainText('call_b');
    await expect(page.getByText('The open reply is no longer the one of this log.')).toHaveCount(0);
    await expect(page.getByTestId('moment')).toContainText('Chunk');
    expect(await stored(page)).not.toContain('secret');
    expect(scope.complaints).toEqual([]);
  });

  test('is asked twice with one thing changed, and both answers keep their own native calls @long', async ({
    page,
  }) => {
    const event = (delta: object, finish: string | null = null): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    server.answer = (response, { body }) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const call = { index: 0, id: 'a', function: { name: 'read_gauge', arguments: '{"dial":"oil"}' } };
      if (body.includes('"tools"')) response.write(event({ tool_calls: [call] }) + event({}, 'tool_calls'));
      else response.write(event({ content: fence(oilCall) }) + event({}, 'stop'));
      response.end('data: [DONE]\n\n');
    };
    const scope = new Callscope(page);
    await scope.open();
    const run = new RunPanel(page);
    await run.open();
    await run.server('openai', server.address);
    await run.twice('Tools: in the prompt, native');
    await run.run();
    await expect(run.status).toHaveText('Both runs finished.');
    expect(server.asked.map(({ body }) => [body.includes('"tools"'), body.includes('~~~tool_call')])).toEqual([
      [false, true],
      [true, false],
    ]);
    await expect(run.side('Tools in the prompt')).toContainText('1 call: read_gauge.');
    await expect(run.side('Native tools')).toContainText('1 call: read_gauge.');
    await run.panel.getByRole('button', { name: 'Open both in Compare' }).click();
    await expect(scope.difference).toBeVisible();
    await expect(page.getByRole('region', { name: 'Right side' })).toContainText('1 call: read_gauge.');
    await expect(page.getByRole('region', { name: 'Left side' })).toContainText('1 call: read_gauge.');
    // A link says the same.
    const link = await scope.link();
    await page.goto(link);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Right side' })).toContainText('1 call: read_gauge.');

    // What a server cannot be held to is said before anything is sent.
    await scope.door('Debug');
    await run.open();
    await run.server('anthropic', server.address);
    await run.twice('Tokens: free, constrained');
    await expect(run.panel.getByText('cannot constrain Anthropic’s models to a schema')).toBeVisible();
    expect(server.asked).toHaveLength(2);
  });

  test('that redirects to another host gets nothing sent there, and one that breaks off is no matter of CORS @long', async ({
    page,
  }) => {
    const other = new ModelServer();
    await other.start();
    server.answer = (response) => void response.writeHead(307, { Location: `${other.address}/v1/messages` }).end();
    const scope = new Callscope(page);
    await scope.open();
    const run = new RunPanel(page);
    await run.open();
    await run.server('anthropic', server.address, 'very-secret');
    await run.run();
    await run.ended('failed');
    await expect(run.panel.getByRole('alert')).toContainText('redirects to another address');
    expect(other.asked).toEqual([]);
    await other.stop();

    server.answer = (response, { method }) => void (method === 'POST' ? response.destroy() : response.end());
    await run.run();
    await expect(run.panel.getByRole('alert')).toContainText('closed the connection before it answered');
    const probes = server.asked.filter(({ method }) => method !== 'POST');
    expect(JSON.stringify(probes)).not.toContain('very-secret');
  });

  test('that allows no pages, or is not there, is told apart @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open();
    const run = new RunPanel(page);
    await run.open();
    server.allowsPages = false;
    await run.server('ollama', server.address);
    await run.run();
    await run.ended('failed');
    await expect(run.panel.getByRole('alert')).toContainText(`OLLAMA_ORIGINS=${new URL(page.url()).origin}`);
    await server.stop();
    await run.run();
    await expect(run.panel.getByRole('alert')).toContainText('Nothing answers');
    await run.panel.getByLabel('Address').fill('http://192.168.0.1');
    await expect(run.panel.getByText('only over https')).toBeVisible();
  });
});

test('a browser without a model of its own says so, and one that has it answers @long', async ({ page }) => {
  // Some browsers of test machines have the API and would fetch a model for it.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'LanguageModel', { value: undefined, configurable: true });
  });
  const scope = new Callscope(page);
  await scope.open();
  const run = new RunPanel(page);
  await run.open();
  await run.choose('Browser’s model');
  await expect(run.panel.getByText('This browser has no built-in model.')).toBeVisible();
  await run.run();
  await run.ended('failed');

  // Only the API is made up: no browser of a test machine has the model.
  await page.addInitScript(() => {
    const pieces = ['~~~tool_call\n', '{"name": "read_gauge",', ' "arguments": {"dial": "oil"}}\n~~~'];
    Object.defineProperty(window, 'LanguageModel', {
      value: {
        availability: () => Promise.resolve('available'),
        create: () =>
          Promise.resolve({
            promptStreaming: () =>
              new ReadableStream({
                start(controller) {
                  for (const piece of pieces) controller.enqueue(piece);
                  controller.close();
                },
              }),
            destroy: () => undefined,
          }),
      },
    });
  });
  await page.reload();
  await run.open();
  await run.choose('Browser’s model');
  await run.run();
  await run.ended('done');
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
});

for (const isPhone of [false, true]) {
  test(`the panel has no findings${isPhone ? ' on a phone @long' : ''} @long`, async ({ browser }) => {
    const context = await browser.newContext(isPhone ? phone : {});
    const scope = new Callscope(await context.newPage());
    await scope.open();
    const run = new RunPanel(scope.page);
    await run.open();
    for (const source of ['Demo model', 'Server']) {
      await run.choose(source);
      if (source === 'Server') await run.panel.getByLabel('Address').fill('http://a.example');
      expect(await findingsOf(scope.page, '[aria-label="Run a model"]')).toEqual([]);
    }
    await context.close();
  });
}
