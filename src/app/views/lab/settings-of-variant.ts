import { untrack } from 'svelte';
import { setupKey, type Experiment, type Setup } from '../../../core/index.ts';
import type { Page } from '../../page/page.svelte.ts';
import { Running } from '../run/running.ts';
import type { Lab } from './lab.svelte.ts';

/** What of a variant is in no field of the page: a reload and a link bring it with the experiment alone. */
const settingKeys = ['place', 'held', 'temperature', 'source', 'model'] as const;

/**
 * The variant whose prompt is on the page while the settings are as a new page has them: they are that variant's. Null where the
 * page shows a variant already, or somebody has set something.
 */
function variantWithPrompt({ variants }: Experiment, page: Setup): Setup | null {
  const isNew = page.source === 'demo' && page.held === 'free' && page.temperature === 0;
  if (!isNew || variants.some(({ setup }) => setupKey(setup) === setupKey(page))) return null;
  const settings = Object.fromEntries(settingKeys.map((key) => [key, page[key]]));
  return variants.find(({ setup }) => setupKey({ ...setup, ...settings }) === setupKey(page))?.setup ?? null;
}

/** The experiment came with a reload or a link, and with it the settings of its variants: they are taken over once. */
export function takeSettings(page: Page, lab: Pick<Lab, 'taken' | 'experiment' | 'pageSetup'>): void {
  const { openings } = page.session;
  if (lab.taken === openings) return;
  lab.taken = openings;
  untrack(() => {
    const setup = variantWithPrompt(lab.experiment, lab.pageSetup);
    if (setup !== null) page.of(Running).settings.take(setup);
  });
}
