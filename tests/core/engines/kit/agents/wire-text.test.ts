import { describe, expect, it } from 'vitest';
import { JsonText, wireText } from '../../../../../src/core/agents/kit/wire-text.ts';

describe('messages as JSON', () => {
  it('are what JSON.stringify writes', () => {
    const value = [{ role: 'user', content: 'a\n"b"', list: [], map: {}, no: null, yes: true, n: 1.5 }];
    expect(wireText(value)).toBe(JSON.stringify(value, null, 2));
  });

  it('hold texts of JSON unchanged', () => {
    expect(wireText({ input: new JsonText('{"n":12345678901234567890}') })).toContain('12345678901234567890');
  });

  it('are shortened for reading only, and say so', () => {
    const long = 'x'.repeat(1_000_000);
    const text = wireText([{ content: long, input: new JsonText(`"${long}"`) }], 100);
    expect(text.length).toBeLessThan(600);
    expect(text).toContain('1,000,000 characters in all');
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(wireText([{ content: long }]).length).toBeGreaterThan(1_000_000);
  });

  it('of arguments nested to any depth do not overflow', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
    expect(wireText([{ input: deep }]).length).toBeGreaterThan(10_000);
  });
});
