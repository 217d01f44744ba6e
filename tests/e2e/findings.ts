import type { Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';

/**
 * What axe finds on the page, or in what `within` selects: rules, each with the markup that breaks it. Looks at light and
 * dark, and leaves the page light. All but colours is the same in both.
 */
export async function findingsOf(page: Page, within = 'html'): Promise<unknown[]> {
  await provideAxe(page);
  const found = await analyse(page, within);
  await colour(page, 'dark');
  const inTheDark = await analyse(page, within, 'color-contrast');
  await colour(page, 'light');
  return [...found, ...inTheDark.map((finding) => ['dark', ...finding])];
}

/**
 * Colours the page, and gives Monaco, which follows by a script, time to do so. An editor that is about to go may never
 * follow; what axe then finds says so.
 */
async function colour(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const follows = page.waitForFunction(
    (isDark) =>
      [...document.querySelectorAll('.monaco-editor:has(.view-line)')].every(
        (editor) => editor.classList.contains('vs-dark') === isDark,
      ),
    colorScheme === 'dark',
    { timeout: 3000 },
  );
  await follows.catch(() => undefined);
}

/** Half a megabyte: once for each page. As the debugger's, which the policy of the page says nothing about. */
async function provideAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(`${axeCore.source}; undefined`);
}

/** Looks again where the page hid meanwhile: until its first answer, and while one is late, it has no main part. */
async function analyse(page: Page, within: string, rule?: string): Promise<unknown[][]> {
  const options: RunOptions = { resultTypes: ['violations'], ...(rule === undefined ? {} : { runOnly: [rule] }) };
  for (;;) {
    await page.waitForFunction(() => document.querySelector('.page.waiting') === null);
    const violations = await page.evaluate(
      async ([selector, chosen]) => {
        const { axe } = window as unknown as { axe: typeof axeCore };
        const isHidden = (): boolean => document.querySelector('.page.waiting') !== null;
        let wasHidden = isHidden();
        const observer = new MutationObserver(() => {
          wasHidden ||= isHidden();
        });
        observer.observe(document.body, { subtree: true, attributeFilter: ['class'] });
        const { violations: found } = await axe.run({ include: [[selector]] }, chosen);
        observer.disconnect();
        if (wasHidden) return null;
        return found.map(({ id, nodes }) => ({ id, markup: nodes.map(({ html }) => html.slice(0, 160)) }));
      },
      [within, options] as const,
    );
    if (violations !== null) return violations.map(({ id, markup }) => [id, markup]);
  }
}
