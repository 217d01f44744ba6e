import { describe, expect, test } from 'vitest';
import {
  isPythonSpace,
  isRegexWord,
  lstrip,
  rstrip,
  stripPython,
  strippedSpan,
} from '../../../../../src/core/text/languages/python/text.ts';
import { casesOf } from './cases.ts';

describe('strip', () => {
  test.each(casesOf<string, string[]>('strip'))('%j', (text, answer) => {
    expect([stripPython(text), lstrip(text), rstrip(text)]).toEqual(answer);
  });

  test.each(casesOf<[string, string], string[]>('stripped'))('%j', ([text, characters], answer) => {
    expect([stripPython(text, characters), lstrip(text, characters), rstrip(text, characters)]).toEqual(answer);
  });

  test('strippedSpan narrows a range, to its end where nothing is left', () => {
    expect(strippedSpan('a  b  c', 1, 6)).toEqual({ from: 3, to: 4 });
    expect(strippedSpan('a  ', 1, 3)).toEqual({ from: 3, to: 3 });
  });
});

describe('the classes of re', () => {
  test('white space is that of str.isspace', () => {
    expect(isPythonSpace(0x1c)).toBe(true);
    expect(isPythonSpace(0x85)).toBe(true);
    expect(isPythonSpace(0xfeff)).toBe(false);
    expect(isPythonSpace(0x200b)).toBe(false);
  });

  test.each(['a', 'Z', '0', '_', 'é', '名', '٣', '²', 'Ⅷ', '𝒳'])('%s is a word character', (character) => {
    expect(isRegexWord(character.codePointAt(0)!)).toBe(true);
  });

  // The last came with Unicode 15, which Python 3.11 does not know.
  test.each(['-', ' ', '.', '\u0301', '\u200d', '€', '😀', '\u{1e4d0}'])('%s is none', (character) => {
    expect(isRegexWord(character.codePointAt(0)!)).toBe(false);
  });
});
