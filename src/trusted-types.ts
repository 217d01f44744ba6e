/**
 * The page's own Trusted Types policies and the one place that starts workers.
 * Part of the first chunk on purpose: Monaco asks for its environment while its module is evaluated, and a lazy
 * module that sets it beside importing Monaco comes too late. Nothing here may import Monaco itself.
 */
import type { Environment } from 'monaco-editor';
import editorWorkerUrl from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorkerUrl from 'monaco-editor/languages/features/json/json.worker?worker&url';

/**
 * Whether the address lies in the folder this page was loaded from. `blob:` and `data:` addresses never do.
 *
 * @internal Tests ask it for addresses of pages other than theirs.
 */
export function isOwnAsset(url: string, pageUrl: string): boolean {
  return new URL(url, pageUrl).href.startsWith(new URL('.', pageUrl).href);
}

function ownScriptUrl(url: string): string {
  if (!isOwnAsset(url, document.baseURI)) throw new TypeError(`Not a script of this page: ${url}`);
  return url;
}

// Monaco writes its own markup (line layers, colourised samples) through innerHTML. What it renders as rich text,
// hovers, goes through its DOMPurify first, which parses with this policy too, so it has nothing left to clean.
// Both are undefined in browsers without Trusted Types, which take the plain string, and outside browsers.
const { trustedTypes } = globalThis as Partial<Pick<Window, 'trustedTypes'>>;
const monaco = trustedTypes?.createPolicy('monaco', {
  createHTML: (html: string) => html,
  createScriptURL: ownScriptUrl,
});
const app = trustedTypes?.createPolicy('app', { createScriptURL: ownScriptUrl });

/** The address of a script of this page, for whatever starts it. Throws a TypeError for any other address. */
export function ownScript(url: string): string {
  const scriptUrl = app?.createScriptURL(url) ?? ownScriptUrl(url);
  // The DOM types of TypeScript know only strings here; at run time the policy requires the trusted object.
  return scriptUrl as string;
}

/** Starts a module worker of this page. The name shows in the browser's developer tools. */
export function createWorker(url: string, name: string): Worker {
  return new Worker(ownScript(url), { type: 'module', name });
}

const environment: Environment = {
  getWorker: (_moduleId, label) => createWorker(label === 'json' ? jsonWorkerUrl : editorWorkerUrl, label),
  // Monaco asks for ten policies by name, one of them twice: one policy of ours answers all of them.
  createTrustedTypesPolicy: () => monaco,
};
globalThis.MonacoEnvironment = environment;
