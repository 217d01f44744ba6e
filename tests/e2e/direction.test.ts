import { expect, test } from '@playwright/test';
import { Callscope, fence } from './callscope.ts';

test('controls of direction are drawn as codes, in the verdict, on the card, in the steps and in Compare', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const call = '{"name": "\u202egnol_emaN", "arguments": {"\u2067key": "\u202dvalue"}}';
  await scope.open(`#in=${encodeURIComponent(fence(call))}`);
  await expect(scope.verdict).toContainText('1 call: [U+202E]gnol_emaN.');
  await expect(scope.cards.first()).toContainText('[U+202E]gnol_emaN');
  await expect(scope.cards.first()).toHaveAttribute('aria-label', 'Call of [U+202E]gnol_emaN');
  const shown = (): Promise<string[]> =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const isExact = text.parentElement?.closest('.text-editor, script, style') !== null;
        if (!isExact && /[\u202a-\u202e\u2066-\u2069]/.test(text.nodeValue ?? '')) found.push(text.nodeValue ?? '');
      }
      return found;
    });
  expect(await shown()).toEqual([]);
  await scope.drawer('Compare');
  await expect(scope.difference).toBeVisible();
  expect(await shown()).toEqual([]);
  expect(scope.complaints).toEqual([]);
});

test('a name from right to left leaves its sentence as it is @long', async ({ page }) => {
  const scope = new Callscope(page);
  const name = '\u05e9\u05dc\u05d5\u05dd';
  await scope.open(`#in=${encodeURIComponent(fence(`{"name": "${name}", "arguments": {}}`))}`);
  await expect(scope.verdict).toContainText(`1 call: \u2068${name}\u2069.`);
});

test('a key and its value from right to left do not change places', async ({ page }) => {
  const scope = new Callscope(page);
  const call = '{"name": "find", "arguments": {"\u05de\u05e7\u05d5\u05dd": "\u05d1\u05d9\u05ea"}}';
  await scope.open(`#in=${encodeURIComponent(fence(call))}`);
  const line = scope.cards.first().getByRole('option').filter({ hasText: '\u05de\u05e7\u05d5\u05dd' });
  const [key, colon, value] = await line.evaluate(({ children }) =>
    Array.from(children, (part) => part.getBoundingClientRect().left),
  );
  expect(key).toBeLessThan(colon ?? 0);
  expect(colon).toBeLessThan(value ?? 0);
});
