import { afterEach, beforeEach, expect, test } from 'vitest';
import { listModels } from '../../../src/app/sources/model-list.ts';
import { ModelServer } from './model-server.ts';

const server = new ModelServer();
beforeEach(() => server.start());
afterEach(async () => {
  server.asked.length = 0;
  await server.stop();
});

function answers(status: number, body: unknown): void {
  server.answer = (response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
}

const ask = (kind: 'openai' | 'ollama' | 'anthropic', path = '', apiKey = '') =>
  listModels({ kind, address: `${server.address}${path}`, apiKey }, 2000);

test.each([
  ['openai', '', { data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }, {}] }, '/v1/models'],
  ['openai', '/v1/chat/completions', { data: [{ id: 'a' }, { id: 'b' }] }, '/v1/models'],
  ['openai', '/proxy/v2', { data: [{ id: 'a' }, { id: 'b' }] }, '/proxy/v2/models'],
  ['ollama', '', { models: [{ name: 'a' }, { name: 'b' }] }, '/api/tags'],
  ['anthropic', '', { data: [{ id: 'a' }, { id: 'b' }] }, '/v1/models'],
] as const)('%s at %s', async (kind, path, body, asked) => {
  answers(200, body);
  expect(await ask(kind, path, 'secret ')).toEqual({ ok: true, models: ['a', 'b'] });
  const [{ method, path: called, headers }] = server.asked as [(typeof server.asked)[number]];
  expect([method, called]).toEqual(['GET', asked]);
  expect(headers[kind === 'anthropic' ? 'x-api-key' : 'authorization']).toBe(
    kind === 'anthropic' ? 'secret' : 'Bearer secret',
  );
});

test.each([
  [401, { error: { message: 'No key.' } }, 'unauthorized', 'The server answered 401: No key.'],
  [500, 'oops', 'server-failed', 'The server answered 500: oops.'],
  [200, { data: [] }, 'not-an-api', '/v1/models names no model.'],
  [200, 'null', 'not-an-api', '/v1/models names no model.'],
  [200, '<html>', 'not-an-api', '/v1/models names no model.'],
])('%i %j', async (status, body, code, message) => {
  answers(status, body);
  expect(await ask('openai')).toMatchObject({ ok: false, error: { code, message } });
});

test('no server, a silent one, and no address', async () => {
  server.answer = () => undefined;
  expect(await listModels({ kind: 'ollama', address: server.address, apiKey: '' }, 100)).toMatchObject({
    ok: false,
    error: { code: 'first-token-timeout', message: `${server.address} did not answer within 0.1 s.` },
  });
  expect(await listModels({ kind: 'openai', address: 'nowhere', apiKey: '' })).toMatchObject({
    ok: false,
    error: { code: 'bad-address' },
  });
  const { address } = server;
  await server.stop();
  expect(await listModels({ kind: 'ollama', address, apiKey: '' })).toMatchObject({
    ok: false,
    error: { code: 'unreachable', fix: expect.stringContaining('ollama serve') as string },
  });
});
