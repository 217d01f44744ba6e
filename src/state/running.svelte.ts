import { KeptRuns } from './kept-runs.svelte.ts';
import { ReplyRun } from './reply-run.svelte.ts';
import type { Results } from './results.svelte.ts';
import { RunSettings } from './run-settings.svelte.ts';
import type { Session } from './session.svelte.ts';

/** The runs of a page and what the reader chose for them: the panel shows them, the loop sends its next turn with them. */
export interface Running {
  readonly kept: KeptRuns;
  readonly settings: RunSettings;
  readonly replyRun: ReplyRun;
}

const known = new WeakMap<Session, Running>();

export function runningOf(session: Session, results: Results): Running {
  let running = known.get(session);
  if (running === undefined) {
    const kept = new KeptRuns();
    running = { kept, settings: new RunSettings(session, results, kept), replyRun: new ReplyRun(session) };
    known.set(session, running);
  }
  return running;
}
