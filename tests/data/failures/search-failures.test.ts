import { describe, expect, it } from 'vitest';
import { failureKinds } from '../../../src/data/failures/failure.ts';
import { failures } from '../../../src/app/page/gallery/failures.ts';
import { searchFailures } from '../../../src/app/views/learn/search-failures.ts';

function idsFor(wanted: string, filter: { engine?: string; kind?: string } = {}): string[] {
  const all = { wanted, engine: '', kind: '', ...filter };
  const formatsOf = (runtime: string): string[] => (runtime === 'vllm:hermes' ? ['hermes'] : []);
  return searchFailures(failures, all, formatsOf).map(({ id }) => id);
}

describe('the search for a failure', () => {
  it('finds all when nothing is asked for', () => {
    expect(idsFor(' ')).toEqual(failures.map(({ id }) => id));
  });

  it('looks at title, engine, kind, thread and text, with the words in any order', () => {
    expect(idsFor('windows path')).toEqual(['openai-windows-path']);
    expect(idsFor('PATH windows')).toEqual(['openai-windows-path']);
    expect(idsFor('sglang unknown tool')).toEqual(['sglang-undeclared-tool']);
    expect(idsFor('vllm#55082')).toEqual(['vllm-step3-cut']);
    expect(idsFor('puts("hello")')).toEqual(['llamacpp-brace-in-code']);
    expect(idsFor('b8121 kimi-k2')).toEqual(['llamacpp-b8121-section-not-closed']);
    expect(idsFor('no such words')).toEqual([]);
  });

  it('looks at the formats of the runtime, where they are known', () => {
    expect(idsFor('hermes setup.cfg')).toEqual(['vllm-code-block-for-tags']);
  });

  it('is narrowed by engine and kind', () => {
    expect(idsFor('', { engine: 'WebLLM' })).toEqual(['webllm-tags-raise', 'webllm-empty-array']);
    expect(idsFor('', { engine: 'WebLLM', kind: 'reply-lost' })).toEqual(['webllm-empty-array']);
    expect(idsFor('tags', { engine: 'WebLLM', kind: 'reply-lost' })).toEqual([]);
    const byKind = failureKinds.flatMap(({ id }) => idsFor('', { kind: id }));
    expect(byKind.toSorted()).toEqual(failures.map(({ id }) => id).toSorted());
  });

  it('finds none for an engine or a kind that nobody knows', () => {
    expect(idsFor('', { engine: '__proto__' })).toEqual([]);
    expect(idsFor('', { kind: 'toString' })).toEqual([]);
  });
});
