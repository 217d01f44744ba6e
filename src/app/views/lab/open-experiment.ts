import type { Page } from '../../page/page.svelte.ts';
import { FrontPane } from '../prompt/front-pane.svelte.ts';
import { Lab } from './lab.svelte.ts';

/** Opens an experiment that was dropped. */
export function openExperiment(page: Page, name: string, text: string): void {
  page.of(FrontPane).column = 'lab';
  page.of(Lab).openText(name, text);
}
