import type { Component } from 'svelte';
import type { LoopPane } from './shown-pane.svelte.ts';

interface Pane {
  readonly id: LoopPane;
  readonly label: string;
  readonly load: () => Promise<{ default: Component<Record<string, never>> }>;
}

/** THE list of panes of the loop view: each is fetched when it is first in front. */
export const panes: readonly [Pane, ...Pane[]] = [
  { id: 'turn', label: 'Turn', load: () => import('./TurnPane.svelte') },
  { id: 'messages', label: 'Messages', load: () => import('./MessagesPane.svelte') },
  { id: 'request', label: 'Request', load: () => import('./RequestPane.svelte') },
  { id: 'providers', label: 'Providers', load: () => import('./ProvidersPane.svelte') },
];
