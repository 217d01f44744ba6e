import { expect, test, type Locator, type Page } from '@playwright/test';
import { Callscope, fence, oilCall } from './callscope.ts';

/** What opens, applies, undoes or closes something. */
const controls = 'button:enabled, summary, [role="tab"], input[type="checkbox"]:enabled, input[type="radio"]:enabled';

/** Leads away from the page, or to a download or a model that takes its time. */
const beyond = /Download|Save|Copy|Redact|wllama|WebLLM/;

const reply = `I look.\n<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil",}}\n</tool_call>\n${fence(oilCall)}`;
const tools = JSON.stringify([{ name: 'read_gauge', description: 'Reads.', schema: { type: 'object' } }]);
const prefill = `#in=${encodeURIComponent(reply)}&tools=${encodeURIComponent(tools)}&runtime=vllm:hermes`;

/** Where the focus is; '' where it is nowhere. */
async function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body ? '' : activeElement.tagName;
  });
}

/**
 * Presses every control of a part once by the keyboard, those that appear on the way as well, and returns those after
 * which the focus was nowhere, with what had happened.
 */
async function lostAfter(scope: Callscope, part: () => Locator, back: () => Promise<void>): Promise<string[]> {
  const { page } = scope;
  const lost: string[] = [];
  const done = new Set<string>();
  for (let presses = 0; presses < 50; presses += 1) {
    const all = part().locator(controls).filter({ visible: true });
    let next: { control: Locator; name: string } | null = null;
    const names = await all.evaluateAll((found) =>
      found.map((element) => {
        const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
        return `${element.tagName} ${(label ?? element.textContent).replaceAll(/\s+/g, ' ').trim()}`;
      }),
    );
    for (const [index, name] of names.entries()) {
      // Of many alike one is enough.
      const kind = name.replaceAll(/\d+/g, '0');
      if (beyond.test(name) || done.has(kind)) continue;
      done.add(kind);
      next = { control: all.nth(index), name };
      break;
    }
    if (next === null) break;
    const { control, name } = next;
    await control.focus({ timeout: 2000 }).catch(() => undefined);
    await page.keyboard.press(/^INPUT/.test(name) ? 'Space' : 'Enter');
    await scope.painted();
    if ((await focus(page)) === '') lost.push(`${name}: pressed`);
    const undo = page.locator('.notices').getByRole('button', { name: 'Undo' });
    if (await undo.first().isVisible()) {
      await undo.first().focus();
      await page.keyboard.press('Enter');
      await scope.painted();
      if ((await focus(page)) === '') lost.push(`${name}: undone`);
    }
    for (let open = 0; open < 3 && (await page.getByRole('dialog').count()) > 0; open += 1) {
      if (
        await part()
          .first()
          .evaluate((element) => element.tagName === 'DIALOG')
          .catch(() => false)
      )
        break;
      await page.keyboard.press('Escape');
      await scope.painted();
      if ((await focus(page)) === '') lost.push(`${name}: closed`);
    }
    await back();
  }
  expect(done.size, 'controls of this part').toBeGreaterThan(0);
  return lost;
}

test.describe('the focus stays on the page', () => {
  for (const view of ['Text and steps', 'Stream', 'Prompt', 'Loop', 'Compare', 'Batch', 'Learn'] as const) {
    const isLong = view !== 'Text and steps';
    test(`after every control of ${view}`, { tag: isLong ? '@long' : [] }, async ({ page }) => {
      const scope = new Callscope(page);
      await scope.open(prefill);
      await scope.view(view);
      // A view comes with its own code.
      await expect(page.getByRole('main').locator(controls).filter({ visible: true }).first()).toBeVisible();
      const shown = {
        Stream: page.getByRole('button', { name: 'Stream', exact: true, expanded: true }),
        Loop: page.getByRole('button', { name: 'Loop', exact: true, expanded: true }),
        Compare: page.getByRole('button', { name: 'Compare', exact: true, expanded: true }),
        'Text and steps': page.getByRole('region', { name: 'Model output' }),
        Prompt: page.getByRole('tablist', { name: 'Parts of the prompt' }),
        Batch: page.getByRole('button', { name: '← Prompt' }),
        Learn: page.getByRole('tablist', { name: 'Sections' }),
      }[view];
      const lost = await lostAfter(
        scope,
        () => page.getByRole('main'),
        async () => {
          if (!(await shown.isVisible())) await scope.view(view);
        },
      );
      expect(lost).toEqual([]);
    });
  }

  test('after every control around the views @long', async ({ page }) => {
    const scope = new Callscope(page);
    await scope.open(prefill);
    const lost = await lostAfter(
      scope,
      () => page.locator('.page > :not(.work)'),
      () => Promise.resolve(),
    );
    expect(lost).toEqual([]);
  });
});
