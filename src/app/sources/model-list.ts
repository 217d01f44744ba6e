import { isRecord, parsedJson } from '../../core/index.ts';
import { corsAdvice, PROBE, refusal, startAdvice, unnamed } from './endpoint.ts';
import { endpointUrl, headersFor, keyFor, type EndpointSettings, type ServerKind } from './endpoint-request.ts';
import { sourceError, type SourceError } from './errors.ts';

export type ModelList =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly error: SourceError };

// https://platform.openai.com/docs/api-reference/models/list, https://docs.ollama.com/api/tags,
// https://docs.anthropic.com/en/api/models-list
const lists = {
  openai: { endpoint: '/chat/completions', list: '/models', items: 'data', name: 'id' },
  ollama: { endpoint: '/api/chat', list: '/api/tags', items: 'models', name: 'name' },
  anthropic: { endpoint: '/messages', list: '/models', items: 'data', name: 'id' },
} as const satisfies Record<ServerKind, unknown>;

const MOST_MODELS = 1000;

/** Asks a server which models it has. Sends nothing but the key, and only there. Never rejects. */
export async function listModels(
  { kind, address, apiKey }: Pick<EndpointSettings, 'kind' | 'address' | 'apiKey'>,
  within = PROBE,
): Promise<ModelList> {
  const url = endpointUrl(kind, address);
  if ('code' in url) return { ok: false, error: url };
  const { endpoint, list } = lists[kind];
  url.pathname = `${url.pathname.replace(/\/$/, '').slice(0, -endpoint.length)}${list}`;
  const secret = apiKey.trim().replace(/[^\x21-\x7e]/g, '');
  const key = secret === '' ? null : keyFor(kind, secret);
  const { 'Content-Type': _none, ...headers } = headersFor(kind);
  const sent = {
    ...headers,
    ...(key === null ? {} : { [key.header]: `${key.scheme}${key.secret}` }),
    ...(kind === 'anthropic' ? { 'anthropic-dangerous-direct-browser-access': 'true' } : {}),
  };
  try {
    const signal = AbortSignal.timeout(within);
    const response = await fetch(url, { ...unnamed, headers: sent, redirect: 'error', signal });
    const body = await response.text();
    if (!response.ok) return { ok: false, error: refusal(response, body, kind) };
    return read(body, kind, url);
  } catch (error) {
    return { ok: false, error: await whyNot(url, kind, error, within) };
  }
}

function read(body: string, kind: ServerKind, { pathname }: URL): ModelList {
  const { items, name } = lists[kind];
  const found = listIn(body, items).flatMap((item) => {
    const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const models = [...new Set(found)].slice(0, MOST_MODELS);
  if (models.length > 0) return { ok: true, models };
  const message = `${pathname} names no model.`;
  return { ok: false, error: sourceError('not-an-api', message, 'Type the name of the model.') };
}

function listIn(body: string, key: string): readonly unknown[] {
  const answer = parsedJson(body);
  const value = isRecord(answer) ? answer[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** Browsers do not say why a request failed: one more, which asks for nothing, tells a server that is away from one that forbids it. */
async function whyNot({ origin }: URL, kind: ServerKind, error: unknown, within: number): Promise<SourceError> {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return sourceError(
      'first-token-timeout',
      `${origin} did not answer within ${String(within / 1000)} s.`,
      'Try again.',
    );
  try {
    await fetch(origin, { ...unnamed, mode: 'no-cors', signal: AbortSignal.timeout(within) });
  } catch {
    return sourceError('unreachable', `Nothing answers at ${origin}.`, startAdvice[kind]);
  }
  return sourceError('cors', `${origin} is there, but does not allow this page to call it (CORS).`, corsAdvice(kind));
}
