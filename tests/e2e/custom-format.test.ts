import { expect, test } from '@playwright/test';
import { Callscope } from './callscope.ts';
import { findingsOf } from './findings.ts';

const reply = 'On it.\n«run» read_gauge: %dial=oil;%count=2;«done»\nThat was all.';

test('define a format, see its call, share it, and open the link @long', async ({ page, browser }) => {
  const scope = new Callscope(page);
  await scope.open();
  await scope.write('Reply text', reply);
  await scope.chooseRuntime('your own format');
  await expect(scope.verdict).toContainText('No call');

  await page.getByRole('button', { name: 'Define…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your own format' });
  await dialog.getByLabel('Opening marker').fill('');
  await dialog.getByRole('button', { name: 'Read by this format' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The opener is empty. Write one: only the opener tells a call from other text.',
  );
  await expect(dialog.getByLabel('Opening marker')).toBeFocused();

  await dialog.getByLabel('Opening marker').fill('«run»');
  await dialog.getByLabel('Closing marker').fill('«run»');
  await expect(dialog.getByRole('alert')).toContainText('The opener and the closer are the same');
  await dialog.getByLabel('Closing marker').fill('«done»');
  await dialog.getByLabel('Between the markers').selectOption('The name, then keys and values');
  await dialog.getByLabel('After the name').fill(':');
  await dialog.getByLabel('Before a key').fill('%');
  await dialog.getByLabel('Between key and value').fill('=');
  await dialog.getByLabel('After a value').fill(';');
  await expect(dialog.getByRole('region', { name: 'A call of this format' })).toHaveText(
    '«run»ring_bell:%times=2;«done»',
  );
  expect(await findingsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Read by this format' }).click();

  await expect(dialog).toHaveCount(0);
  await expect(scope.verdict).toContainText('1 call: read_gauge.');
  await expect(scope.ladder).toContainText('Opens with «run».');

  const link = await scope.link();
  const context = await browser.newContext();
  const opened = new Callscope(await context.newPage());
  await opened.open(link.slice(link.indexOf('#')));
  await expect(opened.verdict).toContainText('1 call: read_gauge.');
  await opened.page.getByRole('button', { name: 'Define…' }).click();
  await expect(opened.page.getByLabel('Opening marker')).toHaveValue('«run»');
  await opened.page.keyboard.press('Escape');
  await opened.drawer('Compare');
  await expect(opened.compared).toContainText('«run»');
  expect([...scope.complaints, ...opened.complaints]).toEqual([]);
  await context.close();
});
