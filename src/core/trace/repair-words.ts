import type { RepairCode } from '../text/json/index.ts';

/** What each repair of JSON mends, in plain words. */
const words: Readonly<Record<RepairCode, string>> = {
  'trailing-comma': 'trailing comma',
  'extra-comma': 'extra comma',
  'missing-comma': 'missing comma',
  'missing-colon': 'missing colon',
  'stray-colon': 'extra colon',
  'missing-key': 'missing key',
  'missing-value': 'missing value',
  'single-quotes': 'single quotes',
  'smart-quotes': 'curly quotes',
  'triple-quotes': 'triple quotes',
  'joined-strings': 'strings joined by a plus sign',
  'unquoted-key': 'key without quotes',
  'unquoted-string': 'string without quotes',
  'unescaped-quote': 'unescaped quote in a string',
  'missing-quote': 'missing quote',
  'raw-control-character': 'raw line break or control character in a string',
  'bad-escape': 'invalid escape in a string',
  'lone-surrogate': 'half of a character in a string',
  comment: 'comment',
  'foreign-white-space': 'white space that JSON does not allow',
  'python-literal': 'literal of Python, such as True or None',
  'foreign-literal': 'literal of another language, such as undefined or NaN',
  'number-syntax': 'number that is not written as in JSON',
  'number-out-of-range': 'number that is too large',
  'fullwidth-punctuation': 'fullwidth punctuation',
  'html-entity': 'HTML entity',
  'escaped-quote': 'escaped quotation marks',
  'missing-opener': 'missing opening bracket',
  'missing-closer': 'missing closing bracket',
  'mismatched-closer': 'wrong closing bracket',
  'surplus-closer': 'extra closing bracket',
  'surplus-opener': 'extra opening bracket',
  truncated: 'the text ends too early',
};

/** A repair in words. Parsers have kinds of their own. */
export function repairWord(code: string): string {
  return Object.hasOwn(words, code) ? words[code as RepairCode] : code.replaceAll('-', ' ');
}
