import { nativeTools, requestBody, wireText, type Wire } from '../../core/index.ts';
import { sourceError, type SourceError } from './errors.ts';
import type { SourceRequest } from './source.ts';

/** The formats whose answers a run can read. */
export type ServerKind = Exclude<Wire, 'gemini'>;

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
  /** Without the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null when none is sent. */
  readonly key: WireKey | null;
  readonly body: string;
}

/** The header in which a key travels. */
export interface WireKey {
  readonly header: string;
  /** What is before the key. */
  readonly scheme: '' | 'Bearer ';
  readonly secret: string;
}

export interface ServerInfo {
  readonly kind: ServerKind;
  readonly label: string;
  readonly address: string;
  readonly model: string;
}

/** Servers with one model take it, whatever its name is; with several it names none of them. */
export const ANY_MODEL = 'default';

/** The kinds of servers, each with an address and a model to begin with. */
export const servers: readonly ServerInfo[] = [
  { kind: 'openai', label: 'OpenAI compatible', address: 'http://localhost:8080/v1', model: ANY_MODEL },
  { kind: 'ollama', label: 'Ollama', address: 'http://localhost:11434', model: 'qwen3:0.6b' },
  { kind: 'anthropic', label: 'Anthropic', address: 'https://api.anthropic.com', model: 'claude-haiku-4-5' },
];

// https://platform.openai.com/docs/api-reference/chat, https://docs.ollama.com/api, https://docs.anthropic.com/en/api/messages,
// https://ai.google.dev/api/generate-content
const endpoints = {
  openai: () => '/chat/completions',
  ollama: () => '/api/chat',
  anthropic: () => '/messages',
  gemini: (model: string) => `/models/${encodeURIComponent(model)}:generateContent`,
} as const;
const folders = { openai: '/v1', ollama: '', anthropic: '/v1', gemini: '/v1beta' } as const;

const LOCAL = ['localhost', '127.0.0.1'];

/** The address of the endpoint, or why it cannot be asked from this page. `model` is part of it for Gemini alone. */
export function endpointUrl(wire: Wire, address: string, model = ''): URL | SourceError {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    return sourceError('bad-address', `“${address}” is not a whole address.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return sourceError('bad-address', `An address that begins with ${url.protocol} is not a server address.`);
  }
  if (url.username !== '' || url.password !== '') {
    return sourceError('bad-address', 'The address holds a name or password.', 'Use the field for the API key.');
  }
  if (url.protocol === 'http:' && !LOCAL.includes(url.hostname)) {
    return sourceError('blocked-address', `Pages may call ${url.host} only over https.`);
  }
  const path = url.pathname.replace(/\/$/, '');
  const endpoint = endpoints[wire](model);
  if (!path.endsWith(endpoint)) url.pathname = `${path === '' ? folders[wire] : path}${endpoint}`;
  url.hash = '';
  return url;
}

/** The endpoint of a format that a text names first; null for none. */
export function endpointIn(text: string, wire: Wire): string | null {
  if (wire === 'gemini') return null;
  const address = String.raw`\bhttps?:\/\/[\w.:[\]-]{1,200}(?:\/[\w.~%-]{1,80}){0,8}?${endpoints[wire]()}\b`;
  return new RegExp(address).exec(text)?.[0] ?? null;
}

/** The request, or why there can be none. */
export function endpointRequest(settings: EndpointSettings, request: SourceRequest): WireRequest | SourceError {
  const { kind, address, model, apiKey } = settings;
  const url = endpointUrl(kind, address);
  if ('code' in url) return url;
  const refusal = constraintRefusal(settings, request);
  if (refusal !== null) return sourceError('unsupported', refusal, 'Turn off constrained decoding.');
  const placed = nativeTools(request.system, settings.tools);
  const { user, conversation, sampling, constraint } = request;
  const messages = conversation?.[kind === 'anthropic' ? 'anthropic' : 'openai'].map((message) => wireText(message));
  const schemaText = constraint?.kind === 'json-schema' ? wireText(constraint.schema) : undefined;
  const { text } = requestBody(kind, {
    model,
    ...placed,
    user,
    messages,
    sampling,
    schemaText,
    stream: true,
    caching: false,
  });
  // Header values are Latin-1; what a paste brings along besides the key is dropped.
  const secret = apiKey.trim().replace(/[^\x21-\x7e]/g, '');
  // Without the last one Anthropic's server refuses requests of browsers.
  const headers = {
    ...headersFor(kind),
    ...(kind === 'anthropic' && { 'anthropic-dangerous-direct-browser-access': 'true' }),
  };
  return { url: url.href, headers, key: secret === '' ? null : keyFor(kind, secret), body: text };
}

/** Why a server cannot be held to the constraint of a request; null when it can, or there is none. */
function constraintRefusal({ kind, tools }: EndpointSettings, { constraint }: SourceRequest): string | null {
  if (constraint === undefined) return null;
  if (kind === 'anthropic') return 'Callscope cannot constrain Anthropic’s models to a schema.';
  if (constraint.kind !== 'json-schema')
    return 'A server can constrain the whole reply to a schema, but not calls in free text.';
  if (tools.trim() !== '') return 'Native tools and a schema for the whole reply cannot be combined.';
  return null;
}

/** What every request of a format says in its headers. */
export function headersFor(wire: Wire): Record<string, string> {
  return { 'Content-Type': 'application/json', ...(wire === 'anthropic' && { 'anthropic-version': '2023-06-01' }) };
}

export function keyFor(wire: Wire, secret: string): WireKey {
  switch (wire) {
    case 'anthropic':
      return { header: 'x-api-key', scheme: '', secret };
    case 'gemini':
      return { header: 'x-goog-api-key', scheme: '', secret };
    case 'openai':
    case 'ollama':
      return { header: 'Authorization', scheme: 'Bearer ', secret };
  }
}

/** The headers as they are sent. */
export function sentHeaders({ headers, key }: WireRequest): Record<string, string> {
  return key === null ? { ...headers } : { ...headers, [key.header]: `${key.scheme}${key.secret}` };
}
