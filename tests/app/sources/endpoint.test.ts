import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assembleLog } from '../../../src/core/index.ts';
import type { EndpointSettings } from '../../../src/app/sources/endpoint-request.ts';
import { endpointSource } from '../../../src/app/sources/endpoint.ts';
import type { SourceEvent } from '../../../src/app/sources/source.ts';
import { logFixtures, logNamed } from '../../core/log/logs.ts';
import { ModelServer, play } from './model-server.ts';

const server = new ModelServer();
beforeEach(() => server.start());
afterEach(async () => {
  server.asked.length = 0;
  await server.stop();
});

const request = { system: 'Be brief.', user: 'Hm?', sampling: { temperature: 0.5, maxTokens: 7 } };
const patient = { first: 5000, next: 5000 };

function logOf(family: string, name = 'clean'): string {
  return logNamed(`${family}/${name}`);
}

interface Options {
  readonly settings?: Partial<EndpointSettings>;
  readonly deadlines?: typeof patient;
  readonly limit?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SourceEvent) => void;
}

async function eventsOf(options: Options = {}): Promise<SourceEvent[]> {
  const address = options.settings?.address ?? server.address;
  const settings = { kind: 'openai', address, model: 'm', apiKey: '', tools: '' } as const;
  const source = endpointSource({ ...settings, ...options.settings }, options.deadlines ?? patient, options.limit);
  const events: SourceEvent[] = [];
  for await (const event of source.open(request, options.signal ?? new AbortController().signal)) {
    events.push(event);
    options.onEvent?.(event);
  }
  return events;
}

function textOf(events: readonly SourceEvent[]): string {
  return events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
}

function lastOf(events: readonly SourceEvent[]): SourceEvent | undefined {
  return events.at(-1);
}

const failsWith = (code: string, ...texts: string[]) =>
  expect.objectContaining({
    kind: 'failed',
    error: expect.objectContaining({
      code,
      ...(texts[0] === undefined ? {} : { message: expect.stringContaining(texts[0]) as string }),
      ...(texts[1] === undefined ? {} : { fix: expect.stringContaining(texts[1]) as string }),
    }) as object,
  }) as SourceEvent;

function send(status: number, body: string, headers: Record<string, string> = {}): (response: ServerResponse) => void {
  return (response) => void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}

describe.each([
  ['openai', 'openai-chat', '/v1/chat/completions'],
  ['anthropic', 'anthropic', '/v1/messages'],
  ['ollama', 'ollama', '/api/chat'],
] as const)('%s', (kind, family, path) => {
  test.each([1, 7, 4096])('a stream in pieces of %i bytes gives what its log gives', async (size) => {
    const log = logOf(family);
    server.answer = async (response) => {
      await play(response, log, size);
      response.end();
    };
    const events = await eventsOf({ settings: { kind } });
    const whole = assembleLog(log);
    expect(textOf(events)).toBe(whole.text ?? '');
    expect(lastOf(events)).toMatchObject({ kind: 'done', toolCallsText: whole.toolCallsText, usage: whole.usage });
    expect(server.asked).toMatchObject([{ method: 'POST', path }]);
    expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({ model: 'm', stream: true });
  });
});

const kinds = { 'openai-chat': 'openai', anthropic: 'anthropic', ollama: 'ollama', transport: 'openai' } as const;
const liveLogs = logFixtures.flatMap(({ name, log }) => {
  const kind = kinds[name.split('/')[0] as keyof typeof kinds] as EndpointSettings['kind'] | undefined;
  // That pieces repeat all that came before shows only at the end; by then they have been shown.
  return kind === undefined || name.endsWith('/text-snapshot') || name.endsWith('ollama/snapshots')
    ? []
    : [[name, kind, log] as const];
});

test.each(liveLogs)('%s, clean or damaged, gives live what it gives pasted', async (_, kind, log) => {
  server.answer = async (response) => {
    await play(response, log, 97);
    response.end();
  };
  const events = await eventsOf({ settings: { kind } });
  const whole = assembleLog(log);
  const last = lastOf(events);
  expect(textOf(events)).toBe(whole.text ?? '');
  expect(events.map((event) => (event.kind === 'wire' ? event.text : '')).join('')).toBe(log.replace(/^\ufeff/, ''));
  if (last?.kind === 'done') expect(last.toolCallsText).toBe(whole.toolCallsText);
  else expect(last).toMatchObject({ kind: 'failed', error: { message: expect.stringMatching(/.\.?$/) as string } });
});

test('native calls are told while they come, ever rarer as they grow', async () => {
  const call = (text: string): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: text } }] } }] })}\n\n`;
  server.answer = async (response) => {
    await play(response, call('{"n": [') + call('1,').repeat(400) + call('2]}') + 'data: [DONE]\n\n', 4096);
    response.end();
  };
  const events = await eventsOf();
  const told = events.flatMap((event) => (event.kind === 'calls' ? [event.toolCallsText] : []));
  expect(told.length).toBeGreaterThan(3);
  expect(told.length).toBeLessThan(60);
  for (const [index, text] of told.entries()) expect(text.length).toBeGreaterThan(told[index - 1]?.length ?? 0);
  expect(lastOf(events)).toMatchObject({ kind: 'done', toolCallsText: expect.stringContaining('1,2]}') as string });
});

test('packed bytes that the server does not declare are told for what they are', async () => {
  server.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(gzipSync(logOf('openai-chat')));
  };
  expect(lastOf(await eventsOf())).toEqual(failsWith('not-an-api', 'gzip'));
});

test('bytes that are no UTF-8 lose nothing but themselves, and are noted', async () => {
  server.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const [before = '', after = ''] = JSON.stringify({ choices: [{ delta: { content: 'Oil # low' } }] }).split('#');
    response.write(Buffer.concat([Buffer.from(`data: ${before}`), Buffer.from([0xff, 0xc3]), Buffer.from(after)]));
    response.end('\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  };
  const events = await eventsOf();
  expect(textOf(events)).toBe('Oil \ufffd\ufffd low');
  expect(lastOf(events)).toMatchObject({ kind: 'done', notes: [expect.stringContaining('UTF-8') as string] });
});

test.each([
  ['an event that is no JSON', 'data: {"choices":[{"delta":{"conte\n\n'],
  ['an event that another one was written into', 'data: {"choices":[{"delta":{"content":"l{"choices":[]}\n\n'],
])('a stream with %s has lost a part of the answer: no answer of the model', async (_, event) => {
  server.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Oil"}}]}\n\n');
    response.end(`${event}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`);
  };
  const events = await eventsOf();
  expect(textOf(events)).toBe('Oil');
  expect(lastOf(events)).toEqual(failsWith('damaged-stream', 'A part of the answer is missing.'));
});

test.each([
  ['a word that keeps the connection open', 'data: ping\n\n'],
  ['a comment', ': {\n\n'],
])('a stream with %s is whole', async (_, event) => {
  server.answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Oil"}}]}\n\n');
    response.end(`${event}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`);
  };
  expect(lastOf(await eventsOf())).toMatchObject({ kind: 'done' });
});

test('what a server says without a period is a sentence all the same', async () => {
  server.answer = send(400, '{"error":{"message":"No such parameter"}}');
  expect(lastOf(await eventsOf())).toMatchObject({
    kind: 'failed',
    error: { message: 'The server answered 400: No such parameter.' },
  });
});

test('characters of several bytes survive being cut', async () => {
  const event = JSON.stringify({ choices: [{ index: 0, delta: { content: 'Öl: 7 bár 🛢️' } }] });
  server.answer = async (response) => {
    await play(response, `data: ${event}\n\ndata: [DONE]\n\n`, 1);
    response.end();
  };
  expect(textOf(await eventsOf())).toBe('Öl: 7 bár 🛢️');
});

test.each([
  [401, '{"error":{"message":"Incorrect API key"}}', 'unauthorized', 'Incorrect API key'],
  [403, '', 'unauthorized', '403'],
  [404, '{"error":"model \\"m\\" not found"}', 'not-found', 'model "m" not found'],
  [429, '{"error":{"message":"Slow down"}}', 'rate-limited', 'Slow down'],
  [400, '{"error":{"message":"No such parameter"}}', 'refused', 'No such parameter'],
  [503, '<html>Bad gateway</html>', 'server-failed', 'The server answered 503.'],
])('status %i is explained', async (status, body, code, text) => {
  server.answer = send(status, body);
  expect(lastOf(await eventsOf())).toEqual(failsWith(code, text));
});

test('how long to wait is told where the server says it', async () => {
  server.answer = send(429, '', { 'Retry-After': '12' });
  expect(lastOf(await eventsOf())).toEqual(failsWith('rate-limited', '429', 'in 12 s'));
  const date = new Date(Date.now() + 90_000).toUTCString();
  server.answer = send(429, '', { 'Retry-After': date });
  const last = lastOf(await eventsOf());
  expect(last).toMatchObject({
    error: { fix: expect.stringMatching(/^Run it again in (?:8\d|9[01]) s\.$/) as string },
  });
  server.answer = send(429, '', { 'Retry-After': '3600' });
  expect(lastOf(await eventsOf())).toEqual(failsWith('rate-limited', '429', 'in 60 minutes.'));
  server.answer = send(429, '', { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' });
  expect(lastOf(await eventsOf())).toEqual(failsWith('rate-limited', '429', 'Run it again.'));
  server.answer = send(429, '', { 'Retry-After': 'soon' });
  expect(lastOf(await eventsOf())).toEqual(failsWith('rate-limited', '429', 'Wait a moment'));
});

test('Ollama is told to know this page', async () => {
  server.answer = send(403, '');
  expect(lastOf(await eventsOf({ settings: { kind: 'ollama' } }))).toEqual(
    failsWith('unauthorized', '403', 'OLLAMA_ORIGINS'),
  );
});

test.each(['text/html; charset=utf-8', 'text/plain'])('a web page with status 200 as %s is no answer', async (type) => {
  server.answer = send(200, '<!doctype html><title>Hello</title>', { 'Content-Type': type });
  expect(lastOf(await eventsOf())).toEqual(failsWith('web-page', 'a web page', 'a web page'));
});

test.each([
  [
    'nothing, as a page',
    (response: ServerResponse) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(),
    'nothing',
  ],
  [
    'no content',
    (response: ServerResponse) => void response.writeHead(204, { 'Content-Type': 'text/html' }).end(),
    '204',
  ],
  [
    'a picture',
    (response: ServerResponse) =>
      void response.writeHead(200).end(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    'binary data',
  ],
  [
    'bytes, as a page',
    (response: ServerResponse) =>
      void response.writeHead(200, { 'Content-Type': 'text/html' }).end(Buffer.from([0, 1, 60, 255, 254])),
    'binary data',
  ],
  ['a word', send(200, 'Ok', { 'Content-Type': 'text/html' }), '“Ok”'],
])('%s is no web page', async (_, answer, text) => {
  server.answer = answer;
  const last = lastOf(await eventsOf());
  expect(last).toEqual(failsWith('not-an-api', text, 'Check the path of the address'));
  expect(JSON.stringify(last)).not.toContain('web page');
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i to another host is not followed', async (status) => {
    const other = new ModelServer();
    await other.start();
    server.answer = (response) => void response.writeHead(status, { Location: `${other.address}/v1/messages` }).end();
    const events = await eventsOf({ settings: { kind: 'anthropic', apiKey: 'k' } });
    expect(lastOf(events)).toEqual(failsWith('redirected', `redirects to ${new URL(other.address).host}`));
    expect(other.asked).toEqual([]);
    await other.stop();
  });

  test('one to itself ends there', async () => {
    server.answer = (response) => void response.writeHead(307, { Location: '/v1/chat/completions' }).end();
    expect(lastOf(await eventsOf())).toEqual(failsWith('redirected', `${server.address}/v1/chat/completions`));
    expect(server.asked).toHaveLength(1);
  });

  test('the target of a redirect may stay unknown', async () => {
    server.answer = (response) => void response.writeHead(302).end();
    expect(lastOf(await eventsOf())).toEqual(failsWith('redirected', 'another address'));
  });
});

test('a server that breaks off before it answers gets no advice about pages', async () => {
  server.answer = (response, { method }) => void (method === 'POST' ? response.destroy() : response.end());
  const events = await eventsOf({ settings: { apiKey: 'very-secret' } });
  expect(lastOf(events)).toEqual(failsWith('connection-lost', 'closed the connection', 'log of the server'));
  const probes = server.asked.filter(({ method }) => method !== 'POST');
  expect(probes.map(({ method, body }) => [method, body])).toEqual([
    ['GET', ''],
    ['GET', ''],
  ]);
  expect(JSON.stringify(probes)).not.toContain('very-secret');
});

describe('an answer that is whole on a connection that stays open', () => {
  const text = 'data: {"choices":[{"delta":{"content":"Fine."}}]}\n\n';
  const stop = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
  test.each([
    ['openai', `${text}${stop}data: [DONE]\n\n`],
    ['anthropic', logOf('anthropic')],
    ['ollama', logOf('ollama')],
  ] as const)('ends with the mark of %s', async (kind, log) => {
    server.answer = (response) => play(response, log, 4096);
    // Whoever waits for silence instead waits longer than a test may take.
    const events = await eventsOf({ settings: { kind }, deadlines: { first: 600_000, next: 600_000 } });
    expect(lastOf(events)).toMatchObject({ kind: 'done' });
    expect(textOf(events)).toBe(assembleLog(log).text);
  });

  test.each([
    ['without a line end after the mark', `${text}${stop}data: [DONE]`],
    ['without the mark', `${text}${stop}`],
  ])('ends %s when it is silent', async (_, log) => {
    server.answer = (response) => play(response, log, 4096);
    expect(lastOf(await eventsOf({ deadlines: { first: 5000, next: 100 } }))).toMatchObject({ kind: 'done' });
  });

  test('ends while signs of life go on', async () => {
    let isOpen = true;
    server.answer = async (response) => {
      response.on('close', () => (isOpen = false));
      await play(response, `${text}${stop}data: [DONE]\n\n`, 4096);
      while (isOpen) {
        response.write(': ping\n\n');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    expect(lastOf(await eventsOf())).toMatchObject({ kind: 'done' });
  });
});

describe('a stream that ends', () => {
  const text = 'data: {"choices":[{"delta":{"content":"Fi"}}]}\n\n';
  const call =
    'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}}]}\n\n';
  test.each([
    ['after a piece of text', 'openai', text],
    ['inside a call', 'openai', call],
    ['after a piece of text', 'ollama', '{"message":{"role":"assistant","content":"Fi"},"done":false}\n'],
    [
      'after a piece of text',
      'anthropic',
      logOf('anthropic').slice(0, logOf('anthropic').indexOf('event: message_delta')),
    ],
  ] as const)('%s, without a reason and without its mark, was cut: %s', async (_, kind, log) => {
    server.answer = send(200, log);
    const events = await eventsOf({ settings: { kind } });
    expect(lastOf(events)).toEqual(failsWith('connection-lost', 'without a finish reason', 'Run it again'));
  });

  test.each([
    ['with the mark alone', `${text}data: [DONE]\n\n`],
    ['with the mark and no line end', `${text}data: [DONE]`],
    ['with a reason alone', `${text}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`],
    ['as it began, in one piece', '{"choices":[{"message":{"role":"assistant","content":"Fine."}}]}'],
  ])('%s is whole', async (_, log) => {
    server.answer = send(200, log);
    expect(lastOf(await eventsOf())).toMatchObject({ kind: 'done' });
  });
});

test.each([
  ['openai', '{"choices":[{"message":{"role":"assistant","content":"Fine."},"finish_reason":"stop"}]}'],
  ['anthropic', '{"type":"message","role":"assistant","content":[{"type":"text","text":"Fine."}]}'],
  ['ollama', '{"message":{"role":"assistant","content":"Fine."},"done":true}\n'],
] as const)('a server like %s that does not stream is understood', async (kind, body) => {
  server.answer = send(200, body);
  const events = await eventsOf({ settings: { kind } });
  expect(textOf(events)).toBe('Fine.');
  expect(lastOf(events)).toMatchObject({ kind: 'done' });
});

test('an empty answer is none', async () => {
  server.answer = send(200, '');
  expect(lastOf(await eventsOf())).toEqual(failsWith('not-an-api', 'nothing'));
});

describe('an answer', () => {
  const stream = (...events: readonly string[]): string => events.map((event) => `data: ${event}\n\n`).join('');

  test.each([
    ['openai', '{}'],
    ['openai', '{"choices":[]}'],
    ['openai', '{"choices":[{}]}'],
    ['openai', '{"choices":[{"message":{}}]}'],
    ['openai', '{"choices":[{"message":{"role":"assistant","content":null},"finish_reason":null}]}'],
    ['openai', stream('{"choices":[]}', '[DONE]')],
    ['openai', stream('{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":0}}', '[DONE]')],
    ['openai', stream('{"choices":[{"delta":{"role":"assistant","content":""}}]}', '[DONE]')],
    ['openai', stream('[DONE]')],
    ['anthropic', '{"type":"message","role":"assistant","content":[],"stop_reason":null}'],
    [
      'anthropic',
      stream('{"type":"message_start","message":{"role":"assistant","content":[]}}', '{"type":"message_stop"}'),
    ],
    ['ollama', '{"model":"m","done":true}\n'],
    ['ollama', '[{"model":"m","done":true}]'],
  ] as const)('of %s that holds nothing is none: %s', async (kind, body) => {
    server.answer = send(200, body);
    const events = await eventsOf({ settings: { kind } });
    expect(lastOf(events)).toEqual(
      failsWith('no-answer', 'no text, no call and no finish reason', 'log of the server'),
    );
  });

  test.each([
    ['openai', '{"choices":[{"message":{"role":"assistant","content":""},"finish_reason":"stop"}]}', 'stop'],
    ['openai', stream('{"choices":[{"delta":{},"finish_reason":"stop"}]}', '[DONE]'), 'stop'],
    ['openai', stream('{"choices":[{"delta":{"reasoning_content":"Hm."}}]}', '[DONE]'), null],
    ['openai', '{"choices":[{"message":{"content":null,"reasoning_content":"Hm."}}]}', null],
    ['anthropic', '{"type":"message","role":"assistant","content":[],"stop_reason":"end_turn"}', 'end_turn'],
    ['ollama', '{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n', 'stop'],
  ] as const)('of %s that is empty and has an end is one: %s', async (kind, body, finishReason) => {
    server.answer = send(200, body);
    const events = await eventsOf({ settings: { kind } });
    expect(lastOf(events)).toMatchObject({ kind: 'done', finishReason });
  });
});

test('an error in the stream ends it, after the text before it', async () => {
  server.answer = async (response) => {
    await play(response, logOf('anthropic', 'overloaded'), 50);
    response.end();
  };
  expect(lastOf(await eventsOf({ settings: { kind: 'anthropic' } }))).toEqual(failsWith('error-in-stream'));
});

test('silence before and within the answer is noticed', async () => {
  server.answer = () => undefined;
  expect(lastOf(await eventsOf({ deadlines: { first: 50, next: 50 } }))).toEqual(
    failsWith('first-token-timeout', 'silent'),
  );
  const log = logOf('openai-chat').slice(0, 500);
  server.answer = (response) => play(response, log, 500);
  const events = await eventsOf({ deadlines: { first: 5000, next: 50 } });
  expect(lastOf(events)).toEqual(failsWith('stalled', 'silent'));
  expect(textOf(events)).not.toBe('');
});

test('a connection that breaks off keeps the text so far', async () => {
  server.answer = async (response) => {
    await play(response, logOf('openai-chat').slice(0, 500), 500);
    response.destroy();
  };
  const events = await eventsOf();
  expect(textOf(events)).toBe('Two ');
  expect(lastOf(events)).toEqual(failsWith('connection-lost'));
});

test('an answer without end is cut', async () => {
  let isOpen = true;
  server.answer = async (response) => {
    response.on('close', () => (isOpen = false));
    const event = `data: ${JSON.stringify({ choices: [{ delta: { content: 'a'.repeat(1000) } }] })}\n\n`;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    while (isOpen) {
      if (!response.write(event)) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const events = await eventsOf({ limit: 100_000 });
  expect(lastOf(events)).toEqual(failsWith('too-large'));
  expect(textOf(events).length).toBeGreaterThan(50_000);
  await expect.poll(() => isOpen).toBe(false);
});

test('aborting ends the request at once and without a word', async () => {
  let isClosed = false;
  server.answer = (response) => {
    response.on('close', () => (isClosed = true));
    return play(response, logOf('openai-chat').slice(0, 500), 500);
  };
  const controller = new AbortController();
  const events = await eventsOf({
    signal: controller.signal,
    onEvent: ({ kind }) => {
      if (kind === 'text') controller.abort();
    },
  });
  expect(lastOf(events)).toMatchObject({ kind: 'text' });
  await expect.poll(() => isClosed).toBe(true);
});

test('a server that is not there', async () => {
  const { address } = server;
  await server.stop();
  expect(lastOf(await eventsOf({ settings: { kind: 'ollama', address } }))).toEqual(
    failsWith('unreachable', address, 'ollama serve'),
  );
});

test('an address that no page may call sends nothing', async () => {
  expect(lastOf(await eventsOf({ settings: { address: 'http://192.168.1.2:11434' } }))).toEqual(
    failsWith('blocked-address'),
  );
  expect(lastOf(await eventsOf({ settings: { address: 'my server' } }))).toEqual(failsWith('bad-address'));
  expect(server.asked).toEqual([]);
});
