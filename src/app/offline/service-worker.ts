/*
 * The service worker: it makes the page work offline and does nothing else. It answers with the files of its own version,
 * all of them or none, and leaves every other request to the browser. A new version waits until the reader asks for it.
 * Built apart from the page, as one script without imports: see `offline()` in vite.config.ts.
 */
import { addressOf, answerFor, cacheNames, outdatedCaches, type Answer, type OfflineBuild } from './answer.ts';
import type { WorkerMessage } from './register.ts';

/** Written in front of this script by the build. */
declare const BUILD: OfflineBuild;

// TypeScript has the types of a page or those of a worker, not both in one project.
interface LateEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface AskedEvent extends LateEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LateEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
declare const self: Scope;

const { scope } = self.registration;
const names = cacheNames(scope, BUILD.version);

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetTheOld());
});

self.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request, scope, BUILD);
  if (answer !== null) event.respondWith(respond(answer, event.request));
});

self.addEventListener('message', ({ data }) => {
  const wanted: WorkerMessage = 'take over';
  if (data === wanted) void self.skipWaiting();
});

/** All files or none: `addAll` keeps nothing when one of them fails, and the version before goes on serving. */
async function install(): Promise<void> {
  const requests = BUILD.precached.map(({ path, integrity }) => {
    // Names under assets/ change with their content; anything else may be an old copy. The integrity refuses a file of
    // another version, which a host can serve while it is being updated.
    const cache = path.startsWith('assets/') ? 'default' : 'no-cache';
    return new Request(addressOf(path, scope), { cache, integrity });
  });
  try {
    const cache = await caches.open(names.precached);
    await cache.addAll(requests);
  } catch (error) {
    await caches.delete(names.precached);
    throw error;
  }
}

async function forgetTheOld(): Promise<void> {
  const outdated = outdatedCaches(await caches.keys(), scope, BUILD.version);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  const kept = new Set(BUILD.optional.map((path) => addressOf(path, scope)));
  const cache = await caches.open(names.optional);
  const requests = await cache.keys();
  await Promise.all(requests.filter(({ url }) => !kept.has(url)).map((request) => cache.delete(request)));
}

async function respond({ from, url }: Answer, request: Request): Promise<Response> {
  const cache = await caches.open(names[from]);
  // Servers answer `Vary: Origin`, and the page asks for its scripts with another one than the worker did.
  const found = await cache.match(url, { ignoreVary: true });
  if (found !== undefined) return found;
  const response = await fetch(request);
  // A full disk must not cost the answer.
  if (from === 'optional' && response.ok) void cache.put(url, response.clone()).catch(() => undefined);
  return response;
}
