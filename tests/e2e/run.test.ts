import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import answers from '../../src/sources/demo-answers.json' with { type: 'json' };
import { Callscope } from './callscope.ts';

function panelOf(page: Page) {
  const panel = page.getByRole('region', { name: 'Run a model' });
  return { panel, status: panel.getByRole('status'), button: (name: string | RegExp) => panel.getByRole('button', { name }) };
}

async function openPanel(scope: Callscope): Promise<ReturnType<typeof panelOf>> {
  await scope.page.getByRole('button', { name: 'Run', exact: true }).click();
  const panel = panelOf(scope.page);
  await expect(panel.panel).toBeVisible();
  return panel;
}

test('the demo model says every one of its answers', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.monacoReady();
  const { panel, status, button } = await openPanel(scope);
  for (const { id, text } of answers) {
    if (!(await button('Settings').getAttribute('aria-expanded').then((value) => value === 'true'))) await button('Settings').click();
    await panel.getByLabel('Answer').selectOption(id);
    await panel.getByLabel('Slow down').uncheck();
    await button(/^Run/).click();
    await expect(status).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
    console.log(await status.textContent(), text.length, (await scope.shownText('Reply text')).slice(0, 200));
  }
  console.log(scope.complaints);
});
