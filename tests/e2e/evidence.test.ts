import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Callscope } from './callscope.ts';

interface Paste {
  readonly id: string;
  readonly content: string;
  /** What the first sentence says. */
  readonly says: readonly string[];
  /** What is offered first. */
  readonly fix: string;
  /** The button of an edit that is offered first, where no server is known. */
  readonly edit?: string;
}

const pastes = readFileSync(new URL('../fixtures/evidence-pastes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Paste);

/** Pastes into the page as it is at a first visit. */
async function arriveWith(scope: Callscope, content: string): Promise<void> {
  await scope.arrive();
  await scope.page.getByRole('textbox').first().fill(content);
  await scope.answered();
}

test('what a paste proves travels in the link, can be proved, and one step goes back to the server of before @long', async ({
  page,
  browser,
}) => {
  const scope = new Callscope(page);
  const paste = pastes.find(({ id }) => id === 'vllm-fence')!;
  await arriveWith(scope, paste.content);
  await expect(scope.verdict).toContainText('vLLM returned no call');
  await expect(scope.runtime()).toHaveText(/vLLM hermes/);
  await page.getByRole('button', { name: 'Show proof' }).click();
  const proof = page.getByRole('region', { name: 'What your paste proves' });
  await expect(proof.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo this server' }).click();
  await expect(scope.runtime()).toHaveText(/Any format/);
  await expect(scope.verdict).toContainText('vLLM returned no call');

  const { hash } = new URL(await scope.link());
  const context = await browser.newContext();
  const other = new Callscope(await context.newPage());
  await other.open(hash);
  await expect(other.verdict).toContainText('vLLM returned no call');
  await expect(other.runtime()).toHaveText(/Any format/);
  await context.close();

  // Of a text that nobody served only an emulation can speak.
  await scope.open(hash);
  await scope.editor('Reply text').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And more.');
  await expect(scope.verdict).not.toContainText('vLLM returned');
  expect(scope.complaints).toEqual([]);
});

test('what a pasted reply proves is there after a reload, and for who opens the link', async ({ page, browser }) => {
  const scope = new Callscope(page);
  // Nothing is taken out of it: the paste is the reply.
  const reply = '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Bern</arg_value>\n';
  await arriveWith(scope, reply);
  await expect(scope.verdict).toContainText('This reply is a broken form of a call to get_weather');
  const said = (await scope.verdict.textContent()) ?? '';
  const link = await scope.link();
  await scope.saved('arg_key');
  await page.waitForTimeout(700);
  await page.reload();
  await expect(scope.verdict).toHaveText(said);
  const other = new Callscope(await (await browser.newContext()).newPage());
  await other.open(new URL(link).hash);
  await expect(other.verdict).toHaveText(said);
  await expect(other.verdict).toHaveAttribute('data-tone', 'bad');
  // An editor makes another text of it.
  await scope.editor('Reply text').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('And more.');
  await expect(scope.verdict).not.toContainText('broken form');
  await other.page.context().close();
});

test('the flags that would bring the call are one click away', async ({ page }) => {
  const scope = new Callscope(page);
  await arriveWith(scope, pastes.find(({ id }) => id === 'vllm-stream')!.content);
  await page.getByRole('button', { name: 'Copy flags' }).click();
  await expect(page.getByRole('button', { name: '✓ Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('--enable-auto-tool-choice --tool-call-parser hermes');
});

test('a task of Cline opens at the turn that Cline refused, under its own reader; the healthy turns are calls', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const call = (path: string): string => `I look.\n\n<read_file>\n<path>${path}</path>\n</read_file>`;
  const refused = '<tool_call>\n{"name": "read_file", "arguments": {"path": "tides/3.txt"}}\n</tool_call>';
  const said = (role: string, text: string): object => ({ role, content: [{ type: 'text', text }] });
  const task = [
    said(
      'user',
      '<task>\nWhen is low tide?\n</task>\n<environment_details>\n# VSCode Visible Files\ntides/1.txt\n</environment_details>',
    ),
    said('assistant', call('tides/1.txt')),
    said('user', "[read_file for 'tides/1.txt'] Result:\n04:12"),
    said('assistant', call('tides/2.txt')),
    said('user', "[read_file for 'tides/2.txt'] Result:\n16:40"),
    said('assistant', refused),
    said('user', '[ERROR] You did not use a tool in your previous response! Please retry with a tool use.'),
    said('assistant', call('tides/3.txt')),
  ];
  await arriveWith(scope, JSON.stringify(task, null, 2));
  await expect(scope.runtime()).toHaveText(/Cline/);
  await expect(scope.verdict).toContainText('in this conversation of Cline');
  const list = page.getByRole('region', { name: 'Replies in what you pasted' });
  await expect(list.getByRole('status')).toHaveText('1 went wrong, 3 did not');
  await expect(list.getByRole('button', { name: /^3 / })).toHaveAttribute('aria-current', 'true');
  await list.getByRole('button', { name: /^2 .*1 call: read_file/ }).click();
  await expect(scope.cards).toHaveCount(1);
  expect(scope.complaints).toEqual([]);
});

/** So many pastes are one journey: a load of the page for each would take most of the time. */
const ONE_AFTER_ANOTHER = 5;

/** `npm test` has the first of these journeys; what is concluded of each paste is held without a page. */
for (let from = 0; from < pastes.length; from += ONE_AFTER_ANOTHER) {
  const some = pastes.slice(from, from + ONE_AFTER_ANOTHER);
  test(`the first sentence speaks of the server of the paste: ${some.map(({ id }) => id).join(', ')}${from > 0 ? ' @long' : ''}`, async ({
    page,
  }) => {
    const scope = new Callscope(page);
    await scope.arrive();
    const answer = page.getByRole('region', { name: 'Answer' });
    for (const { id, content, says, fix, edit } of some)
      await test.step(id, async () => {
        await page.getByRole('textbox').first().fill(content);
        await scope.answered();
        for (const words of says) await expect(scope.verdict).toContainText(words.replaceAll('`', ''));
        if (edit === undefined) await expect(scope.verdict).toContainText(fix.replaceAll('`', ''));
        else await expect(answer.getByRole('button', { name: edit })).toBeVisible();
        await expect(scope.verdict).not.toHaveAttribute('data-tone', 'good');
        await scope.command('Start with an empty page');
        await expect(scope.arrival).toBeVisible();
      });
    expect(scope.complaints).toEqual([]);
  });
}

test('a call that must not run is repaired only beside what to do first', async ({ page }) => {
  const scope = new Callscope(page);
  const given = (finish: string) =>
    `AIMessage(content='', additional_kwargs={'tool_calls': [{'id': 'call_1', 'function': {'arguments': '{"lamp": "att', 'name': 'dim_lamp'}, 'type': 'function'}]}, response_metadata={'finish_reason': '${finish}'}, invalid_tool_calls=[{'name': 'dim_lamp', 'args': '{"lamp": "att', 'id': 'call_1', 'error': None, 'type': 'invalid_tool_call'}])`;
  await arriveWith(scope, given('length'));
  await expect(scope.verdict).toContainText('Do not run the call.');
  await expect(page.getByRole('region', { name: 'Answer', exact: true }).locator('.button.main')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Repair the arguments' }).first()).toBeVisible();

  // A reply with nothing missing is mended first.
  await scope.open(
    `#in=${encodeURIComponent('<tool_call>\n{"name": "dim_lamp", "arguments": {"lamp": "attic",}}\n</tool_call>')}`,
  );
  await scope.answered();
  await expect(page.getByRole('region', { name: 'Answer', exact: true }).locator('.button.main')).toHaveText(
    'Repair the JSON',
  );
});

test('of a conversation the emulation is said in a few words', async ({ page }) => {
  const scope = new Callscope(page);
  await arriveWith(scope, pastes.find(({ id }) => id === 'cline-history')!.content);
  await expect(scope.verdict).toContainText('Reply 2 is cut off');
  await expect(scope.verdict).toContainText('emulated here: 1 call: read_file.');
  await expect(scope.verdict).not.toContainText('ends inside');
});

test('an error that quotes the arguments of a call alone is no reply that a parser is tried on', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open('#in=Hello.&runtime=vllm:hermes');
  await scope.pasteOnPage(
    `Error: error parsing tool call: raw='We need a date. {"day":"2026-11-30"}', err=invalid character 'W' looking for beginning of value`,
  );
  await expect(scope.verdict).toContainText(
    'Ollama returned an error. Words are before the JSON of the arguments: We need a date.',
  );
  await expect(scope.verdict).toContainText('The paste quotes only the arguments of the call');
  await expect(scope.runtime()).toHaveText(/Any format/);
  await expect(page.getByRole('region', { name: 'The same reply under other servers' })).toHaveText(
    'Other servers need the whole reply.',
  );
  await expect(page.getByRole('region', { name: 'What would help' })).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('arguments that a client could not read are those of a call, whoever the server was', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open('#in=Hello.&runtime=vllm:hermes');
  await scope.pasteOnPage(
    `invalid [tool=dim_lamp, error=Invalid input for tool dim_lamp: JSON parsing failed: Text: {'room': 'attic'}.\nError message: JSON Parse error: Single quotes are not allowed]`,
  );
  await expect(scope.verdict).toContainText(
    'OpenCode received a call to dim_lamp. The arguments of the call are a Python dict and no JSON',
  );
  await expect(scope.verdict).toContainText('The paste quotes only the arguments of the call');
  expect(scope.complaints).toEqual([]);
});

test('a call in the reasoning of a stream is opened with the reasoning, and a reload keeps it', async ({ page }) => {
  const scope = new Callscope(page);
  const deltas = ['I look. ', '<tool_call>{"name": "list_files", ', '"arguments": {"path": "src"}}</tool_call>'];
  const chunks = deltas.map((thinking) => ({
    model: 'qwen3:8b',
    created_at: '2026-11-29T02:00:00Z',
    message: { role: 'assistant', content: '', thinking },
    done: false,
  }));
  const end = { ...chunks[0], message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' };
  await arriveWith(scope, [...chunks, end].map((chunk) => JSON.stringify(chunk)).join('\n'));
  for (const _ of ['pasted', 'reloaded']) {
    await expect(scope.verdict).toContainText('The reasoning holds a call to list_files');
    await expect(scope.verdict).toContainText('The text is the reasoning that the server keeps apart.');
    await expect(page.getByRole('article', { name: 'Call of list_files' })).toBeVisible();
    await page.reload();
  }
  expect(scope.complaints).toEqual([]);
});

test('a tag per tool of Cline is a call without declared tools, and its readers are asked', async ({ page }) => {
  const scope = new Callscope(page);
  await arriveWith(scope, 'I look at it first.\n\n<read_file>\n<path>src/pier.ts</path>\n</read_file>');
  await expect(scope.verdict).toContainText('1 call: read_file.');
  await expect(page.getByRole('region', { name: 'The same reply under other servers' })).toContainText(
    'Cline, XML tools',
  );
  expect(scope.complaints).toEqual([]);
});

test('where a paste tells what came back and holds no reply, no parser is said to have read its words', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await arriveWith(
    scope,
    "Output\n\n`{'messages': [AIMessage(content='', additional_kwargs={}, response_metadata={'model': 'qwen2.5', 'created_at': '2026-04-24T09:13:29Z', 'done': True, 'done_reason': 'load'}, id='run-1')]}`\n\nand no tool runs.",
  );
  await expect(scope.verdict).toContainText('LangChain received neither a call nor text.');
  await expect(scope.verdict).not.toContainText('emulated here');
  await expect(page.getByRole('region', { name: 'What would help' })).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('a request among words says what it lacks, and a reply of words says what it does in place of a call', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await arriveWith(
    scope,
    'The log shows this, and no tool ever runs:\n\n```\n2026-11-12 09:02:11 [DEBUG] Received request: POST to /v1/chat/completions with body  {\n  "model": "lamp-4",\n  "messages": [\n    {\n      "role": "user",\n      "content": "dim the lamp"\n    }\n  ],\n  "stream": true\n}\n```\n\n(no tools in there?)',
  );
  await expect(scope.verdict).toContainText('This is a request without tools');
  await scope.pasteOnPage("All right.\n\nI'll dim the lamp and tell you when it is done.");
  await expect(scope.verdict).toContainText('the text announces an action, and ends without a call (line 3, column 1)');
  expect(scope.complaints).toEqual([]);
});

test('a fix says that the edited reply is read now, also after a reload and to whoever opens the link', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.arrive();
  const content = '<tool_call>\n{"name": "HassTurnOff", "arguments": {"area": "hall"}\n</tool_call>';
  await scope.pasteOnPage(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  await scope.answered();
  await expect(page.getByText('Edited after it was pasted')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close the brackets' }).first().click();
  const said = scope.verdict.getByText('Edited after it was pasted. The call is read now.');
  await expect(said).toBeVisible();
  // Who knows nothing of the server is asked, however the case came.
  await expect(scope.question).toBeVisible();
  await scope.saved('"edited":true');
  await page.reload();
  await scope.answered();
  await expect(said).toBeVisible();
  await expect(scope.question).toBeVisible();
});
