import { expect, test } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';

test('invisible characters are counted, listed with their code points, and replaced in one step', async ({ page }) => {
  const scope = new Callscope(page);
  const text = fence(oilCall.replace('"name"', '\u201cname\u201d').replace('{', '\u00a0{\u200b'));
  await scope.openMonaco(`#in=${encodeURIComponent(text)}`);
  await expect(scope.cards).toHaveCount(0);

  const lens = page.getByRole('button', { name: '2 invisible characters, 2 look-alikes' });
  await lens.click();
  const list = page.getByRole('region', { name: 'Invisible characters' }).getByRole('listitem');
  await expect(list).toHaveCount(4);
  await expect(list.first()).toContainText('U+00A0');
  await expect(list.first()).toContainText('no-break space');
  await expect(list.first()).toContainText('line 2, column 1');
  await scope.monacoReady();
  await expect(page.locator('.editor-mark-odd').first()).toBeVisible();
  await expect(page.locator('.editor-label').first()).toHaveText('U+00A0');

  await page.getByRole('button', { name: 'Replace all' }).click();
  await expect(scope.verdict).toContainText('1 call: read_gauge');
  await expect(list).toHaveCount(0);
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveCount(4);

  // Ordinary text has no lens: it comes and goes with the characters.
  const anyLens = page.getByRole('button', { name: /invisible character/ });
  await scope.write('Reply text', fence(oilCall));
  await expect(scope.cards).toHaveCount(1);
  await expect(anyLens).toHaveCount(0);
  await scope.write('Reply text', `\u200b${fence(oilCall)}`);
  await expect(anyLens).toBeVisible();
  await scope.write('Reply text', fence(oilCall));
  await expect(anyLens).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});
