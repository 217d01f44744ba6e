import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { expect, test } from '@playwright/test';
import { Callscope } from './callscope.ts';
import { findingsOf } from './findings.ts';

const parser = (name: string): string =>
  readFileSync(new URL(`../app/parser-file/parsers/${name}`, import.meta.url), 'utf8');

const reply =
  'Hi <beacon>{"name":"get","arguments":{"a":1}}</beacon><beacon>{"name":"get","arguments":{"a":2,}}</beacon>';

test('drop a parser file, see the line that decided, mend it, and see before and after', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', reply);
  await scope.answered();
  await scope.drop('beacon.py', parser('beacon.py'));

  // Nothing is fetched and nothing runs before it is agreed to.
  const own = page.getByTestId('own-verdict');
  await expect(page.getByRole('region', { name: 'beacon.py' })).toContainText('class BeaconToolParser');
  await expect(page.getByText('6.3 MB')).toBeVisible();
  const ofPython = (): string[] => scope.requests.filter((url) => /pyodide-|parser-file\.worker/.test(url));
  expect(ofPython()).toEqual([]);
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Run it here' }).click();
  await expect(own).toContainText('BeaconToolParser returns no call: line 34 raised JSONDecodeError', {
    timeout: 90_000,
  });
  expect(ofPython().length).toBeGreaterThan(3);
  await expect(page.locator('body')).not.toBeFocused();

  // Where the worker is bound by its policy it can import nothing foreign; where it is not, it has nothing to fetch with.
  const [worker] = page.workers().filter((one) => one.url().includes('parser-file.worker'));
  const reach = await worker?.evaluate(
    async (foreign) => [
      typeof fetch,
      typeof XMLHttpRequest,
      typeof WebSocket,
      await import(foreign).then(
        () => 'imported',
        () => 'refused',
      ),
    ],
    'data:text/javascript,1',
  );
  expect(reach).toEqual(['undefined', 'undefined', 'undefined', 'refused']);

  const source = page.getByRole('list', { name: 'Source of beacon.py' });
  await expect(source.locator('.decided')).toContainText('json.loads(found)');
  const step = page.getByRole('slider', { name: 'Step' });
  await step.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('model_output', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next line' }).click();
  await expect(source.locator('.current')).toContainText('if self.opener not in model_output');
  await page.getByRole('button', { name: 'Line 31 ran once' }).click();
  // A value that came from the reply shows where it stands there.
  await page.getByRole('button', { name: 'Next line' }).click();
  await page.getByRole('button', { name: 'Next line' }).click();
  await page.getByTitle('Show where in the reply it came from').first().focus();
  await expect(page.getByRole('region', { name: 'Where it came from' }).locator('mark.strong')).toHaveText(
    '{"name":"get","arguments":{"a":1}}',
  );
  expect(await findingsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Edit file' }).click();
  const editor = page.getByRole('textbox', { name: 'Source of beacon.py' });
  await editor.fill(parser('beacon.py').replace('json.loads(found) for', 'json.loads(found.replace(",}", "}")) for'));
  await page.getByRole('button', { name: 'Run the change' }).click();
  await expect(own).toHaveText('BeaconToolParser returns 2 calls: get, get.', { timeout: 30_000 });
  await expect(page.getByTestId('before-after')).toHaveText('Before the change: no call. After: 2 calls.');
  await page.getByRole('button', { name: 'Check properties' }).click();
  await expect(page.getByTestId('own-properties').getByRole('listitem')).toHaveCount(3, { timeout: 30_000 });

  await page.getByRole('button', { name: /^Compare with (?!the file|another)/ }).click();
  await expect(page.getByTestId('own-compare')).toContainText(/^The file and .+ (?:agree on|differ in) /, {
    timeout: 60_000,
  });

  // A link holds the file only when asked. Who opens it is shown the file, and nothing runs.
  expect((await scope.link()).length).toBeLessThan(2000);
  await page.getByRole('checkbox', { name: 'In links' }).check();
  const link = await scope.link();
  const opened = new Callscope(await page.context().newPage());
  await opened.page.goto(link);
  await expect(opened.page.getByText('The link that you opened brought this file.')).toBeVisible();
  await expect(opened.page.getByRole('region', { name: 'beacon.py' })).toContainText('found.replace');
  expect(opened.requests.filter((url) => url.includes('pyodide-'))).toEqual([]);
  await opened.page.close();

  // The reply of the page is read again where it changes.
  await scope.drawer('Your parser');
  await scope.write('Reply text', 'plain');
  await scope.drawer('Your parser');
  await expect(own).toHaveText('BeaconToolParser returns no call: the reply stays text.', { timeout: 30_000 });
  expect(scope.complaints).toEqual([]);
});

test('hostile files are answered in a sentence, and the page goes on @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.drawer('Your parser');
  const own = page.getByTestId('own-verdict');
  const use = async (text: string): Promise<void> => {
    await page.getByLabel('Or paste the file').fill(text);
    await page.getByRole('button', { name: 'Use this file' }).click();
  };
  await use('import js\njs.fetch("https://example.com")');
  await page.getByRole('button', { name: 'Run it here' }).click();
  await expect(own).toHaveText('The file imports `js`, which leads out of this worker (line 1).', { timeout: 90_000 });
  for (const [text, sentence] of [
    ['while True:\n    pass', /^The parser does not end: line \d ran [\d,]+ times\.$/],
    ['import os\nos.system("ls")', /`os\.system` is refused/],
    ['print "x"', /is not valid Python 3\.14/],
    ['x = 1', /The file holds no parser/],
  ] as const) {
    await page.getByRole('button', { name: 'Remove' }).click();
    await use(text);
    await expect(own).toHaveText(sentence, { timeout: 30_000 });
    await expect(page.locator('body')).not.toBeFocused();
  }
  // Two parsers: one is asked which.
  await page.getByRole('button', { name: 'Remove' }).click();
  await use(
    `${parser('plain.py')}\n\nclass Other:\n    def parse(self, text, tools):\n        return None\n\n\nclass Third(Other.__base__):\n    def parse(self, text):\n        return None\n`,
  );
  await expect(own).toHaveText('The files hold 2 parsers. Choose one above.', { timeout: 30_000 });
  await page.getByRole('combobox', { name: 'Parser' }).selectOption('Third (class with parse(text, tools))');
  await expect(own).toHaveText('Third returns no call: the reply stays text.', { timeout: 30_000 });
  expect(await findingsOf(page)).toEqual([]);
  expect(scope.requests.every((url) => url.startsWith(new URL('/', page.url()).href))).toBe(true);
});

test('a parser file that may run answers in the strip, in Stream, among all servers and in Compare @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', 'Hi [LAMP]{"name": "get", "arguments": {"city": "Oslo"}}[/LAMP] bye');
  await scope.answered();
  await scope.drawer('Your parser');
  await scope.drop('parser.zip', zipSync({ 'my/lantern.py': Buffer.from(parser('lantern.py')) }));
  await expect(page.getByRole('region', { name: 'my/lantern.py' })).toBeVisible();
  const chip = page.getByRole('button', { name: /^Your file LanternToolParser/ });
  await expect(chip).toHaveCount(0);
  await page.getByRole('button', { name: 'Run it here' }).click();
  await expect(page.getByTestId('own-verdict')).toHaveText('LanternToolParser returns 1 call: get.', {
    timeout: 90_000,
  });
  await scope.drawer('Stream');
  await expect(chip).toContainText('1 call', { timeout: 60_000 });
  await page.getByRole('group', { name: 'Read by' }).getByRole('button', { name: 'Your LanternToolParser' }).click();
  await expect(page.getByTestId('moment')).toContainText('1 call so far: get.', { timeout: 60_000 });
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'Next chunk' }).click();
  await expect(page.getByTestId('moment')).toContainText('The client receives text “Hi');
  await expect(page.getByTestId('moment')).toContainText('No call so far.');
  await page.getByRole('tab', { name: 'Every cut' }).click();
  await page.getByRole('button', { name: 'Try every cut' }).click();
  await expect(page.getByTestId('sweep')).toContainText('5 change only what a user sees', { timeout: 60_000 });
  expect(await findingsOf(page)).toEqual([]);

  await scope.drawer('All servers');
  const row = page.getByRole('region', { name: 'Your parser file' });
  await expect(row).toContainText('Your LanternToolParser (lantern.py) returns 1 call: get.', { timeout: 60_000 });
  expect(await findingsOf(page)).toEqual([]);

  await scope.drawer('Compare');
  await page.getByRole('group', { name: 'What to compare' }).getByRole('button', { name: 'Your parser' }).click();
  await expect(page.getByTestId('beside-whole')).toHaveText('The same calls. The text differs from character 4 on.', {
    timeout: 60_000,
  });
  await expect(page.locator('body')).not.toBeFocused();
  expect(await findingsOf(page)).toEqual([]);

  // Once the file is closed, nothing of it is left beside the servers.
  await scope.drawer('Your parser');
  await page.getByRole('button', { name: 'Remove' }).click();
  await scope.drawer('Stream');
  await expect(page.getByTestId('moment')).toContainText('Nothing is held back at the end.');
  await expect(chip).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('before and after a fix on all texts, and on a log @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', '<tool_call>{"name":"get","arguments":{"a":2,}}</tool_call>');
  await scope.answered();
  await scope.drop('hermes_tool_parser.py', parser('hermes_like.py'));
  await page.getByRole('button', { name: 'Run it here' }).click();
  const own = page.getByTestId('own-verdict');
  await expect(own).toContainText('HermesLikeToolParser returns no call', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Edit file' }).click();
  const mended = parser('hermes_like.py').replace(
    'json.loads(closed or cut)',
    'json.loads((closed or cut).replace(",}", "}"))',
  );
  await page.getByRole('textbox', { name: 'Source of hermes_tool_parser.py' }).fill(mended);
  await page.getByRole('button', { name: 'Run the change' }).click();
  await expect(own).toHaveText('HermesLikeToolParser returns 1 call: get.', { timeout: 30_000 });
  await page.getByRole('button', { name: 'Compare with the file as opened' }).click();
  await expect(page.getByTestId('own-versions')).toHaveText(/^\d+ of \d+ texts changed since the file as opened\.$/, {
    timeout: 90_000,
  });
  await page.getByText(/^Calls that were missing before: \d+$/).click();
  await expect(page.getByText('reply: before no call, now 1 call.')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as pytest' }).click();
  expect((await saved).suggestedFilename()).toBe('test_hermes_tool_parser.py');
  expect(await findingsOf(page)).toEqual([]);

  await scope.view('Batch');
  const replies = ['1,', '1', '2,'].map((value) => `<tool_call>{"name":"get","arguments":{"a":${value}}}</tool_call>`);
  await scope.drop('log.jsonl', replies.map((response, id) => JSON.stringify({ id: String(id), response })).join('\n'));
  const status = page.locator('.progress [role="status"]');
  await expect(status).toContainText('3 replies read with', { timeout: 60_000 });
  await scope.chooseRuntime('vLLM hermes');
  await expect(page.getByRole('table', { name: /^From ExAthena .* to vLLM hermes$/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('group', { name: 'Read by' }).getByRole('button', { name: 'Your HermesLikeToolParser' }).click();
  await expect(status).toHaveText(
    '3 replies read with your HermesLikeToolParser (hermes_tool_parser.py). Calls came: 3.',
    {
      timeout: 60_000,
    },
  );
  const moves = page.getByRole('table', { name: /^From vLLM hermes to your HermesLikeToolParser/ }).getByRole('row');
  await expect(moves.filter({ hasText: 'Fixed' })).toContainText('2');
  await expect(moves.filter({ hasText: 'The same' })).toContainText('1');
  expect(await findingsOf(page)).toEqual([]);
  expect(scope.complaints).toEqual([]);
});
