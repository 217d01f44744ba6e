import type { Page } from '../../page/page.svelte.ts';
import { Lab } from './lab.svelte.ts';

/** Opens an experiment that was dropped. */
export function openExperiment(page: Page, name: string, text: string): void {
  page.of(Lab).openText(name, text);
}
