import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { json } from './logs.ts';

type Fields = Readonly<Record<string, unknown>>;

const call = '<tool_call>\n{"name": "ring_bell", "arguments": {"times": 3}}\n</tool_call>';
const made = { id: 'call_1', type: 'function', function: { name: 'ring_bell', arguments: '{"times": 2}' } };
const completion = (id: string, message: Fields): Fields => ({
  id,
  object: 'chat.completion',
  model: 'bell-7b',
  choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', ...message } }],
});
const answers = [
  completion('c1', { content: call, tool_calls: null }),
  completion('c2', { content: null, tool_calls: [made] }),
  completion('c3', { content: 'The bell rang.', tool_calls: null }),
];
const asked = { model: 'bell-7b', messages: [{ role: 'assistant', content: 'I rang it.' }] };

/** What a program says among its answers, in JSON. */
const says = (message: string, more: Fields = {}): string =>
  json({ message, level: 'DEBUG', timestamp: '2026-10-03T09:00:00.120', ...more });
const lines = [
  says(`\n\nPOST Request Sent from LiteLLM:\ncurl -X POST http://10.0.0.2/v1 -d '${json(asked)}'`, asked),
  ...answers.map((body) => says(`RAW RESPONSE:\n${json(body)}\n\n`)),
  says('Filtered callbacks: []'),
  says('Config: {"model_list": [{"model_name": "bell-7b"}]}'),
];
const others = [
  'INFO:     Started server process [1]',
  'INFO:     10.0.0.9:41 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
];

const read = (content: string, name: string | null): unknown =>
  readLog(content, { name }).replies.map(({ id, text, calls }) => [id, text, calls?.map((one) => one.name) ?? null]);
const replies = [
  ['c1', call, []],
  ['c2', null, ['ring_bell']],
  ['c3', 'The bell rang.', []],
];

it.each([
  ['alone', (line: string): string => line],
  ['after the name of a service, as docker compose prints it', (line: string): string => `belfry-proxy-1  | ${line}`],
  ['after the name of a pod, as kubectl prints it', (line: string): string => `[pod/belfry-5f/proxy] ${line}`],
  [
    'in a line of Docker',
    (line: string): string => json({ log: `${line}\n`, stream: 'stdout', time: '2026-10-03T09:00:00Z' }),
  ],
  [
    'in a line of Google Cloud',
    (line: string): string => json({ textPayload: line, severity: 'DEBUG', timestamp: 'x' }),
  ],
])('reads what a program logs of its answers %s', (_, dress) => {
  for (const all of [lines, [...others, ...lines], [...others, ...lines, ...others, ...others, ...others]])
    for (const name of ['proxy.log', null])
      expect([all.length, name, read(all.map(dress).join('\n'), name)]).toEqual([all.length, name, replies]);
});

it.each([
  [
    'after keys and values',
    (body: string): string => `time="2026-10-03T09:00:00Z" level=debug msg="got it" body=${body}`,
  ],
  ['in quotes after keys and values', (body: string): string => `level=debug msg="got it" body=${json(body)}`],
  ['after a time and a level', (body: string): string => `2026-10-03 09:00:00 DEBUG bell.client - response: ${body}`],
  ['after a time, on a line of its own', (body: string): string => `2026-10-03 09:00:00 DEBUG RAW RESPONSE:\n${body}`],
])('reads what a program logs of its answers %s', (_, line) => {
  const text = [
    'level=info msg="listening" port=80',
    ...answers.map((body) => line(json(body))),
    'level=info msg="bye"',
  ];
  expect(read(text.join('\n'), 'client.log')).toEqual(replies);
});

it('reads a text that a line says is raw', () => {
  const raw = says(`Raw model output: ${call}`);
  expect(read([says('Listening.'), raw].join('\n'), 'x.jsonl')).toEqual([['2', call, null]]);
});

it.each([
  ['requests', [lines[0] ?? '', says(`Request body: ${json(asked)}`)]],
  ['settings', lines.slice(-2)],
  ['events', [says('Order 7 was paid.', { order: { id: 7 } })]],
  ['what tools gave', [says(`Tool result: {"content": "It rang.", "ok": true}`)]],
])('takes nothing of %s for a reply', (_, all) => {
  expect(read(all.join('\n'), 'app.jsonl')).toEqual([]);
  expect(read([...others, ...all.map((line) => `belfry-1  | ${line}`)].join('\n'), 'app.log')).toEqual([]);
});

it('keeps a reply that shows how a response would look', () => {
  const text = `The server answers "yes" so:\n\n${json(asked)}\n\nThen call it again.\n`;
  expect(read(text, 'reply.txt')).toEqual([['1', text, null]]);
});

it('reads what a server of a container prints in words', () => {
  const server = [
    'INFO 10-03 09:00:00 [logger.py:40] Received request c1.',
    `INFO 10-03 09:00:01 [logger.py:90] Generated response c1: output: '[ring_bell(times=3)]', output_token_ids: [], finish_reason: stop`,
  ];
  expect(read(server.map((line) => `belfry-1  | ${line}`).join('\n'), 'x.log')).toEqual([
    ['1', '[ring_bell(times=3)]', null],
  ]);
  // A table.
  const table = 'id | response\nq-1 | It rang.\nq-2 | It did not.\n';
  expect(read(table, null)).toHaveLength(2);
});
