import { createContext } from 'svelte';
import type { Page } from './page/page.svelte.ts';

export type { Page };

/** What every view reads and writes. */
export const [usePage, providePage] = createContext<Page>();

/** What the frame around the views can do for them. */
export interface Frame {
  /** Opens or closes the panel in which a source is chosen. */
  readonly toggleRun: () => void;
  /** Opens the form of the expected calls. */
  readonly expect: () => void;
  /** Puts the focus where the runtime is named. */
  readonly focusRuntime: () => void;
}

export const [useFrame, provideFrame] = createContext<Frame>();
