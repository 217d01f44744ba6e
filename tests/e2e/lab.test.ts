import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

test('two prompts, three messages, ten runs, without a network: a failure in Debug and back, saved, opened elsewhere, extended', async ({
  browser,
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Open the example' }).click();
  await expect(lab.getByRole('button', { name: /^A Demo model/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(scope.editor('System prompt').first()).toHaveValue('You look after the pumps.');
  await expect(lab).toContainText('60 runs, about');
  const asked = scope.requests.length;
  await lab.getByRole('button', { name: 'Run 60 runs' }).click();
  await expect(lab).toContainText('60 of 60 runs made.');
  // The same for everybody: the dice have seeds.
  const rates = lab.getByRole('table', { name: /Rates of each variant/ });
  const right = async (variant: number) =>
    Number.parseFloat(
      (await rates
        .getByRole('row', { name: /^Right/ })
        .getByRole('cell')
        .nth(variant)
        .textContent()) ?? '',
    );
  await expect.poll(() => right(1)).toBeGreaterThan(60);
  expect(await right(0)).toBeLessThan(await right(1));
  await expect(lab).toContainText('B is right more often than A.');
  await expect(lab).toContainText(/\+\d+(?:\.\d)? points right/);
  await expect(lab.getByRole('button', { name: /^Runs of A on message 1/ })).toContainText('exathena-fence');
  // The results scroll in their own column, and the page does not with them.
  expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
  expect(scope.requests.slice(asked).filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([]);

  // A failure is a case, and the door leads back to what was there.
  await lab
    .getByRole('list', { name: 'Groups' })
    .getByRole('button', { name: /instead of/ })
    .click();
  await lab.getByRole('toolbar', { name: 'Runs of this group' }).getByRole('button').first().click();
  await scope.answered();
  await expect(scope.editor('Reply')).toHaveValue(/"percent"/);
  await expect(scope.verdict).toContainText('Not as expected');
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(/Asked: \S/);
  // What is not as expected is marked where it is written.
  await page.getByRole('button', { name: 'Show where' }).click();
  await expect(page.locator('.editor-mark-hover').first()).toHaveText(/^\d+$/);
  await scope.door('Prompt');
  await expect(lab.getByRole('toolbar', { name: 'Runs of this group' })).toBeVisible();

  // What is proposed is one more variant, and shown at once.
  await lab.getByRole('button', { name: /Rename pct of open_valve/ }).click();
  await expect(lab.getByRole('button', { name: /^C Demo model/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(scope.editor('Tool definitions, as JSON')).toHaveValue(/"percent"/);
  // The way back from the run leaves what was made since.
  await page.getByRole('status').getByRole('button', { name: 'Back from the run' }).click();
  await expect(lab.getByRole('button', { name: /^C Demo model/ })).toHaveAttribute('aria-pressed', 'true');

  await lab
    .getByRole('region', { name: 'Runs', exact: true })
    .getByRole('button', { name: 'Run the missing 30' })
    .click();
  await expect(rates.getByRole('columnheader', { name: /^C 30/ })).toBeVisible();

  // A reload loses nothing: the definition is saved as all work is, and so are the runs.
  await scope.saved('"experiment":"{');
  await page.waitForTimeout(700);
  await page.reload();
  await expect(rates.getByRole('columnheader', { name: /^A 30/ })).toBeVisible();

  const saving = page.waitForEvent('download');
  await lab.getByRole('button', { name: 'Save' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  const link = await scope.link();
  expect(scope.complaints).toEqual([]);

  const elsewhere = await browser.newContext();
  const other = new Callscope(await elsewhere.newPage());
  // A link holds the experiment, and no text of a model.
  await other.open(link.slice(link.indexOf('#')));
  const there = other.page.getByRole('region', { name: 'Experiment', exact: true });
  await expect(there.getByRole('button', { name: /^C Demo model/ })).toBeVisible();
  await expect(there.getByRole('table')).toHaveCount(0);
  // A table comes with its numbers.
  const sawEmpty = await there.evaluateHandle((element) => {
    const seen = { empty: false };
    new MutationObserver(() => {
      const heads = element.querySelector('table thead')?.querySelectorAll('th').length;
      if (heads !== undefined && heads < 2) seen.empty = true;
    }).observe(element, { childList: true, subtree: true });
    return seen;
  });
  await there.getByLabel('Open an experiment').setInputFiles({
    name: 'experiment.callscope.json',
    mimeType: 'application/json',
    buffer: Buffer.from(saved),
  });
  await expect(there.getByRole('columnheader', { name: /^A 30/ })).toBeVisible();
  expect(await sawEmpty.jsonValue()).toEqual({ empty: false });
  await there.getByRole('button', { name: 'Add 90 more runs' }).click();
  await expect(there.getByRole('columnheader', { name: /^A 60/ })).toBeVisible();
  await expect(there.getByRole('columnheader', { name: /^C 60/ })).toBeVisible();
  await expect(there).toContainText('90 of 90 more runs made. In all, 180 runs have an answer.');
  expect(other.complaints).toEqual([]);
  await elsewhere.close();
});

test('a server that puts off, fails at one run and never ends at another: the rest goes on @long', async ({ page }) => {
  let count = 0;
  const waits: number[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method === 'OPTIONS') return void response.end();
    if (request.url === '/v1/models') return void response.end('{"data": [{"id": "small"}, {"id": "large"}]}');
    count += 1;
    if (count === 3)
      return void response.writeHead(429, { 'Retry-After': '1' }).end('{"error": {"message": "Slow down."}}');
    if (count === 4) waits.push(Date.now());
    if (count === 5) return void response.writeHead(500).end('{"error": {"message": "Out of memory."}}');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    response.write(piece('No tool is needed.'));
    if (count === 7) return undefined;
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Add a message' }).click();
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Who are you?');
  await lab.getByRole('combobox', { name: 'Expected of message 1' }).selectOption('No call');
  await lab.getByText(/^Source: Demo model/).click();
  await lab.getByRole('radio', { name: 'Server' }).check();
  await lab.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${String(port)}`);
  await lab.getByRole('button', { name: 'List the models' }).click();
  await expect(lab).toContainText('2 models.');
  // Nobody's server has our guess.
  await expect(lab.getByRole('combobox', { name: 'Models of the server' })).toHaveValue('small');
  await lab.getByRole('combobox', { name: 'Models of the server' }).selectOption('large');
  await lab.getByRole('spinbutton', { name: 'Longest run, in s' }).fill('2');
  await lab.getByRole('spinbutton', { name: 'At once' }).fill('1');
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('8');
  await lab.getByRole('button', { name: 'Run 8 runs' }).click();
  await expect(lab).toContainText(`These runs ask http://127.0.0.1:${String(port)}. It gets 8 requests`);
  expect(count).toBe(0);
  // One thing to press at a time, and the way back is where it was.
  await expect(lab.getByRole('button', { name: 'Run 8 runs' })).toHaveCount(0);
  await lab.getByRole('button', { name: 'Cancel' }).click();
  await expect(lab.getByRole('button', { name: 'Run 8 runs' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(lab).toContainText('The server asks to wait 1 s.');
  await expect(lab).toContainText('8 of 8 runs tried: 6 answered, 2 failed.', { timeout: 15_000 });
  await expect(lab.getByRole('columnheader', { name: /^A 6, 2 failed/ })).toBeVisible();
  await expect(lab).toContainText('The server answered 500: Out of memory.');
  await expect(lab).toContainText('It did not end within 2 s, and was stopped.');
  await lab.getByRole('button', { name: 'Run the failed again' }).click();
  await expect(lab.getByRole('columnheader', { name: /^A 8/ })).toBeVisible();
  expect(waits.length).toBe(1);
  server.closeAllConnections();
  server.close();
});

test('what is typed is there at once; then the rate, of how many runs, and what it does not say', async ({ page }) => {
  let answer: string | null = '<tool_call>\n{"name": "open_valve", "arguments": {"valve": "B2",}}\n</tool_call>';
  let reason = 'stop';
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return void response.end();
    if (answer === null) return void response.writeHead(500).end('{"error": {"message": "Out of memory."}}');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const choice = { index: 0, delta: { content: answer }, finish_reason: reason };
    return void response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const scope = new Callscope(page);
  const tool = { name: 'open_valve', parameters: { type: 'object', properties: { valve: { type: 'string' } } } };
  await scope.open(`#in=&runtime=auto&tools=${encodeURIComponent(JSON.stringify([tool]))}`);
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Add a message' }).click();
  await page.keyboard.type('Open valve B2.');
  const expected = lab.getByRole('combobox', { name: 'Expected of message 1' });
  await expect(expected).toHaveValue('any');
  await expected.selectOption('open_valve');
  const given = lab.getByRole('textbox', { name: 'Arguments of message 1' });
  await given.fill('{"town": "B2"}');
  await given.press('Tab');
  await expect(lab).toContainText('open_valve has no argument town: change what you expect.');
  await given.fill('');
  await given.press('Tab');
  await expect(lab).not.toContainText('has no argument');
  await expect(lab.getByRole('button', { name: 'Run 10 runs' })).toBeEnabled();
  await scope.saved('Open valve B2.');
  await page.reload();
  await expect(lab.getByRole('textbox', { name: 'Message 1', exact: true })).toHaveValue('Open valve B2.');

  await lab.getByText(/^Source: Demo model/).click();
  await lab.getByRole('radio', { name: 'Server' }).check();
  await lab.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${String(port)}`);
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('4');
  // Said before they are made, and again of what came.
  await expect(lab).toContainText('At temperature 0 a model repeats its reply, and equal runs count as one.');
  await lab.getByRole('button', { name: 'Run 4 runs' }).click();
  await lab.getByRole('button', { name: 'Ask this server' }).click();
  const better = lab.getByRole('region', { name: 'Which variant is better' });
  // Four times one reply: it is one, and a server may refuse it.
  await expect(better).toContainText('A is right in 1 of 1 run: 100 %. With 95 % certainty it is 21 to 100 %.');
  await expect(better).toContainText('they count as one run.');
  await expect(better).toContainText('Any format is no server');
  await expect(lab.getByRole('textbox', { name: 'Address' })).toBeHidden();
  await expect(better).toBeInViewport({ ratio: 1 });
  await scope.chooseRuntime('vllm hermes');
  await expect(better).toContainText('A is right in 0 of 1 run: 0 %.');
  await lab.getByText('What the rows count').click();
  await expect(lab.getByText('Of runs that should not call: none was written')).toBeVisible();
  await expect(better).not.toContainText('is no server');
  // From the rate to a reply, and back to the same place.
  await lab.getByRole('list', { name: 'Groups' }).getByRole('button').click();
  const failing = lab.getByRole('toolbar', { name: 'Runs of this group' });
  await failing.getByRole('button').first().click();
  await scope.answered();
  await expect(scope.verdict).toContainText('vLLM hermes returns the whole reply as text');
  await scope.door('Prompt');
  await expect(failing).toBeInViewport();

  // Nothing answers: why is the first that is said, before any table.
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Open valve B3.');
  answer = null;
  // After three failures in a row no run begins any more: a fourth may be under way by then, or not.
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('3');
  await lab.getByRole('button', { name: 'Run 3 runs' }).click();
  await expect(lab).toContainText('3 runs without an answer');
  await expect(lab).toContainText('The server answered 500: Out of memory.');
  await expect(lab.getByRole('table')).toHaveCount(0);

  // Nothing is expected, so nothing is right.
  answer = 'Done.';
  await lab.getByRole('combobox', { name: 'Expected of message 1' }).selectOption('Not checked');
  await lab.getByRole('button', { name: 'Run the failed again' }).click();
  await expect(better).toContainText('No message says what you expect');
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('4');
  await expect(better).not.toContainText('token limit');

  // The server says what no prompt changes, once all runs before have come.
  await lab.getByRole('combobox', { name: 'Expected of message 1' }).selectOption('No call');
  const more = lab.getByRole('button', { name: 'Add 4 more runs' });
  await expect(more).toBeEnabled();
  reason = 'length';
  await more.click();
  await expect(better).toContainText('4 runs ended at the token limit');
  server.closeAllConnections();
  server.close();
});

test('the words that ask for a format can be one’s own, and what is shown is what a run sends', async ({ page }) => {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return void response.end();
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      sent.push(messages.find(({ role }) => role === 'system')?.content ?? '');
      const choice = { index: 0, delta: { content: 'No.' }, finish_reason: 'stop' };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const scope = new Callscope(page);
  const tool = { name: 'open_valve', parameters: { type: 'object', properties: {} } };
  await scope.open(`#in=&runtime=auto&system=Be%20brief.&tools=${encodeURIComponent(JSON.stringify([tool]))}`);
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  const whole = scope.editor('Augmented system prompt');
  const words = page.getByRole('textbox', { name: /^Preamble: the words that ask for/ });
  await page.getByRole('combobox', { name: 'Format to ask for' }).selectOption('hermes');
  await expect(words).toHaveValue(/^You have tools\./);
  await words.fill('Call tools so, in <tool_call>:\n');
  await expect(page.getByText('My own words, 31 bytes.')).toBeVisible();
  const asked = /^Be brief\.\n\nCall tools so, in <tool_call>:\n- open_valve/;
  await expect(whole).toHaveValue(asked);
  await scope.saved('Call tools so');
  await page.reload();
  await expect(words).toHaveValue('Call tools so, in <tool_call>:\n');

  await lab.getByRole('button', { name: 'Add a message' }).click();
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Who are you?');
  await lab.getByText(/^Source: Demo model/).click();
  await lab.getByRole('radio', { name: 'Server' }).check();
  await lab.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${String(port)}`);
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('1');
  await lab.getByRole('button', { name: 'Run 1 run' }).click();
  await lab.getByRole('button', { name: 'Ask this server' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatch(asked);

  // Without tools in its text, the prompt is one's own.
  await lab.getByText(/^Source: Server/).click();
  await lab.getByRole('combobox', { name: 'Tools', exact: true }).selectOption('Left out');
  await expect(whole).toHaveValue('Be brief.');
  await expect(
    page.getByText('9 bytes. Source leaves the tools out: a run sends your own prompt alone.'),
  ).toBeVisible();
  await lab.getByRole('button', { name: 'Add the prompt on the page' }).click();
  await lab.getByRole('button', { name: 'Run the missing 1' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toBe('Be brief.');
  await lab.getByText(/^Source: Server/).click();
  await lab.getByRole('combobox', { name: 'Tools', exact: true }).selectOption('Native, in the request');
  await expect(page.getByText('The tools go into the request')).toBeVisible();

  // Words ask for one format: another one has its own, with a way back.
  await lab.getByRole('combobox', { name: 'Tools', exact: true }).selectOption('In the system prompt');
  await page.getByRole('combobox', { name: 'Format to ask for' }).selectOption('qwen3-coder-xml');
  await expect(words).toHaveValue(/^You have tools\./);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(words).toHaveValue('Call tools so, in <tool_call>:\n');
  expect(scope.complaints).toEqual([]);
  server.closeAllConnections();
  server.close();
});

test('a page that ends in the middle of its runs loses none that was finished, and offers the others', async ({
  page,
}) => {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return void response.end();
    const choice = { index: 0, delta: { content: 'No tool is needed.' }, finish_reason: 'stop' };
    const answer = `data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`;
    setTimeout(() => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(answer);
    }, 120);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const scope = new Callscope(page);
  await scope.open();
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Add a message' }).click();
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Who are you?');
  await lab.getByRole('combobox', { name: 'Expected of message 1' }).selectOption('No call');
  await lab.getByText(/^Source: Demo model/).click();
  await lab.getByRole('radio', { name: 'Server' }).check();
  await lab.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${String(port)}`);
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('60');
  await scope.saved('Who are you?');
  // What somebody saw last.
  await page.evaluate(() => {
    window.addEventListener('pagehide', () => {
      const seen = /(\d+) of 60 runs/.exec(document.querySelector('progress + [role="status"]')?.textContent ?? '');
      sessionStorage.setItem('seen', seen?.[1] ?? '');
    });
  });
  await lab.getByRole('button', { name: 'Run 60 runs' }).click();
  await lab.getByRole('button', { name: 'Ask this server' }).click();
  await expect(lab).toContainText(/(?:1\d|2\d) of 60 runs/);
  await page.reload();
  const missing = lab.getByRole('button', { name: /^Run the missing/ });
  await expect(missing).toBeVisible();
  const seen = Number(await page.evaluate(() => sessionStorage.getItem('seen')));
  const left = Number.parseInt((await missing.textContent())?.replace(/\D/g, '') ?? '', 10);
  expect(seen).toBeGreaterThanOrEqual(10);
  expect(60 - left).toBeGreaterThanOrEqual(seen);
  await expect(lab.getByRole('columnheader', { name: new RegExp(`^A ${String(60 - left)}`) })).toBeVisible();
  // The address is known as well. That of the runs before is not: nothing kept it.
  await missing.click();
  await expect(lab).toContainText('Earlier runs of A may have asked another server.');
  await lab.getByRole('button', { name: 'Ask this server' }).click();
  await expect(lab.getByRole('columnheader', { name: /^A 60/ })).toBeVisible();
  server.closeAllConnections();
  server.close();
});

test('a model that stops inside of a call is not told to raise its token limit, in its group, its run and what to try', async ({
  page,
}) => {
  const answer = '<tool_call>\n{"name": "open_valve", "arguments": {"valve": "B2"';
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return void response.end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const choice = { index: 0, delta: { content: answer }, finish_reason: 'stop' };
    return void response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const scope = new Callscope(page);
  const tool = { name: 'open_valve', parameters: { type: 'object', properties: { valve: { type: 'string' } } } };
  await scope.open(`#in=&runtime=auto&tools=${encodeURIComponent(JSON.stringify([tool]))}`);
  await scope.door('Prompt');
  const lab = page.getByRole('region', { name: 'Experiment', exact: true });
  await lab.getByRole('button', { name: 'Add a message' }).click();
  await lab.getByRole('textbox', { name: 'Message 1', exact: true }).fill('Open valve B2.');
  await lab.getByRole('combobox', { name: 'Expected of message 1' }).selectOption('open_valve');
  await lab.getByText(/^Source: Demo model/).click();
  await lab.getByRole('radio', { name: 'Server' }).check();
  await lab.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${String(port)}`);
  await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('2');
  await lab.getByRole('button', { name: 'Run 2 runs' }).click();
  await lab.getByRole('button', { name: 'Ask this server' }).click();
  await lab.getByRole('list', { name: 'Groups' }).getByRole('button').first().click();
  await expect(lab).toContainText('Show one complete call as an example in the prompt.');
  await expect(lab).toContainText('Add the line: Write every call to its end');
  await expect(lab).not.toContainText(/token limit|cut off/);
  await lab.getByRole('toolbar', { name: 'Runs of this group' }).getByRole('button').first().click();
  await scope.answered();
  await expect(scope.verdict).toContainText('the text ends inside the call');
  await expect(page.getByText('The model stopped inside the call').first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/token limit|cut off/);
  await scope.saved('"finishReason":"stop"');
  await page.reload();
  await scope.answered();
  await expect(page.getByText('The model stopped inside the call').first()).toBeVisible();
  server.closeAllConnections();
  server.close();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('one column at a time, and nothing that axe refuses @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open();
    await scope.door('Prompt');
    const main = page.getByRole('main');
    await expect(scope.editor('Tool definitions, as JSON')).toBeVisible();
    await main.getByRole('button', { name: 'Experiment', exact: true }).tap();
    const lab = page.getByRole('region', { name: 'Experiment', exact: true });
    await expect(scope.editor('Tool definitions, as JSON')).toBeHidden();
    await lab.getByRole('button', { name: 'Open the example' }).tap();
    await lab.getByRole('spinbutton', { name: 'Runs of each' }).fill('2');
    await lab.getByRole('button', { name: 'Run 12 runs' }).tap();
    await expect(lab.getByRole('columnheader', { name: /^B 6/ })).toBeVisible();
    await lab.getByRole('button', { name: /^Runs of A on message 1/ }).tap();
    await lab.getByText(/^Source: Demo model/).tap();
    expect(await findingsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await main.getByRole('button', { name: 'What is sent' }).tap();
    await page.getByRole('tab', { name: 'Request' }).tap();
    await expect(main.getByRole('combobox', { name: 'Message' })).toHaveValue('Open valve B2 to 40 percent.');

    // What is opened is what is shown first.
    await page.reload();
    await expect(lab.getByRole('columnheader', { name: /^B 6/ })).toBeVisible();
  });
});
