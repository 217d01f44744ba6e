import type { Page } from '../../page/page.svelte.ts';
import { AskedPrompt } from '../prompt/asked-prompt.svelte.ts';
import { KeptRuns } from './kept-runs.svelte.ts';
import { ReplyRun } from './reply-run.svelte.ts';
import { RunSettings } from './run-settings.svelte.ts';

/** The runs of a page and what the reader chose for them: the panel shows them, the loop sends its next turn with them. */
export class Running {
  readonly kept = new KeptRuns();
  readonly settings: RunSettings;
  readonly replyRun: ReplyRun;

  constructor(page: Pick<Page, 'session' | 'results' | 'of'>) {
    const { session, results } = page;
    this.settings = new RunSettings(session, results, this.kept, page.of(AskedPrompt));
    this.replyRun = new ReplyRun(session);
  }
}
