import { Asked } from '../../../page/asked.svelte.ts';
import { FormatsClient } from '../../../page/formats-client.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { capabilitiesOf } from '../../../page/reading/capabilities.ts';

/** What would make the reply give the calls that were meant. */
export class WayFinding extends Asked<'ways-out'> {
  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(FormatsClient).worker,
      after: 500,
      job: () => {
        const { text, native, tools, system, profile, expected } = page.session.fields;
        const capabilities = capabilitiesOf(page.session.fields);
        // What is tried is the text alone, so there is nothing to say of a reply with native calls.
        const read = native.trim() === '' ? text : '';
        return { kind: 'ways-out', text: read, tools, chosen: profile, expected, capabilities, system };
      },
    });
  }
}
