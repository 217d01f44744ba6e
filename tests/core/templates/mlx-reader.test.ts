import { describe, expect, it } from 'vitest';
import { mlxRuntimes } from '../../../src/core/engines/mlx/index.ts';
import { mlxReaderOf } from '../../../src/core/templates/mlx-reader.ts';

describe('the reader that mlx-lm chooses', () => {
  it.each([
    ['{{ "<minimax:tool_call>" }}<tool_call>', 'minimax_m2'],
    ['<|tool_call>call:<tool_call|>', 'gemma4'],
    ['<start_function_call>', 'function_gemma'],
    ['<longcat_tool_call>', 'longcat'],
    ['<tool_call>{{ name }}<arg_key>', 'glm47'],
    ['<|tool_list_start|>', 'pythonic'],
    ['<tool_call>\n<function=', 'qwen3_coder'],
    [String.raw`'<tool_call>\n<function=' + tool_call.name`, 'qwen3_coder'],
    ['<|tool_calls_section_begin|>', 'kimi_k2'],
    ['[TOOL_CALLS]', 'mistral'],
    ['<tool_call>{{ tool_call.name }}', 'json_tools'],
  ])('follows from what the template contains: %s', (template, flag) => {
    expect(mlxReaderOf(template)).toBe(flag);
    expect(mlxRuntimes.map(({ id }) => id)).toContain(`mlx:${flag}`);
  });

  it('is none for a template without such a text: neither the beginning nor one of two is enough', () => {
    expect(mlxReaderOf('<|python_tag|>{{ tool_call.name }}')).toBeNull();
    expect(mlxReaderOf('<|tool_call>')).toBeNull();
    expect(mlxReaderOf('<tool_call>{{ call.name }}')).toBeNull();
  });
});
