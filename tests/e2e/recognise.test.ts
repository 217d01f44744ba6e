import { expect, test, type Page } from '@playwright/test';
import { pasteNamed } from '../core/recognise/pastes.ts';
import { Callscope } from './callscope.ts';

async function opened(page: Page): Promise<Callscope> {
  const scope = new Callscope(page);
  await scope.open();
  return scope;
}

const call = '1 call: book_berth.';

test('what is dropped is recognised, and one click brings back what was there', async ({ page }) => {
  const scope = await opened(page);
  const own = await scope.editor('Reply text').inputValue();
  for (const [what, path, said, verdict] of [
    ['a reply in a string', 'escaped/twice.json', 'Recognised: a reply in a string. It was unescaped twice.', call],
    ['a response', 'response/openai.json', 'Recognised: an OpenAI chat completion.', call],
    ['what LangChain prints', 'response/langchain.txt', "Recognised: an assistant's message.", call],
    ['a stream', 'stream/ollama.ndjson', 'Recognised: an Ollama stream.', 'No call.'],
    ['a stream of the AI SDK', 'stream/ai-sdk-4.txt', 'Recognised: a stream of the AI SDK.', 'No call.'],
    ['a HAR file', 'stream/chat.har', 'Recognised: a HAR file.', 'No call.'],
  ] as const)
    await test.step(what, async () => {
      const content = pasteNamed(path);
      await scope.drop(path.replace(/^.*\//, ''), content);
      await expect(scope.notices.first()).toContainText(said);
      await expect(scope.verdict).toContainText(verdict);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(scope.editor('Reply text')).toHaveValue(own);
      await expect(scope.notices).toHaveText([]);
    });
  expect(scope.complaints).toEqual([]);
});

test('a pasted reply is a reply, and nothing is said @long', async ({ page }) => {
  const scope = await opened(page);
  await scope.write('Reply text', pasteNamed('reply/hermes.txt'));
  await expect(scope.verdict).toContainText(call);
  await expect(scope.notices).toHaveText([]);
});

test('the parts of a request go where they belong, and the reply stays @long', async ({ page }) => {
  const scope = await opened(page);
  await scope.write('Reply text', pasteNamed('reply/hermes.txt'));
  await scope.drop('request.json', pasteNamed('request/openai.json'));
  await expect(scope.notices.first()).toContainText(
    'Recognised: a request body. 2 tools and the system prompt moved to Prompt, 2 messages to Loop. Your reply is unchanged.',
  );
  await expect(scope.editor('Reply text')).toHaveValue(pasteNamed('reply/hermes.txt'));
  await expect(scope.verdict).toContainText(call);
});

test('tools go to the prompt @long', async ({ page }) => {
  const scope = await opened(page);
  await scope.drop('tools.json', pasteNamed('tools/mcp.json'));
  await expect(scope.notices.first()).toContainText('1 tool moved to Prompt.');
});

test('calls that LangChain prints below the code that asked are the answer', async ({ page }) => {
  const scope = await opened(page);
  const rule = (name: string): string => `${'='.repeat(32)} ${name} Message ${'='.repeat(33)}`;
  await scope.drop(
    'talk.txt',
    `It books at once:\n\n\`\`\`python\ngraph.invoke({"messages": [HumanMessage(content="Hi")]})\n\`\`\`\n\n${rule('Human')}\n\nHi\n${rule('Ai')}\nTool Calls:\n  book_berth (a-1)\n Call ID: a-1\n  Args:\n    pier: B\n`,
  );
  await expect(scope.verdict).toContainText('LangChain received a call to book_berth');
  await expect(page.getByRole('main')).toContainText('{"pier":"B"}');
});

test('a transcript of 200 turns opens at the reply that went wrong, and another one opens', async ({ page }) => {
  const scope = await opened(page);
  const turns = Array.from({ length: 200 }, (_, index) => [
    { role: 'user', content: `Question ${index + 1}` },
    { role: 'assistant', content: index === 41 ? pasteNamed('reply/hermes.txt') : `Answer ${index + 1}` },
  ]).flat();
  await scope.drop('transcript.json', JSON.stringify({ messages: turns }));
  const list = page.getByRole('region', { name: 'Replies in what you pasted' });
  await expect(list).toContainText('200 replies');
  await expect(list.getByRole('status')).toHaveText('1 went wrong, 199 did not');
  await expect(scope.verdict).toContainText('Reply 42 of 200 in this conversation holds a call to book_berth as text');
  await expect(list.getByRole('button', { name: /^42 .*not parse/ })).toHaveAttribute('aria-current', 'true');
  await expect(scope.cards).toHaveCount(1);
  await list.getByRole('button', { name: /^200 / }).click();
  await expect(list.getByRole('button', { name: /^200 / })).toBeFocused();
  await expect(scope.cards).toHaveCount(0);
  await list.getByRole('button', { name: /^42 / }).click();
  await list.getByRole('button', { name: 'Close list' }).click();
  await expect(list).toHaveCount(0);
  await expect(scope.cards).toHaveCount(1);
  expect(scope.complaints).toEqual([]);
});

test('of many JSON lines the first thousand are listed and all are counted; as a batch all are read @long', async ({
  page,
}) => {
  const scope = await opened(page);
  const line = (index: number): string =>
    JSON.stringify({
      custom_id: `r${index}`,
      response: { body: { choices: [{ message: { role: 'assistant', content: `${index}` } }] } },
    });
  await scope.drop('batch.jsonl', Array.from({ length: 1500 }, (_, index) => line(index)).join('\n'));
  const list = page.getByRole('region', { name: 'Replies in what you pasted' });
  await expect(list.getByRole('heading')).toHaveText('First 1,000 of 1,500 replies');
  await expect(list.getByRole('status')).toHaveText('0 with calls');
  await list.getByRole('button', { name: 'Open as a batch' }).click();
  await expect(page.locator('.progress [role="status"]')).toContainText('1,500 replies read');
});

test('an error of llama-server gives the reply that it could not read', async ({ page }) => {
  const scope = await opened(page);
  await scope.write('Reply text', pasteNamed('error/llama-server.json'));
  await expect(scope.notices.first()).toContainText('Recognised: the body of an error. The reply was cut out of it.');
  await expect(scope.editor('Reply text')).toHaveValue(pasteNamed('reply/hermes.txt'));
  // The tools that are declared lack this one: the parser of llama.cpp takes no other.
  await expect(scope.verdict).toContainText('llama.cpp returned an error. The call is sound');
  await expect(scope.verdict).toContainText('Emulated here, llama.cpp');
});

test('an error without the text says how to get it, at 390 wide too @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scope = await opened(page);
  await scope.drop('server.log', pasteNamed('error/vllm-traceback.log'));
  const recipe = page.getByRole('region', { name: 'How to get the text of the model' });
  await expect(recipe).toContainText('vLLM did not report what the model wrote.');
  await expect(recipe).toContainText('--enable-log-requests --enable-log-outputs');
  await recipe.getByRole('button', { name: 'Close' }).click();
  await expect(recipe).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('where the server refused the history, nobody asks for a text that the model never wrote, at 390 wide @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scope = await opened(page);
  const message = 'Failed to parse tool call arguments as JSON: parse error at line 1, column 9: invalid string';
  await scope.write('Reply text', JSON.stringify({ error: { code: 500, message, type: 'server_error' } }));
  await expect(scope.verdict).toContainText('Repair or remove that call in the messages');
  await expect(page.getByRole('region', { name: 'How to get the text of the model' })).toHaveCount(0);
  await expect(page.getByText('The server could not parse the call')).toHaveCount(0);
  // What was pasted is in front, and not an empty place for a reply.
  await expect(page.getByRole('region', { name: 'Raw response' })).toContainText(message);
});

test('a case that is pasted opens @long', async ({ page }) => {
  const scope = await opened(page);
  await scope.write(
    'Reply text',
    `{"kind": "callscope case", "version": 1, "state": {"text": ${JSON.stringify(pasteNamed('reply/hermes.txt'))}, "profile": "auto"}}`,
  );
  await expect(scope.editor('Reply text')).toHaveValue(pasteNamed('reply/hermes.txt'));
  await expect(scope.verdict).toContainText(call);
});
