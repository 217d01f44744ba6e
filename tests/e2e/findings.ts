import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds on the page, or in what `within` selects: rules, each with the markup that breaks it. Looks at light and
 * dark, and leaves the page light. All but colours is the same in both.
 */
export async function findingsOf(page: Page, within?: string): Promise<unknown[]> {
  const found = await analyse(page, within);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await analyse(page, within, 'color-contrast');
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found, ...inTheDark.map((finding) => ['dark', ...finding])];
}

async function analyse(page: Page, within?: string, rule?: string): Promise<unknown[][]> {
  // Legacy mode runs in the page. The other opens a second page each time, for frames of other origins, which ours has not.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (rule !== undefined) axe.withRules(rule);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);
}
