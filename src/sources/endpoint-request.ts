import { toolDefinitions, wireText, writeTools } from '../core/index.ts';
import { sourceError, type SourceError } from './errors.ts';
import type { SourceRequest } from './source.ts';

/** Whose request format a server speaks. */
export type ServerKind = 'openai' | 'ollama' | 'anthropic';

export interface EndpointSettings {
  readonly kind: ServerKind;
  /** As typed: the address of the server, or the whole address of its endpoint. */
  readonly address: string;
  readonly model: string;
  /** '' for none. */
  readonly apiKey: string;
  /** JSON text of tools that go into the request itself; '' for none. */
  readonly tools: string;
}

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ServerInfo {
  readonly kind: ServerKind;
  readonly label: string;
  readonly address: string;
  readonly model: string;
}

/** The kinds of servers, each with an address and a model to begin with. */
export const servers: readonly ServerInfo[] = [
  { kind: 'openai', label: 'OpenAI compatible', address: 'http://localhost:8080/v1', model: 'default' },
  { kind: 'ollama', label: 'Ollama', address: 'http://localhost:11434', model: 'qwen3:0.6b' },
  { kind: 'anthropic', label: 'Anthropic', address: 'https://api.anthropic.com', model: 'claude-haiku-4-5' },
];

// https://platform.openai.com/docs/api-reference/chat, https://docs.ollama.com/api, https://docs.anthropic.com/en/api/messages
const endpoints = { openai: '/chat/completions', ollama: '/api/chat', anthropic: '/messages' } as const;
const folders = { openai: '/v1', ollama: '', anthropic: '/v1' } as const;

const LOCAL = ['localhost', '127.0.0.1'];

/** The address of the endpoint, or why it cannot be asked from this page. */
export function endpointUrl(kind: ServerKind, address: string): URL | SourceError {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    return sourceError('bad-address', `“${address}” is not a whole address.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return sourceError('bad-address', `An address that begins with ${url.protocol} is no server.`);
  }
  if (url.username !== '' || url.password !== '') {
    return sourceError('bad-address', 'The address holds a name or password.', 'Use the field for the API key.');
  }
  if (url.protocol === 'http:' && !LOCAL.includes(url.hostname)) {
    return sourceError('blocked-address', `Pages may call ${url.host} only over https.`);
  }
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith(endpoints[kind])) url.pathname = `${path === '' ? folders[kind] : path}${endpoints[kind]}`;
  url.hash = '';
  return url;
}

/** The request, or why there can be none. */
export function endpointRequest(settings: EndpointSettings, request: SourceRequest): WireRequest | SourceError {
  const url = endpointUrl(settings.kind, settings.address);
  if ('code' in url) return url;
  const refusal = constraintRefusal(settings, request);
  if (refusal !== null) return sourceError('unsupported', refusal, 'Let it answer freely.');
  return {
    url: url.href,
    headers: { 'Content-Type': 'application/json', ...keyHeaders(settings) },
    body: wireText(bodyOf(settings, request)),
  };
}

/** Why a server cannot be held to the constraint of a request; null when it can, or there is none. */
function constraintRefusal({ kind, tools }: EndpointSettings, { constraint }: SourceRequest): string | null {
  if (constraint === undefined) return null;
  if (kind === 'anthropic') return 'This page knows no way to hold Anthropic’s models to a schema.';
  if (constraint.kind !== 'json-schema')
    return 'A server can be held to a schema for the whole reply, not to calls in free text.';
  if (tools.trim() !== '') return 'Native tools and a schema for the whole reply exclude one another.';
  return null;
}

function keyHeaders({ kind, apiKey }: EndpointSettings): Record<string, string> {
  // Header values are Latin-1; what a paste brings along besides the key is dropped.
  const key = apiKey.trim().replace(/[^\x21-\x7e]/g, '');
  if (kind === 'anthropic') {
    return {
      ...(key === '' ? {} : { 'x-api-key': key }),
      'anthropic-version': '2023-06-01',
      // Without it the server refuses requests of browsers.
      'anthropic-dangerous-direct-browser-access': 'true',
    };
  }
  return key === '' ? {} : { Authorization: `Bearer ${key}` };
}

function bodyOf(
  { kind, model, tools }: EndpointSettings,
  { system, user, conversation, sampling, constraint }: SourceRequest,
): object {
  const { temperature, maxTokens } = sampling;
  const seed = sampling.seed === undefined ? {} : { seed: sampling.seed };
  const schema = constraint?.kind === 'json-schema' ? constraint.schema : null;
  const definitions = toolDefinitions(tools);
  const form = kind === 'anthropic' ? 'anthropic' : 'openai';
  const declared = definitions.length === 0 ? {} : { tools: JSON.parse(writeTools(definitions, form)) as unknown };
  const asked = conversation?.[form] ?? [{ role: 'user', content: user }];
  const messages = system === '' ? asked : [{ role: 'system', content: system }, ...asked];
  switch (kind) {
    case 'anthropic': {
      const above = system === '' ? {} : { system };
      return { model, max_tokens: maxTokens, temperature, ...above, messages: asked, ...declared, stream: true };
    }
    case 'ollama': {
      const held = schema === null ? {} : { format: schema };
      const options = { temperature, num_predict: maxTokens, ...seed };
      return { model, messages, ...declared, ...held, options, stream: true };
    }
    case 'openai': {
      const format = { type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } };
      const held = schema === null ? {} : { response_format: format };
      const options = { stream: true, stream_options: { include_usage: true } };
      return { model, messages, ...declared, ...held, temperature, max_tokens: maxTokens, ...seed, ...options };
    }
  }
}

/** The same request for a terminal. The key stays out of it: it stands in the variable API_KEY there. */
export function curlOf({ url, headers, body }: WireRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    if (name === 'x-api-key') return `-H "x-api-key: $API_KEY"`;
    if (name === 'Authorization') return `-H "Authorization: Bearer $API_KEY"`;
    return `-H ${quoted(`${name}: ${value}`)}`;
  });
  return [`curl -N ${quoted(url)}`, ...lines, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

/** For POSIX shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
