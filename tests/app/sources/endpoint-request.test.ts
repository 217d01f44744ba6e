import { expect, test } from 'vitest';
import { JsonText } from '../../../src/core/agents/kit/wire-text.ts';
import {
  endpointRequest,
  endpointUrl,
  sentHeaders,
  type EndpointSettings,
} from '../../../src/app/sources/endpoint-request.ts';

test.each([
  ['openai', 'http://localhost:8080', 'http://localhost:8080/v1/chat/completions'],
  ['openai', 'http://localhost:8080/v1/', 'http://localhost:8080/v1/chat/completions'],
  ['openai', 'https://a.example/api/v1/chat/completions?k=1#x', 'https://a.example/api/v1/chat/completions?k=1'],
  ['ollama', ' http://127.0.0.1:11434 ', 'http://127.0.0.1:11434/api/chat'],
  ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
  ['anthropic', 'https://proxy.example/claude/v1', 'https://proxy.example/claude/v1/messages'],
  ['gemini', 'https://g.example', 'https://g.example/v1beta/models/a%2Fb:generateContent'],
] as const)('%s at %s', (kind, address, url) => {
  expect(endpointUrl(kind, address, 'a/b')).toHaveProperty('href', url);
});

test.each([
  ['', 'bad-address'],
  ['localhost:11434', 'bad-address'],
  ['javascript:alert(1)', 'bad-address'],
  ['https://me:secret@a.example', 'bad-address'],
  ['http://a.example', 'blocked-address'],
])('%s is refused', (address, code) => {
  expect(endpointUrl('openai', address)).toHaveProperty('code', code);
});

const settings: EndpointSettings = {
  kind: 'openai',
  address: 'http://localhost:8080',
  model: 'm',
  apiKey: 'sk-secret',
  tools: '[{"name": "read_gauge", "schema": {"type": "object"}}]',
};
const request = { system: "It's a pump house.", user: 'Hm?', sampling: { temperature: 0, maxTokens: 9 } };

function requestOf(kind: EndpointSettings['kind'], change: Partial<EndpointSettings> = {}) {
  const made = endpointRequest({ ...settings, ...change, kind }, request);
  if ('code' in made) throw new Error(made.message);
  return { ...made, json: JSON.parse(made.body) as unknown };
}

test('every kind of server gets tools and limits where it looks for them', () => {
  const schema = { type: 'object' };
  expect(requestOf('openai').json).toMatchObject({
    messages: [{ role: 'system' }, { role: 'user', content: 'Hm?' }],
    tools: [{ type: 'function', function: { name: 'read_gauge', parameters: schema } }],
    max_tokens: 9,
  });
  expect(requestOf('ollama').json).toMatchObject({
    tools: [{ type: 'function', function: { name: 'read_gauge', parameters: schema } }],
    options: { num_predict: 9, temperature: 0 },
  });
  expect(requestOf('anthropic').json).toMatchObject({
    system: "It's a pump house.",
    messages: [{ role: 'user', content: 'Hm?' }],
    tools: [{ name: 'read_gauge', input_schema: schema }],
    max_tokens: 9,
  });
});

test('what is not declared is not mentioned', () => {
  expect(requestOf('openai', { tools: '' }).json).not.toHaveProperty('tools');
  expect(requestOf('openai', { tools: 'not JSON' }).json).not.toHaveProperty('tools');
  expect(sentHeaders(requestOf('openai', { apiKey: ' \n' }))).not.toHaveProperty('Authorization');
});

test('keys travel in the header of their provider, without what no header may hold', () => {
  expect(sentHeaders(requestOf('openai', { apiKey: ' sk-1\r\nX: y\u2026' }))).toMatchObject({
    Authorization: 'Bearer sk-1X:y',
  });
  expect(sentHeaders(requestOf('anthropic'))).toMatchObject({ 'x-api-key': 'sk-secret' });
});

test('a conversation takes the place of the question, in the shape of the server', () => {
  const digits = new JsonText('{"n": 12345678901234567890}');
  const conversation = {
    openai: [
      { role: 'user', content: 'a' },
      { role: 'tool', content: 'o' },
    ],
    anthropic: [{ role: 'assistant', content: [{ type: 'tool_use', input: digits }] }],
  };
  const bodyFor = (kind: EndpointSettings['kind']): string => {
    const made = endpointRequest({ ...settings, kind }, { ...request, conversation });
    if ('code' in made) throw new Error(made.message);
    return made.body;
  };
  for (const kind of ['openai', 'ollama'] as const) {
    expect(JSON.parse(bodyFor(kind))).toMatchObject({ messages: [{ role: 'system' }, ...conversation.openai] });
  }
  expect(JSON.parse(bodyFor('anthropic'))).toMatchObject({ messages: [{ role: 'assistant' }] });
  expect(bodyFor('anthropic')).toContain('12345678901234567890');
});

const schema = { type: 'object', properties: { name: { const: 'read_gauge' } } } as const;
const held = { ...request, constraint: { kind: 'json-schema', schema } } as const;

test('a schema for the reply goes where each server looks for it', () => {
  const bodyOf = (kind: EndpointSettings['kind']): unknown => {
    const made = endpointRequest({ ...settings, kind, tools: '' }, held);
    return 'code' in made ? made : JSON.parse(made.body);
  };
  expect(bodyOf('openai')).toMatchObject({ response_format: { type: 'json_schema', json_schema: { schema } } });
  expect(bodyOf('ollama')).toMatchObject({ format: schema });
  expect(bodyOf('anthropic')).toMatchObject({ code: 'unsupported' });
  expect(requestOf('openai').json).not.toHaveProperty('response_format');
});

test('no request leaves its constraint out in silence', () => {
  expect(endpointRequest(settings, held)).toMatchObject({ code: 'unsupported' });
  const tag = { type: 'structural_tag', format: { type: 'triggered_tags', triggers: [], tags: [] } } as const;
  const tagged = { ...request, constraint: { kind: 'structural-tag', tag } } as const;
  expect(endpointRequest({ ...settings, tools: '' }, tagged)).toMatchObject({ code: 'unsupported' });
});

test('a seed goes to those who take one', () => {
  const seeded = { ...request, sampling: { ...request.sampling, seed: 7 } };
  const bodyOf = (kind: EndpointSettings['kind']): string => {
    const made = endpointRequest({ ...settings, kind }, seeded);
    return 'code' in made ? '' : made.body;
  };
  expect(JSON.parse(bodyOf('openai'))).toMatchObject({ seed: 7 });
  expect(JSON.parse(bodyOf('ollama'))).toMatchObject({ options: { seed: 7 } });
  expect(bodyOf('anthropic')).not.toContain('seed');
});
