import { expect, it } from 'vitest';
import { neverThinks } from '../../../src/core/catalogue/index.ts';
import { evidenceOf, evidenceSentences } from '../../../src/core/index.ts';

it.each([
  ['Qwen/Qwen3-30B-A3B-Instruct-2507', true],
  ['qwen3-235b-a22b-instruct-2507-fp8', true],
  ['Qwen/Qwen3-30B-A3B-Thinking-2507', false],
  ['Qwen/Qwen3-30B-A3B', false],
  ['mistralai/Mistral-Small-Instruct-2409', false],
  [null, false],
] as const)('whether %s never thinks: %s', (model, never) => {
  expect(neverThinks(model)).toBe(never);
});

it('a model that never thinks needs no reasoning parser', () => {
  const reasoning = '<tool_call>\n{"name": "dim_lamp", "arguments": {"room": "attic"}}\n</tool_call>';
  const fix = (model: string): string | undefined => {
    const message = { role: 'assistant', content: null, reasoning, tool_calls: [] };
    const choice = { index: 0, message, finish_reason: 'stop', stop_reason: null, token_ids: null };
    const content = JSON.stringify({ model, choices: [choice], kv_transfer_params: null });
    return evidenceSentences(evidenceOf({ content, name: null })).causes[0]?.fix;
  };
  expect(fix('Qwen/Qwen3-30B-A3B-Instruct-2507')).toMatch(/^Start the server without `--reasoning-parser`/);
  expect(fix('Qwen/Qwen3-30B-A3B')).toMatch(/^Turn thinking off/);
});
