import { isPythonSpace } from './text.ts';

/**
 * Whether `\s` of the module `regex` matches, which the parsers of vLLM and of mlx-lm import as `re`. To Python's own `re` U+001C to U+001F are
 * white space as well.
 */
export function isRegexModuleSpace(code: number): boolean {
  return isPythonSpace(code) && !(code >= 0x1c && code <= 0x1f);
}

/** The first place from `from` on where `\s` does not match; `to` when there is none. */
export function afterRegexSpace(text: string, from: number, to = text.length): number {
  let at = from;
  while (at < to && isRegexModuleSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** `\s` of the module `regex` as a class for a pattern of JavaScript, whose own `\s` has U+FEFF and lacks U+0085. */
export const REGEX_SPACE = String.raw`[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;

/** Its `\w` as a class for a pattern with the flag `u`. To Python's own `re` marks are no part of a word, and all numbers are. */
export const REGEX_WORD = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;
const WORD = new RegExp(REGEX_WORD, 'u');

/** Whether `\w` of the module `regex` matches a code point. */
export function isRegexModuleWord(code: number): boolean {
  return WORD.test(String.fromCodePoint(code));
}
