import { expect, it } from 'vitest';
import { problemTexts } from '../../../src/app/worker/problem-words.ts';

const broken = (line: number, file?: string) =>
  ({ code: 'broken', line, ...(file === undefined ? {} : { file }) }) as const;

it('says each kind of problem once, with the lines where it is', () => {
  expect(problemTexts([broken(3)], 1)).toEqual(['Line 3 is no JSON.']);
  expect(problemTexts([{ code: 'value', line: 16 }, broken(3)], 2)).toEqual([
    'Line 16 is JSON, but no record.',
    'Line 3 is no JSON.',
  ]);
  expect(
    problemTexts([broken(3), { code: 'characters', line: 4 }, broken(1700), { code: 'cut', line: null }], 4),
  ).toEqual(['Lines 3 and 1,700 are no JSON.', 'Line 4 has bytes that are no UTF-8.', 'The file is cut off.']);
});

it('names the first lines of many, and says how many others there are', () => {
  const many = Array.from({ length: 100 }, (_, index) => broken(index + 1));
  expect(problemTexts(many, 312)).toEqual([
    'Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 90 more are no JSON.',
    '212 more of these are not listed.',
  ]);
  // One more is shorter as a number.
  expect(problemTexts(many.slice(0, 11), 11)).toEqual(['Lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11 are no JSON.']);
});

it('names the files of an archive, and of a bomb its size', () => {
  expect(problemTexts([broken(3, 'a.jsonl'), broken(4, 'b.jsonl')], 2)).toEqual([
    'Line 3 of `a.jsonl` is no JSON.',
    'Line 4 of `b.jsonl` is no JSON.',
  ]);
  const bomb = { code: 'bomb', line: null, file: 'b.jsonl' } as const;
  const words = '`b.jsonl` becomes far larger than a log when it is unpacked, and was not read further';
  expect(problemTexts([{ ...bomb, size: 73_400_320 }, bomb], 2)).toEqual([
    `${words} (73,400,320 bytes by its header).`,
  ]);
  expect(problemTexts([bomb], 1)).toEqual([`${words}.`]);
});

it('says that words before the JSON were left out', () => {
  expect(problemTexts([{ code: 'words', line: null }], 1)).toEqual([
    'The file begins with words that are no JSON, and they were left out.',
  ]);
});
