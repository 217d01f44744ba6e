import './trusted-types.ts';
import { mount } from 'svelte';
import { Page } from './app/page/page.svelte.ts';
import { followAddress, openFromAddress, restoreSession, type Surroundings } from './app/page/start.ts';
import { startReading, startSync } from './app/page/sync.svelte.ts';
import App from './app/App.svelte';
import { fetchMonaco } from './app/editor/editor-host.ts';
import { replyParts } from './app/views/reply/reply-parts.ts';

const core = startReading();
const page = new Page();
const surroundings: Surroundings = {
  location,
  isReturn: () => performance.getEntriesByType('navigation').some((one) => 'type' in one && one.type !== 'navigate'),
  localStorage: () => localStorage,
  sessionStorage: () => sessionStorage,
};

/** Inside another page nothing is read from this browser and nothing is kept. */
const isEmbed = new URLSearchParams(location.search).has('embed');

/** Not awaited by this module: what is imported on demand shares its chunk, and would wait for it in turn. */
async function open(target: HTMLElement): Promise<void> {
  if (isEmbed) {
    await openFromAddress(page.session, location.hash);
  } else {
    await restoreSession(page.session, surroundings);
  }
  const View = isEmbed ? (await import('./app/views/embed/Embed.svelte')).default : App;
  startSync(page, core, isEmbed ? null : surroundings);
  void import('./app/draw-controls.ts').then(
    ({ drawControls }) => drawControls(document.body),
    () => undefined,
  );
  mount(View, { target, props: { page, address: location.href.replace(/#.*$/, '') } });
  const follow = isEmbed ? () => openFromAddress(page.session, location.hash) : followAddress(page.session, location);
  addEventListener('hashchange', () => void follow());
  if (isEmbed) return;
  // A reply may be pasted any moment.
  if (page.session.isArriving) setTimeout(() => void fetchAll(withReply));
  await page.results.rest();
  setTimeout(() => void loadOnDemand().catch(() => undefined), 1000);
}

// Fetched while nobody waits for it. What fails is asked for again when needed. Views come when a hand nears their buttons
// (Header.svelte), and from the offline copy: to compile all of them at the start took a tenth of the time of a visit.
const withReply = [() => import('./app/page/paste/read-paste.ts'), ...replyParts];

async function fetchAll(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}

/** What comes after the page. */
async function loadOnDemand(): Promise<void> {
  await fetchAll([...withReply, fetchMonaco]);
  // The dev server's files change under its hands.
  if (import.meta.env.DEV) return;
  const { registerOffline } = await import('./app/offline/register.ts');
  await registerOffline(page.session);
}

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app.');
open(target).catch(() => {
  // Before the page is there: nothing was shown, and nothing was saved over anything.
  const said = document.createElement('p');
  said.role = 'alert';
  said.textContent = 'A part of Callscope could not be loaded. Check the connection. ';
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = 'Reload';
  button.onclick = () => location.reload();
  target.replaceChildren(said, button);
});
