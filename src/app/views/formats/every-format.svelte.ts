import { Asked } from '../../page/asked.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { FormatsClient } from '../../page/formats-client.ts';

/** The reply as `auto` reads it, whatever the runtime of the page finds in it. */
export class EveryFormat extends Asked<'extract'> {
  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 0,
      job: () => {
        const { text, tools } = page.session.active;
        return { kind: 'extract', text, toolCallsText: '', runtime: 'auto', capabilities: {}, tools };
      },
    });
  }
}
