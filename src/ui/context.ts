import { createContext } from 'svelte';
import type { Results } from '../state/reading/results.svelte.ts';
import type { Selection } from '../state/selection.svelte.ts';
import type { Session } from '../state/session.svelte.ts';

/** What every view reads: the data, the answers, and what the reader points at. */
export interface Page {
  readonly session: Session;
  readonly results: Results;
  readonly selection: Selection;
}

export const [usePage, providePage] = createContext<Page>();
