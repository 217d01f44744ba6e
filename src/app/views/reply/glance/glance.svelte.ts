import { Asked } from '../../../page/asked.svelte.ts';
import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { capabilitiesOf } from '../../../page/reading/capabilities.ts';

/** What the runtimes that matter for the reply make of it. */
export class Glancing extends Asked<'glance'> {
  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 250,
      job: () => {
        const { text, tools, profile, pinned, expected } = page.session.fields;
        const capabilities = capabilitiesOf(page.session.fields);
        return { kind: 'glance', text, tools, chosen: profile, pinned, expected, capabilities };
      },
    });
  }
}
