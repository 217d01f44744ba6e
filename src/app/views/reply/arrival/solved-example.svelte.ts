import type { LinkState } from '../../../permalink/state.ts';
import { Asked } from '../../../page/asked.svelte.ts';
import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page } from '../../../page/page.svelte.ts';

/** How a case is read that is not the one of the page. */
export class SolvedExample extends Asked<'extract'> {
  constructor(page: Pick<Page, 'of'>, { text, native, profile, tools }: LinkState) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 0,
      job: () => ({ kind: 'extract', text, toolCallsText: native, runtime: profile, capabilities: {}, tools }),
    });
  }
}
