import { expect, it } from 'vitest';
import { toolsFor } from '../../../src/core/index.ts';

const text =
  '<tool_call>{"name": "f", "arguments": {}}</tool_call><tool_call>{"name": "g", "arguments": {}}</tool_call>';

it('reads for an engine as if the called tools were declared, where none are', () => {
  expect(toolsFor('sglang:qwen25', [], `${text}${text}`)).toEqual([{ name: 'f' }, { name: 'g' }]);
  expect(toolsFor('sglang:qwen25', [], 'Good morning.')).toEqual([]);
});

it('counts the native calls of a reply as well', () => {
  const native = '[{"id": "a", "type": "function", "function": {"name": "h", "arguments": "{}"}}]';
  expect(toolsFor('ai:generate-text', [], '', native)).toEqual([{ name: 'h' }]);
});

it('keeps to what is declared, and asks nothing for other runtimes', () => {
  const declared = [{ name: 'h' }];
  expect(toolsFor('sglang:qwen25', declared, text)).toBe(declared);
  expect(toolsFor('auto', [], text)).toEqual([]);
  expect(toolsFor('format:hermes', [], text)).toEqual([]);
});
