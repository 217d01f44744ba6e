import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { mlxRuntimeOf, mlxRuntimes } from '../../../src/core/engines/mlx/index.ts';
import { mlxReaderOf } from '../../../src/core/engines/mlx/reader-of-template.ts';

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
    expect(mlxRuntimeOf(template)?.reader.flag).toBe(flag);
  });

  it('is none for a template without such a text: neither the beginning nor one of two is enough', () => {
    expect(mlxReaderOf('<|python_tag|>{{ tool_call.name }}')).toBeNull();
    expect(mlxReaderOf('<|tool_call>')).toBeNull();
    expect(mlxReaderOf('<tool_call>{{ call.name }}')).toBeNull();
  });

  it('is the configured one, where the tokenizer names one', () => {
    expect(mlxReaderOf('[TOOL_CALLS]', 'json_tools')).toBe('json_tools');
  });
});

describe('under mlx-lm', () => {
  const read = (text: string, runtime: string): ReturnType<typeof extract> =>
    extract({ text }, { runtime, runtimes: mlxRuntimes, tools: [] });

  it('a broken call leaves the client with nothing but the finish reason', () => {
    const { calls, content, lost, trace } = read("<tool_call>{'name': 'f'}</tool_call>", 'mlx:json_tools');
    expect([calls, content, lost]).toEqual([[], null, [{ from: 0, to: 36 }]]);
    const codes = trace.map((event) => ('code' in event ? event.code : null));
    expect(codes).toContain('call-lost');
    expect(codes).toContain('phantom');
  });

  it('text before a half-written marker is content, and the half marker is thrown away', () => {
    const { content, lost } = read('Half a mark <tool_c', 'mlx:json_tools');
    expect([content, lost]).toEqual(['Half a mark ', [{ from: 12, to: 19 }]]);
  });

  it('an object without arguments ends the request', () => {
    expect(read('<tool_call>{"name": "f"}</tool_call>', 'mlx:json_tools').error?.code).toBe('raises-KeyError');
  });
});
