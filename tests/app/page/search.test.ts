import { describe, expect, it } from 'vitest';
import { folded, holdsAll, rankOf, searchWords } from '../../../src/app/page/search.ts';

const rank = (title: string, wanted: string, others = ''): number | null =>
  rankOf(folded(title), folded(others), searchWords(wanted));

describe('the words that are searched for', () => {
  it('are small, and without the underscore in which engines and formats differ', () => {
    expect(searchWords('  Qwen3_Coder\tXML ')).toEqual(['qwen3-coder', 'xml']);
    expect(searchWords('   ')).toEqual([]);
  });

  it('are found in any order, and all of them', () => {
    expect(holdsAll('a call that is cut off', searchWords('cut call'))).toBe(true);
    expect(holdsAll('a call that is cut off', searchWords('cut stream'))).toBe(false);
  });
});

describe('the rank', () => {
  it('is better at the start of the title than at the start of a word than inside of one', () => {
    expect(rank('hermes', 'hermes')).toBe(0);
    expect(rank('Qwen3-Coder XML', 'qwen coder')).toBe(0);
    expect(rank('vLLM hermes', 'hermes')).toBe(1);
    expect(rank('vLLM hermes', 'hermes vllm')).toBe(1);
    expect(rank('vLLM hermes', 'herm llm')).toBe(2);
  });

  it('is worst outside of the title, and none where a word is missing', () => {
    expect(rank('tools-tag', 'qwen', 'Qwen2.5-Coder')).toBe(4);
    expect(rank('tools-tag', 'qwen tag', 'Qwen2.5-Coder')).toBe(3);
    expect(rank('tools-tag', 'gemma', 'Qwen2.5-Coder')).toBeNull();
  });

  it('looks at every place of a word, not only at the first', () => {
    expect(rank('a JSON block, on JS', 'on')).toBe(1);
    expect(rank('x'.repeat(50_000), 'y')).toBeNull();
  });

  it('takes any characters as they are', () => {
    expect(rank('`[name(a="…")]` (*)', '(*)')).toBe(1);
    expect(rank('constructor __proto__', '__proto__')).toBe(1);
  });
});
