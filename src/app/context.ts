import { createContext } from 'svelte';
import type { Page } from './page/page.svelte.ts';

export type { Page };

/** What every view reads and writes. */
export const [usePage, providePage] = createContext<Page>();

/** THE list of dialogs. */
export type DialogName =
  | 'examples'
  | 'share'
  | 'history'
  | 'shortcuts'
  | 'palette'
  | 'present'
  | 'print'
  | 'runtime'
  | 'format'
  | 'custom'
  | 'expect';

/** What the frame around the views can do for them. */
export interface Frame {
  readonly show: (dialog: DialogName) => void;
  /** Opens or closes the panel beside the prompt in which a source is chosen. */
  readonly toggleRun: () => void;
  readonly isRunOpen: boolean;
  /** Opens the form of the expected calls. */
  readonly expect: () => void;
  /** Puts the focus where the server is named. */
  readonly focusRuntime: () => void;
}

export const [useFrame, provideFrame] = createContext<Frame>();
