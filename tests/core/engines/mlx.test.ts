import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { mlxRuntimes } from '../../../src/core/engines/mlx/index.ts';

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

  it('a call in a list that lacks a name has the place of its own object', () => {
    const [call] = read('<tool_call>[{"arguments": {"n": 3}}]</tool_call>', 'mlx:json_tools').calls;
    const own = { from: 12, to: 35 };
    expect([call?.span, call?.nameSpan]).toEqual([own, own]);
  });

  it('an object without arguments ends the request', () => {
    expect(read('<tool_call>{"name": "f"}</tool_call>', 'mlx:json_tools').error?.code).toBe('raises-KeyError');
  });
});
