import { Run } from './run.svelte.ts';
import { RunSettings } from './run-settings.svelte.ts';
import type { Results } from './results.svelte.ts';
import type { Session } from './session.svelte.ts';

/** The runs of a page and what the reader chose for them: the panel shows them, the loop sends its next turn with them. */
export interface Running {
  readonly settings: RunSettings;
  readonly run: Run;
}

const known = new WeakMap<Session, Running>();

export function runningOf(session: Session, results: Results): Running {
  const running = known.get(session) ?? { settings: new RunSettings(session, results), run: new Run(session) };
  known.set(session, running);
  return running;
}
