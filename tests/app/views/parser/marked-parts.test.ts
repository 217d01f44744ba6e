import { expect, test } from 'vitest';
import { markedParts } from '../../../../src/app/views/parser/marked-parts.ts';

test('a text is whole in its parts, marked where a value came from and stronger where one points', () => {
  const parts = markedParts('abcdef', [[1, 4]], [[2, 3]]);
  expect(parts.map(({ text, mark }) => [text, mark])).toEqual([
    ['a', 'none'],
    ['b', 'weak'],
    ['c', 'strong'],
    ['d', 'weak'],
    ['ef', 'none'],
  ]);
  expect(parts.map(({ from }) => from)).toEqual([0, 1, 2, 3, 4]);
});

test('without places it is one part, and one that reaches beyond the text ends with it', () => {
  expect(markedParts('ab', [], [])).toEqual([{ from: 0, text: 'ab', mark: 'none' }]);
  expect(markedParts('ab', [[1, 9]], []).map(({ text, mark }) => [text, mark])).toEqual([
    ['a', 'none'],
    ['b', 'weak'],
  ]);
  expect(markedParts('', [], [])).toEqual([{ from: 0, text: '', mark: 'none' }]);
});
