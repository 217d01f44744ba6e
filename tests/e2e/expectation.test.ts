import { runInNewContext } from 'node:vm';
import { expect, test, type Locator } from '@playwright/test';
import { Callscope, oilCall, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const broken =
  'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Malmö", "id": 12345678901234567890,}}\n</tool_call>';
const tools = JSON.stringify([
  {
    name: 'get_weather',
    schema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        id: { type: 'integer' },
        unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
      },
      required: ['city'],
    },
  },
]);
const address = `#in=${encodeURIComponent(broken)}&runtime=vllm:hermes&tools=${encodeURIComponent(tools)}`;

function formOf(scope: Callscope): Locator {
  return scope.page.getByRole('dialog', { name: 'Expected calls' });
}

test('what auto recovers is expected; verdict, report, test and link fail where they should, and a repair meets it @long', async ({
  page,
  browser,
}) => {
  const scope = new Callscope(page);
  await scope.open(address);
  await expect(scope.verdict).toContainText('No call.');
  const form = formOf(scope);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('radio', { name: 'Test case: pytest' }).check();
  await expect(page.getByRole('dialog')).toContainText('it passes today');
  await page.getByRole('button', { name: 'Enter the expected calls' }).click();
  await expect(form).toBeVisible();
  // Back to the test that asked for them.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: 'Test case: pytest' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^I expected (?:a|this) call$/ }).click();
  await expect(form).toContainText('Callscope recovers these calls from the reply.');
  await expect(form.getByRole('textbox', { name: 'city' })).toHaveValue('Malmö');
  await expect(form.getByRole('textbox', { name: 'Arguments, as JSON' })).toHaveValue(/12345678901234567890/);
  expect(await findingsOf(page)).toEqual([]);
  await form.getByRole('combobox', { name: 'unit' }).selectOption('celsius');
  await expect(form.getByRole('textbox', { name: 'Arguments, as JSON' })).toHaveValue(
    '{"city": "Malmö", "id": 12345678901234567890, "unit": "celsius"}',
  );
  await form.getByRole('combobox', { name: 'unit' }).selectOption('(none)');
  await form.getByRole('button', { name: 'Expect these calls' }).click();
  const failed = 'Expected get_weather({"city": "Malmö", "id": 12345678901234567890}); vLLM hermes returns no call.';
  await expect(scope.verdict).toContainText(`Not as expected. ${failed}`);
  await expect(page.getByRole('button', { name: 'Change expected calls' })).toBeFocused();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('radio', { name: 'Issue report' }).check();
  await expect(page.getByRole('textbox', { name: 'Issue report' })).toHaveValue(
    new RegExp(failed.replaceAll(/[(){}"]/g, '\\$&')),
  );
  await page.getByRole('radio', { name: 'Test case: pytest' }).check();
  await expect(page.getByRole('textbox', { name: 'Test case: pytest' })).toHaveValue(/12345678901234567890/);
  await expect(page.getByRole('textbox', { name: 'Test case: pytest' })).toHaveValue(/are the expected ones/);
  await page.keyboard.press('Escape');

  const other = await browser.newContext();
  const there = new Callscope(await other.newPage());
  await there.stayPlain();
  await there.page.goto(link);
  await expect(there.notices).toContainText(failed);
  await expect(there.verdict).toContainText('Not as expected.');
  await other.close();

  await page.getByRole('button', { name: 'Repair the JSON' }).first().click();
  await expect(scope.verdict).toContainText('As expected. 1 call: get_weather.');
  // Another digit is another value, and another order of keys is not.
  await scope.write('Reply text', broken.replace('7890,', '7891'));
  await expect(scope.verdict).toContainText(
    '`id` is 12345678901234567891, not 12345678901234567890.'.replaceAll('`', ''),
  );
  await scope.write(
    'Reply text',
    'I look.\n<tool_call>\n{"name": "get_weather", "arguments": {"id": 12345678901234567890, "city": "Malmö"}}\n</tool_call>',
  );
  await expect(scope.verdict).toContainText('As expected.');
  expect(scope.complaints).toEqual([]);
});

test('an empty result is never what was expected, unless somebody says so @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open('#in=Hello.&runtime=vllm:hermes');
  await expect(scope.verdict).toContainText('No call.');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: /On opening/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Enter expected calls' }).click();
  const form = formOf(scope);
  await expect(form).toContainText('Callscope recovers no call from the reply.');
  await form.getByRole('button', { name: 'Expect these calls' }).click();
  await expect(
    form.getByRole('combobox', { name: 'Tool' }).or(form.getByRole('textbox', { name: 'Tool' })),
  ).toBeFocused();
  await expect(form).toContainText('Enter the name of the tool.');
  await form.getByRole('button', { name: 'Remove call 1' }).click();
  await form.getByRole('button', { name: 'Expect these calls' }).click();
  await expect(form).toContainText('Add a call, or choose “I expected no call”.');
  await form.getByRole('checkbox', { name: 'I expected no call' }).check();
  await form.getByRole('button', { name: 'Expect no call' }).click();
  await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(scope.verdict).toContainText('As expected. No call.');
  await page.getByRole('button', { name: 'Change expected calls' }).click();
  await form.getByRole('button', { name: 'Remove expectation' }).click();
  await expect(scope.verdict).toHaveText(/^No call\./);
});

test('another reply takes the expectation away, with a way back; several calls are compared in order @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  await scope.open(address);
  await page.getByRole('button', { name: /^I expected (?:a|this) call$/ }).click();
  const form = formOf(scope);
  await form.getByRole('button', { name: 'Add a call' }).click();
  await page.keyboard.type('ping');
  await form.getByRole('textbox', { name: 'Arguments, as JSON' }).last().fill('{"a": ');
  await form.getByRole('button', { name: 'Expect these calls' }).click();
  await expect(form).toContainText('Enter a JSON object');
  await form.getByRole('textbox', { name: 'Arguments, as JSON' }).last().fill('');
  await form.getByRole('button', { name: 'Expect these calls' }).click();
  await expect(scope.verdict).toContainText('Expected 2 calls: get_weather({');
  await expect(scope.verdict).toContainText(', ping(); vLLM hermes returns no call.');
  await scope.write('Reply text', 'Quite another text that has nothing to do with it.');
  await expect(scope.notices.filter({ hasText: 'The expected calls were removed' })).toBeVisible();
  await expect(scope.verdict).toHaveText(/^No call\./);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.verdict).toContainText('Not as expected.');
});

test('by keyboard on a narrow screen: the form fits, and the focus comes back @long', async ({ browser }) => {
  const context = await browser.newContext(phone);
  const scope = new Callscope(await context.newPage());
  const { page } = scope;
  await scope.open(address);
  const opener = page.getByRole('button', { name: /^I expected (?:a|this) call$/ });
  await opener.tap();
  await expect(formOf(scope).getByRole('button', { name: 'Expect these calls' })).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await context.close();
});

test('by keys alone: somebody’s link, a failing test, the issue report @long', async ({ page }) => {
  const scope = new Callscope(page);
  const fenced = `I look.\n  ~~~tool_call\n  ${oilCall}\n  ~~~`;
  await scope.open(`#in=${encodeURIComponent(fenced)}&runtime=exathena`);
  await expect(scope.verdict).toContainText('No call. ExAthena 0.4.6 returns the whole reply as text');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await page.keyboard.press('s');
  await scope.tabTo(dialog.getByRole('radio', { name: 'Link', exact: true }));
  const vitest = dialog.getByRole('radio', { name: 'Test case: Vitest' });
  while (!(await vitest.isChecked())) await page.keyboard.press('ArrowDown');
  await expect(dialog).toContainText('It asserts what the server returns today, so it passes today.');
  await scope.tabTo(dialog.getByRole('button', { name: 'Enter the expected calls' }));
  await page.keyboard.press('Enter');
  await expect(formOf(scope).getByRole('combobox', { name: 'Tool' })).toHaveValue('read_gauge');
  await scope.tabTo(formOf(scope).getByRole('button', { name: 'Expect these calls' }));
  await page.keyboard.press('Enter');

  // The same export again, which asks for the call now.
  await expect(vitest).toBeChecked();
  await expect(dialog).not.toContainText('it passes today');
  await scope.tabTo(dialog.getByRole('button', { name: 'Copy', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: '✓ Copied' })).toBeFocused();
  const test = await page.evaluate(() => navigator.clipboard.readText());
  // Run as it is: it fails on what the server returns today, and passes on what it should return.
  const run = (calls: readonly unknown[]): boolean => {
    let equals = false;
    const given = {
      test: (_title: string, body: () => void) => {
        body();
      },
      expect: (got: unknown) => ({
        toEqual: (wanted: unknown) => (equals = JSON.stringify(got) === JSON.stringify(wanted)),
      }),
      extractToolCalls: () => calls,
    };
    runInNewContext(test.replaceAll(/^import .*$/gm, ''), given);
    return equals;
  };
  expect(run([])).toBe(false);
  expect(run([{ name: 'read_gauge', arguments: { dial: 'oil' } }])).toBe(true);

  await scope.tabTo(vitest, 'Shift+Tab');
  const report = dialog.getByRole('radio', { name: 'Issue report' });
  while (!(await report.isChecked())) await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('textbox', { name: 'Issue report' })).toHaveValue(
    /\n### What the server did\n\nNot known: this is Callscope’s emulation of ExAthena 0\.4\.6\. \(Please add/,
  );
  await scope.tabTo(dialog.getByRole('link', { name: /^Open issue/ }));
  await expect(dialog.getByRole('link', { name: /^Open issue/ })).toHaveAttribute('href', /ex_athena\/issues\/new/);
  await page.keyboard.press('Escape');
  await expect(scope.verdict).toContainText('Not as expected.');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  expect(scope.complaints).toEqual([]);
});
