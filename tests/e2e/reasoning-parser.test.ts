import { expect, test } from '@playwright/test';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { emptyLinkState } from '../../src/app/permalink/state.ts';
import { Callscope, oilCall } from './callscope.ts';

test('a call in thinking that never ends: the reasoning parser decides whether the tool parser sees it', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const text = `<think>I look at the gauge.\n<tool_call>\n${oilCall}\n</tool_call>`;
  await scope.open(
    `#${encodeLink({ ...emptyLinkState, text, profile: 'vllm:hermes', reasoningParser: 'deepseek_r1' })}`,
  );
  const fates = page.getByRole('list').filter({ hasText: /^(?:call|markup|reasoning) \d/ });
  await expect(scope.runtime()).toHaveText(/vLLM deepseek_r1 → hermes/);
  await expect(scope.verdict).toContainText('No call.');
  await expect(scope.verdict).toContainText('nothing is left for the tool parser');
  await expect(fates).toContainText(`reasoning ${text.length - '<think>'.length}`);

  // The strip reads with both parsers too, and the flag that would help is named, made and taken back.
  const strip = page.getByRole('region', { name: 'The same reply under other servers' });
  await expect(strip.getByRole('button', { name: 'vLLM deepseek_r1 → hermes' })).toContainText('kept as reasoning');
  const help = page.getByRole('region', { name: 'What would help' });
  await expect(help.getByRole('listitem').first()).toContainText('--reasoning-parser qwen3');
  await help.getByRole('button', { name: 'Switch reasoning parser' }).click();
  await expect(scope.verdict).toContainText('1 call: read_gauge. vLLM qwen3 → hermes returns it.');
  await scope.notices.getByRole('button', { name: 'Undo' }).click();
  await expect(scope.verdict).toContainText('No call.');

  const parser = await scope.setting('Reasoning parser');
  await expect(parser).toHaveValue('deepseek_r1');
  await parser.selectOption('qwen3');
  await expect(scope.runtime()).toHaveText(/vLLM qwen3 → hermes/);
  await expect(scope.verdict).toContainText('1 call: read_gauge. vLLM qwen3 → hermes returns it.');
  await expect(fates).toContainText(`reasoning ${'I look at the gauge.\n'.length}`);

  await parser.selectOption('none');
  await expect(scope.verdict).toContainText('vLLM hermes returns it and 28 characters of text.');

  // The stream is that of both parsers too, and so is the other side where it has its own.
  await parser.selectOption('deepseek_r1');
  await scope.drawer('Stream');
  await expect(page.getByRole('group', { name: 'The client has', exact: true })).not.toContainText('read_gauge');
  await scope.drawer('Compare');
  await expect(scope.difference).toContainText('vLLM hermes with the reasoning parser deepseek_r1');

  await scope.chooseRuntime('hermes', 'Right');
  await page.getByRole('combobox', { name: 'Right: Reasoning parser' }).selectOption('qwen3');
  await expect(page.getByTestId('verdict-right')).toContainText('vLLM qwen3 → hermes returns it');
  await expect(scope.runtime('Right')).toHaveText(/vLLM qwen3 → hermes/);

  // A server without that flag has no reasoning parser.
  await scope.door('Debug');
  await scope.chooseRuntime('exathena 0.19');
  await expect(scope.verdict).toContainText('ExAthena 0.19');
  await scope.chooseRuntime('hermes');
  await expect(scope.verdict).toContainText('vLLM hermes returns it');
  await expect(await scope.setting('Reasoning parser')).toHaveValue('');
  expect(scope.complaints).toEqual([]);
});

test('beside the prompt the settings of the server are inside of the page', async ({ page }) => {
  const scope = new Callscope(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await scope.open(`#${encodeLink({ ...emptyLinkState, view: 'prompt', profile: 'vllm:hermes' })}`);
  await expect(await scope.setting('Reasoning parser')).toBeInViewport({ ratio: 1 });
});
