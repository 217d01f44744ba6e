import { expect, test } from '@playwright/test';
import { Callscope } from './callscope.ts';

test('no script of the page can make a policy that trusts every string, and rich text of the editor needs none', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await scope.door('Prompt');
  const tools = page.locator('[data-editor="monaco"]').filter({ has: scope.editor('Tool definitions, as JSON') });
  await scope.write('Tool definitions, as JSON', '[{"name": "a", "description": 7}]');
  // A hover is Markdown, which goes through DOMPurify. The editor draws its marks anew now and then: for a moment they have no size.
  await expect(async () => {
    await tools.locator('.squiggly-warning, .squiggly-error').first().hover({ force: true, timeout: 2_000 });
    await expect(page.locator('.monaco-hover-content').first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  expect(scope.complaints).toEqual([]);

  const made = await page.evaluate(() =>
    ['default', 'dompurify', 'app', 'monaco', 'svelte-trusted-html', 'other'].filter((name) => {
      try {
        return window.trustedTypes?.createPolicy(name, { createHTML: (html: string) => html }) !== undefined;
      } catch {
        return false;
      }
    }),
  );
  expect(made).toEqual([]);
});
