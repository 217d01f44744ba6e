import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../../src/core/index.ts';

const side = (before: string, after: string, kind: 'removed' | 'added'): string =>
  diffLines(before, after)
    .filter((line) => line.kind === 'same' || line.kind === kind)
    .map(({ text }) => text)
    .join('\n');

test('both texts can be read from their difference', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', 'c c'), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(side(before, after, 'removed')).toBe(before);
      expect(side(before, after, 'added')).toBe(after);
    }),
  );
});

test('what changed is taken away before it is put there', () => {
  expect(diffLines('a\nb\nc', 'a\nB\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added B',
    'same c',
  ]);
  expect(diffLines('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});
