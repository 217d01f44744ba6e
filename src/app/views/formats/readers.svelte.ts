import { Asked } from '../../page/asked.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { FormatsClient } from '../../page/formats-client.ts';

/** What every runtime returns for this reply. */
export class Readers extends Asked<'readers'> {
  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 0,
      job: () => {
        const { text, tools, expected } = page.session.fields;
        return { kind: 'readers', text, tools, expected, capabilities: {}, against: '' };
      },
    });
  }
}
