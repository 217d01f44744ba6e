import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedFiles, deleteCached, dropSmallFiles, missingBytes } from '../../../../src/app/sources/webllm/cache.ts';
import { webLlmModels, type WebLlmModel } from '../../../../src/app/sources/webllm/models.ts';

const [small, large] = webLlmModels as [WebLlmModel, WebLlmModel];
const index = JSON.stringify({
  records: [
    { dataPath: 'params_shard_0.bin', nbytes: 3000 },
    { dataPath: 'params_shard_1.bin', nbytes: 2000 },
  ],
});

/** The part of the browser's cache that is used; Node has none. */
class Caches {
  readonly #scopes = new Map<string, Map<string, Response>>();

  put(scope: string, url: string, response: Response): void {
    const files = this.#scopes.get(scope) ?? new Map<string, Response>();
    this.#scopes.set(scope, files.set(url, response));
  }

  get urls(): string[] {
    return [...this.#scopes.values()].flatMap((files) => [...files.keys()]);
  }

  has(scope: string): Promise<boolean> {
    return Promise.resolve(this.#scopes.has(scope));
  }

  open(scope: string) {
    const files = this.#scopes.get(scope) ?? new Map<string, Response>();
    return Promise.resolve({
      keys: () => Promise.resolve([...files.keys()].map((url) => ({ url }))),
      match: (url: string) => Promise.resolve(files.get(url)?.clone()),
      delete: ({ url }: { url: string }) => Promise.resolve(files.delete(url)),
    });
  }
}

let caches: Caches;
const fetched = vi.fn();

function of(model: WebLlmModel, file: string): string {
  return `${model.files}/resolve/main/${file}`;
}

beforeEach(() => {
  caches = new Caches();
  caches.put('webllm/config', of(small, 'mlc-chat-config.json'), new Response('{}'));
  caches.put('webllm/model', of(small, 'tensor-cache.json'), new Response(index));
  caches.put('webllm/model', of(small, 'tokenizer.json'), new Response('{}'));
  const shard = new Response('x', { headers: { 'content-length': '3000' } });
  caches.put('webllm/model', of(small, 'params_shard_0.bin'), shard);
  caches.put('webllm/model', of(large, 'params_shard_0.bin'), new Response('y'.repeat(10)));
  caches.put('webllm/wasm', small.library, new Response('w'.repeat(40)));
  caches.put('webllm/wasm', 'https://raw.githubusercontent.com/a/b/main/v0_2_80/old.wasm', new Response('old'));
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('what is kept is told per model, largest first, with what belongs to none', async () => {
  const found = await cachedFiles(webLlmModels);
  expect(found.map(({ model, bytes, urls }) => [model, bytes, urls.length])).toEqual([
    [small.id, 3000 + index.length + 2 + 2 + 40, 5],
    [large.id, 10, 1],
    [null, 3, 1],
  ]);
});

test('what would have to be fetched follows from the index; without one nobody knows', async () => {
  expect(await missingBytes(small)).toBe(2000);
  caches.put('webllm/model', of(small, 'params_shard_1.bin'), new Response(''));
  expect(await missingBytes(small)).toBe(0);
  expect(await missingBytes(large)).toBeNull();
  for (const damaged of ['<!doctype html>', '{}', '{"records": [null]}']) {
    caches.put('webllm/model', of(small, 'tensor-cache.json'), new Response(damaged));
    expect(await missingBytes(small)).toBeNull();
  }
});

test('deleting takes every file of a model and no other', async () => {
  const [files] = await cachedFiles(webLlmModels);
  await deleteCached(files ?? { urls: [] });
  expect(caches.urls.filter((url) => url.includes(small.id) || url === small.library)).toEqual([]);
  expect(caches.urls).toHaveLength(2);
});

test('what may be damaged goes, weights stay', async () => {
  await dropSmallFiles(small);
  expect(caches.urls.filter((url) => url.includes(small.id))).toEqual([of(small, 'params_shard_0.bin')]);
  expect(caches.urls).not.toContain(small.library);
  expect(caches.urls).toContain(of(large, 'params_shard_0.bin'));
});

test('a browser without a cache keeps nothing', async () => {
  vi.stubGlobal('caches', undefined);
  expect(await cachedFiles(webLlmModels)).toEqual([]);
  expect(await missingBytes(small)).toBeNull();
  await dropSmallFiles(small);
  expect(caches.urls).toHaveLength(7);
});
