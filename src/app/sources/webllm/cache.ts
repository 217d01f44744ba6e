import type { WebLlmModel } from './models.ts';

// Where WebLLM keeps files: https://github.com/mlc-ai/web-llm, `cache_util.ts`. Its own functions are not used, because they
// are in the package of two megabytes, and the one that deletes fetches from the network first and leaves a file in the cache.
const WASM = 'webllm/wasm';
const SCOPES = ['webllm/config', 'webllm/model', WASM];
const INDEX = 'tensor-cache.json';
const WEIGHTS = /\.bin$/;

/** Files of one model, or of nothing that is known any more. */
export interface CachedFiles {
  /** Id of the model; null for libraries that no model of this version uses. */
  readonly model: string | null;
  readonly bytes: number;
  readonly urls: readonly string[];
}

/** The index of a model's weights, as far as it is read. */
interface WeightIndex {
  readonly records: readonly { readonly dataPath: string; readonly nbytes: number }[];
}

/** What is kept, largest first. Asks no server. */
export async function cachedFiles(models: readonly WebLlmModel[]): Promise<readonly CachedFiles[]> {
  const found = new Map<string | null, { bytes: number; urls: string[] }>();
  for (const scope of SCOPES) {
    const cache = await openCache(scope);
    for (const { url } of (await cache?.keys()) ?? []) {
      const model = scope === WASM ? libraryOwner(url, models, found) : repositoryOf(url);
      const entry = found.get(model) ?? { bytes: 0, urls: [] };
      entry.bytes += await sizeOf(await cache?.match(url));
      entry.urls.push(url);
      found.set(model, entry);
    }
  }
  return [...found].map(([model, files]) => ({ model, ...files })).sort((left, right) => right.bytes - left.bytes);
}

export async function deleteCached(files: Pick<CachedFiles, 'urls'>): Promise<void> {
  await removeFromCache((url) => files.urls.includes(url));
}

/** Removes what could be damaged and is small. Weights stay: they cannot make a file unreadable. */
export async function dropSmallFiles(model: WebLlmModel): Promise<void> {
  const base = baseOf(model);
  await removeFromCache((url) => url === model.library || (url.startsWith(base) && !WEIGHTS.test(url)));
}

/** Bytes of weights that would have to be fetched; null when nothing of the model is here, so that nobody knows. */
export async function missingBytes(model: WebLlmModel): Promise<number | null> {
  const cache = await openCache('webllm/model');
  const index = await cache?.match(baseOf(model) + INDEX);
  if (cache === null || index === undefined) return null;
  try {
    const { records } = (await index.json()) as WeightIndex;
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return records
      .filter(({ dataPath }) => !kept.has(baseOf(model) + dataPath))
      .reduce((sum, { nbytes }) => sum + nbytes, 0);
  } catch {
    return null;
  }
}

/** As WebLLM completes the address of a repository. */
function baseOf({ files }: WebLlmModel): string {
  return `${files}/resolve/main/`;
}

/** `https://huggingface.co/mlc-ai/NAME/resolve/main/…` */
function repositoryOf(url: string): string | null {
  return new URL(url).pathname.split('/')[2] ?? null;
}

/** Models share libraries: one goes with the first model that is here and uses it. */
function libraryOwner(
  url: string,
  models: readonly WebLlmModel[],
  found: ReadonlyMap<string | null, unknown>,
): string | null {
  return models.find(({ id, library }) => library === url && found.has(id))?.id ?? null;
}

/** Null where the browser has no cache: pages over plain http, some private windows. Makes none. */
async function openCache(scope: string): Promise<Cache | null> {
  try {
    return (await caches.has(scope)) ? await caches.open(scope) : null;
  } catch {
    return null;
  }
}

async function sizeOf(response: Response | undefined): Promise<number> {
  const length = Number(response?.headers.get('content-length'));
  return length > 0 ? length : ((await response?.blob())?.size ?? 0);
}

async function removeFromCache(isMeant: (url: string) => boolean): Promise<void> {
  for (const scope of SCOPES) {
    const cache = await openCache(scope);
    for (const request of (await cache?.keys()) ?? []) if (isMeant(request.url)) await cache?.delete(request);
  }
}
