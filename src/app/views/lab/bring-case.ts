import type { Page } from '../../page/page.svelte.ts';
import { Running } from '../run/running.ts';
import { Lab } from './lab.svelte.ts';

/** What the user asked in the case, and the calls that are expected there, become a message of the experiment. */
export function bringCase(page: Page): void {
  const { loop, expected } = page.session.fields;
  const asked = loop?.asked.trim() ?? '';
  if (asked === '') return;
  page.of(Running).settings.user = asked;
  page.of(Lab).addMessage({ text: asked, expected });
}
