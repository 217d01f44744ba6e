import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { lender, lending, lent } from './lending.ts';
import { json } from './logs.ts';

type Fields = Readonly<Record<string, unknown>>;

const asks = (question: string): Fields => ({
  model: 'shelf-7b',
  messages: [{ role: 'user', content: question }],
  stream: true,
  tools: [lender],
});

function entry(
  url: string,
  sent: Fields | null,
  status: number,
  mimeType: string,
  text: string,
  encoding?: string,
): Fields {
  const postData = sent === null ? {} : { postData: { mimeType: 'application/json', text: json(sent) } };
  return {
    startedDateTime: '2026-10-01T08:00:00.000Z',
    time: 12,
    request: { method: sent === null ? 'GET' : 'POST', url: `http://library.local/${url}`, headers: [], ...postData },
    response: {
      status,
      headers: [],
      content: { size: text.length, mimeType, text, ...(encoding === undefined ? {} : { encoding }) },
    },
  };
}

const answered = (id: string, message: Fields): string =>
  json({ id, object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', ...message } }] });
const streamed = (id: string, ...deltas: readonly Fields[]): string =>
  [...deltas.map((delta) => json({ id, object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
const printed = streamed('c2', { role: 'assistant' }, { content: lent.slice(0, 9) }, { content: lent.slice(9) });
const native = streamed(
  'c3',
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: 'call_7', type: 'function', function: { name: 'borrow_book', arguments: '' } }],
  },
  { tool_calls: [{ index: 0, function: { arguments: '{"isbn": ' } }] },
  { tool_calls: [{ index: 0, function: { arguments: '"7"}' } }] },
);
const ollama = ['The book ', 'is out.']
  .map((content, index) => json({ model: 'shelf-7b', message: { role: 'assistant', content }, done: index === 1 }))
  .join('\n');

const kept = {
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello, reader.' },
  ],
};
const events = 'text/event-stream';
const plain = 'application/json';
const entries: readonly Fields[] = [
  entry('app.js', null, 200, 'text/javascript', 'const text = "Hello, reader.";'),
  entry('v1/models', null, 200, plain, json({ object: 'list', data: [{ id: 'shelf-7b', object: 'model' }] })),
  entry('v1/chat/completions', asks('Is 4 in?'), 200, plain, answered('c1', { content: 'It is.' })),
  entry('v1/chat/completions', asks('Lend it.'), 200, events, printed),
  entry('v1/chat/completions', asks('Lend 7.'), 200, events, btoa(native), 'base64'),
  entry('v1/chat/completions', asks('Lend 8.'), 500, plain, json({ detail: 'Server Connection Error' })),
  entry('v1/chat/completions', asks('Lend 9.'), 0, '', ''),
  entry('api/chat', asks('Where is it?'), 200, 'application/x-ndjson', ollama),
  entry('v1/embeddings', { model: 'e', input: 'Lend' }, 200, plain, json({ data: [{ embedding: [0.5] }] })),
  // An application keeps the conversation.
  entry('api/v1/chats/9', { chat: kept }, 200, plain, json({ id: '9', chat: kept })),
  entry('api/chat/completed', { model: 'shelf-7b', ...kept }, 200, plain, json(kept)),
  entry('api/news', null, 200, plain, json({ id: 'n', text: 'The library is open.', content: 'Open.' })),
  entry('api/live', null, 200, events, 'event: ping\ndata: {"text": "The library is open."}\n\n'),
];
const replies = [
  ['c1', 'It is.', null],
  ['c2', lent, null],
  ['c3', null, [lending('7')]],
  ['8', 'The book is out.', null],
];

const read = (value: unknown, name = 'library.har'): unknown =>
  readLog(json(value), { name }).replies.map(({ id, text, calls }) => [
    id,
    text === '' ? null : text,
    calls?.map((call) => ({ name: call.name, arguments: call.arguments })) ?? null,
  ]);

it('reads the completions of a HAR file, each stream as one reply, and nothing else that a page fetched', () => {
  const har = { log: { version: '1.2', creator: { name: 'Firefox' }, pages: [], entries } };
  expect(read(har)).toEqual(replies);
  expect(read(entries, 'entries.json')).toEqual(replies);
  const { summary } = readLog(json(har), { name: 'library.har' });
  expect([summary.failed, summary.withTools]).toEqual([2, 4]);
});

it('reads one entry alone', () => {
  for (const one of entries) {
    const found = read(one, 'entry.json') as readonly unknown[];
    expect(found.length).toBe([2, 3, 4, 7].includes(entries.indexOf(one)) ? 1 : 0);
  }
});

it('joins a stream that a proxy kept as the content of a response', () => {
  const record = (content: string): Fields => ({
    id: 'r1',
    request: { method: 'POST', body: asks('Lend it.') },
    response: { status: 200, content },
  });
  const lines = (content: string): unknown =>
    readLog(`${json(record(content))}\n`, { name: 'proxy.jsonl' }).replies.map(({ id, text }) => [id, text]);
  expect(lines(printed)).toEqual([['r1', lent]]);
  expect(lines(answered('c', { content: 'It is.' }))).toEqual([['r1', 'It is.']]);
  // JSON that the model wrote.
  expect(lines('{"name": "borrow_book", "arguments": {}}')).toEqual([
    ['r1', '{"name": "borrow_book", "arguments": {}}'],
  ]);
});
