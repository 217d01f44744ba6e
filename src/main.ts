import './trusted-types.ts';
import { mount } from 'svelte';
import { Results } from './state/results.svelte.ts';
import { Selection } from './state/selection.svelte.ts';
import { Session } from './state/session.svelte.ts';
import { openFromAddress, restoreSession, startSync, type Surroundings } from './state/sync.svelte.ts';
import App from './ui/App.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app.');

const page = { session: new Session(), results: new Results(), selection: new Selection() };
const surroundings: Surroundings = {
  location,
  localStorage: () => localStorage,
  sessionStorage: () => sessionStorage,
};

const isFirstVisit = await restoreSession(page.session, surroundings);
if (isFirstVisit) {
  const { examples } = await import('./state/examples.ts');
  const [first] = examples;
  if (first !== undefined) page.session.greet(first.state);
}

mount(App, { target, props: { page, address: location.href.replace(/#.*$/, '') } });
startSync(page.session, page.results, surroundings);

// The views that are shown on demand, fetched while nobody waits for them. One that fails is asked for again when needed.
const views = [
  () => import('./ui/prompt/PromptView.svelte'),
  () => import('./ui/Gallery.svelte'),
  () => import('./ui/share/ShareView.svelte'),
  () => import('./permalink/open.ts'),
  () => import('./state/recognise.ts'),
];
setTimeout(() => void Promise.allSettled(views.map((load) => load())), 1000);

// A link that is opened in this tab replaces what stands here; what stood here can be brought back.
addEventListener('hashchange', () => {
  void openFromAddress(page.session, location.hash);
});
