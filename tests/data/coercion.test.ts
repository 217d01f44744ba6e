import { describe, expect, it } from 'vitest';
import { coercionPeers } from '../../src/core/index.ts';
import { coercionReaders } from '../../src/data/coercion/readers.ts';
import { deepseekWords, minimaxWords, qwenTypeNames, typeNames } from '../../src/data/coercion/words.ts';

describe('the readers of raw values', () => {
  it('have ids and labels of their own, and Callscope is first', () => {
    for (const key of ['id', 'label'] as const)
      expect(new Set(coercionReaders.map((reader) => reader[key])).size).toBe(coercionReaders.length);
    expect(coercionReaders[0].id).toBe('here');
  });

  it.each(coercionReaders.slice(1))('$id says in which commit its rule was read', ({ source }) => {
    expect(source).toMatch(/^[a-z][a-z-]* [0-9a-f]{8}$/);
  });

  it('all have a rule', () => {
    expect(coercionPeers.map(({ id, coerce }) => [id, coerce('5', { type: 'integer' })])).toEqual(
      coercionReaders.map(({ id }) => [id, '5']),
    );
  });
});

describe.each([
  ['names of types', Object.values(typeNames)],
  ['names of types for Qwen', [qwenTypeNames.text, qwenTypeNames.boolean]],
  ['beginnings of names', [qwenTypeNames.integerBegins, qwenTypeNames.numberBegins, qwenTypeNames.structureBegins]],
  ['words of MiniMax', Object.values(minimaxWords)],
  ['words of DeepSeek', Object.values(deepseekWords)],
])('%s', (_, lists) => {
  const words: readonly string[] = lists.flat();

  it('are lower case, as they are compared', () => {
    expect(words.filter((word) => word !== word.toLowerCase().trim() || word === '')).toEqual([]);
  });

  it('mean one thing each', () => {
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});
