import { describe, expect, test } from 'vitest';
import { literalEval } from '../../../../../src/core/text/languages/python/literal.ts';
import { pythonRepr } from '../../../../../src/core/text/languages/python/value.ts';
import { casesOf } from './cases.ts';

describe('ast.literal_eval', () => {
  test.each(casesOf<string, string | null>('literal'))('%j', (text, answer) => {
    const reading = literalEval(text);
    expect(reading.ok ? pythonRepr(reading.node.value) : null).toBe(answer);
  });

  test('says where each part is', () => {
    const text = ` {'a': [1, (None,)], 2: {3}, "a" 'b': -1}`;
    const reading = literalEval(text);
    if (!reading.ok) throw new Error(reading.message);
    const { node } = reading;
    const written = ({ from, to }: { from: number; to: number }): string => text.slice(from, to);
    expect(written(node)).toBe(text.trim());
    expect([...node.members!].map(([key, member]) => [key, written(member.key), written(member.node)])).toEqual([
      ['a', "'a'", '[1, (None,)]'],
      ['ab', `"a" 'b'`, '-1'],
    ]);
    expect(node.members!.get('a')!.node.items!.map(written)).toEqual(['1', '(None,)']);
  });

  test('says where it is refused', () => {
    expect(literalEval("{'a': [1, f(x)]}")).toEqual({ ok: false, at: 10, message: 'malformed node or string' });
    expect(literalEval('{[]: 1}')).toEqual({ ok: false, at: 1, message: "unhashable type: 'list'" });
    expect(literalEval('x {}', 2)).toMatchObject({ ok: true, node: { from: 2, to: 4 } });
    expect(literalEval('x {} y', 1, 4).ok).toBe(true);
  });
});
