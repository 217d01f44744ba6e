/** What the build tells the service worker; see `offline()` in vite.config.ts. */
export interface OfflineBuild {
  /** Another one for every change of any file, the worker's own code included. */
  readonly version: string;
  /** Paths from the page's folder, and what `integrity` of a request checks them by. */
  readonly precached: readonly { readonly path: string; readonly integrity: string }[];
  readonly optional: readonly string[];
}

/** The part of a `Request` that decides how it is answered. */
export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'has'>;
}

/** `precached`: from the files that came with this version. `optional`: from what was used before, else the network. */
export type Answer = { readonly from: 'precached' | 'optional'; readonly url: string };

/** The page is cached under its folder: some hosts answer `index.html` with a redirect, which no navigation may be given. */
const pagePath = 'index.html';

/** The address under which a file is cached. `scope` is the page's folder. */
export function addressOf(path: string, scope: string): string {
  return new URL(path === pagePath ? './' : path, scope).href;
}

/** How a request is answered; null for the many that are none of the worker's business. */
export function answerFor(request: Asked, scope: string, build: Omit<OfflineBuild, 'version'>): Answer | null {
  if (request.method !== 'GET' || request.headers.has('range')) return null;
  const url = new URL(request.url);
  if (request.mode === 'navigate') {
    // What is in the query or the fragment is for the page to read.
    const page = `${url.origin}${url.pathname}`;
    const isPage = page === scope || page === `${scope}${pagePath}`;
    return isPage ? { from: 'precached', url: scope } : null;
  }
  url.hash = '';
  if (!url.href.startsWith(scope)) return null;
  const path = url.href.slice(scope.length);
  if (build.precached.some((file) => file.path === path)) return { from: 'precached', url: addressOf(path, scope) };
  return build.optional.includes(path) ? { from: 'optional', url: url.href } : null;
}

/** One cache for each version, and one for what outlives them. Other copies of the page may share the origin. */
export function cacheNames(scope: string, version: string): { precached: string; optional: string } {
  return { precached: `callscope ${scope} ${version}`, optional: `callscope ${scope} optional` };
}

/** The caches of this page that no longer serve anybody. */
export function outdatedCaches(names: readonly string[], scope: string, version: string): string[] {
  const { precached, optional } = cacheNames(scope, version);
  return names.filter((name) => name.startsWith(`callscope ${scope} `) && name !== precached && name !== optional);
}
