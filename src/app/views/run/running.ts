import type { Page } from '../../page/page.svelte.ts';
import { FormatsClient } from '../../page/formats-client.ts';
import type { WordedEvidence } from '../../worker/protocol.ts';
import { AskedPrompt } from '../prompt/asked-prompt.svelte.ts';
import { advised } from './advised.ts';
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
    const ask = async (content: string): Promise<WordedEvidence | null> => {
      const told = await page.of(FormatsClient).worker.run({ kind: 'evidence', content, name: null });
      return told.ok ? told.answer : null;
    };
    this.settings = new RunSettings(session, results, this.kept, page.of(AskedPrompt), (source) =>
      advised(source, ask),
    );
    this.replyRun = new ReplyRun(session);
  }
}
