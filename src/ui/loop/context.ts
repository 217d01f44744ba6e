import { createContext } from 'svelte';

/** What the frame around the panes can do for them. */
export interface LoopFrame {
  /** Opens or closes the panel in which a source is chosen. */
  readonly toggleRun: () => void;
}

export const [useLoopFrame, provideLoopFrame] = createContext<LoopFrame>();
