import type { JudgedRun } from '../../../core/index.ts';
import type { SessionFields } from '../../page/fields.ts';
import { replacedNotice } from '../../page/notices.ts';
import type { Page } from '../../page/page.svelte.ts';
import { serverFields } from '../../page/reading/server-fields.ts';
import type { Lab } from './lab.svelte.ts';
import { sentWith } from './lab-runs.ts';
import { runNames } from './lab-words.ts';
import { caseOf, expectedInCase } from './run-case.ts';

/** Opens a run where single replies are read; the experiment stays as it is for whoever comes back. */
export function openRun({ session }: Page, lab: Lab, { run }: JudgedRun): void {
  const { experiment } = lab;
  const sent = sentWith(experiment, run);
  if (sent === null) return;
  lab.opened = run;
  lab.isLeaving = true;
  const { setup } = sent.variant;
  const state = { ...caseOf(run, setup, sent.message), ...serverFields(session.fields) };
  const name = runNames(experiment, run).long;
  session.open({ ...state, experiment: session.fields.experiment }, name, true);
  session.set({ finishReason: run.finishReason });
  // As the reader's own expectation: the verdict says it, and no notice does.
  const expected = expectedInCase(setup, sent.message);
  if (expected !== null) session.setExpected(expected);
  const opened = session.fields;
  const back = (): void => session.goBack(madeSince(opened, session.fields));
  session.say(replacedNotice(`${name} is open.`, 'Back from the run', back));
}

/** Whoever changed one of these made a prompt: it is one thing, and is sent as a whole. */
const promptKeys = ['system', 'tools', 'validTools', 'preamble', 'askedFormat', 'askedWords', 'compact'] as const;

/** What was made while a run was open, and is no part of the run: the way back leaves it. */
function madeSince(opened: SessionFields, now: SessionFields): Partial<SessionFields> {
  const { experiment, template } = now;
  const hasPrompt = promptKeys.some((key) => now[key] !== opened[key]);
  return {
    experiment,
    ...(template !== opened.template && { template }),
    ...(hasPrompt && Object.fromEntries(promptKeys.map((key) => [key, now[key]]))),
  };
}
