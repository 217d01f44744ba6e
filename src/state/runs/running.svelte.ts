import { KeptRuns } from './kept-runs.svelte.ts';
import { ReplyRun } from './reply-run.svelte.ts';
import type { Results } from '../reading/results.svelte.ts';
import { RunSettings } from './run-settings.svelte.ts';
import type { Session } from '../session.svelte.ts';

/** The runs of a page and what the reader chose for them: the panel shows them, the loop sends its next turn with them. */
export interface Running {
  readonly kept: KeptRuns;
  readonly settings: RunSettings;
  readonly replyRun: ReplyRun;
}

const known = new WeakMap<Session, Running>();

export function runningOf(session: Session, results: Results): Running {
  const before = known.get(session);
  if (before !== undefined) return before;
  const running = outsideOfComponents(() => {
    const kept = new KeptRuns();
    return { kept, settings: new RunSettings(session, results, kept), replyRun: new ReplyRun(session) };
  });
  known.set(session, running);
  return running;
}

/** What is derived in here lives on when the component that asked first is gone. */
function outsideOfComponents<T>(make: () => T): T {
  let made: { readonly value: T } | null = null;
  $effect.root(() => {
    made = { value: make() };
  });
  // The compiler does not follow assignments in closures.
  return (made as unknown as { readonly value: T }).value;
}
