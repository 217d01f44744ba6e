import { expect, test } from '@playwright/test';
import { Callscope } from './callscope.ts';

/** What people paste one after the other: a reply, a response, a stream, a conversation, prose. */
function pasted(index: number): string {
  const call = `<tool_call>\n{"name": "read_gauge", "arguments": {"id": ${String(index)}}}\n</tool_call>`;
  const message = { role: 'assistant', content: call };
  const kinds = [
    `Reply ${String(index)}\n${call}`,
    JSON.stringify({ object: 'chat.completion', choices: [{ message, finish_reason: 'stop' }] }),
    `data: ${JSON.stringify({ choices: [{ delta: { content: call } }] })}\n\ndata: [DONE]\n\n`,
    JSON.stringify({
      messages: [{ role: 'user', content: 'Hm?' }, message, { role: 'user', content: 'More.' }, message],
    }),
    `Just words, ${String(index)}.`,
  ];
  return kinds[index % kinds.length] ?? '';
}

// Of a paste into a plain text field the browser itself keeps two nodes a line, for its undo: so this one is beside all fields.
test('pasting thirty times keeps no elements in memory', { tag: '@long' }, async ({ page }) => {
  const scope = new Callscope(page);
  await scope.openMonaco();
  await scope.monacoReady();
  await scope.quiet();
  const browser = await page.context().newCDPSession(page);
  const nodes = async (): Promise<number> => {
    for (let round = 0; round < 2; round += 1) {
      await browser.send('HeapProfiler.collectGarbage');
      await scope.painted();
    }
    return (await browser.send('Memory.getDOMCounters')).nodes;
  };
  const paste = async (index: number): Promise<void> => {
    await scope.pasteOnPage(pasted(index));
    await scope.painted();
    await scope.answered();
  };
  for (let index = 0; index < 5; index += 1) await paste(index);
  await expect(scope.verdict).toContainText('No call');
  const before = await nodes();
  for (let index = 5; index < 30; index += 1) await paste(index);
  await expect(scope.verdict).toContainText('No call');
  // One element a paste would be 25.
  expect((await nodes()) - before).toBeLessThan(25);
});
