/** THE list of panes of the loop view: each is fetched when it is first in front. */
export const panes = [
  { id: 'turn', label: 'Turn', load: () => import('./TurnPane.svelte') },
  { id: 'messages', label: 'Messages', load: () => import('./MessagesPane.svelte') },
  { id: 'request', label: 'Request', load: () => import('./RequestPane.svelte') },
  { id: 'providers', label: 'Providers', load: () => import('./ProvidersPane.svelte') },
] as const;

export type LoopPane = (typeof panes)[number]['id'];

/** Which pane is in front; it stays when the reader leaves the view and comes back. */
export const shown: { pane: LoopPane } = $state({ pane: 'turn' });
