import { describe, expect, it } from 'vitest';
import { goJsonError } from '../../../../src/core/text/languages/go/json-error.ts';
import { isGoJson } from '../../../../src/core/text/languages/go/json.ts';

// In the words of Go's encoding/json.
const cases: readonly (readonly [text: string, message: string])[] = [
  ['', 'unexpected end of JSON input'],
  [' ', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ['tru', 'unexpected end of JSON input'],
  ['-', 'unexpected end of JSON input'],
  ['x', "invalid character 'x' looking for beginning of value"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['[1 2]', "invalid character '2' after array element"],
  ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
  ['{} {}', "invalid character '{' after top-level value"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ['"\u0001"', "invalid character '\\x01' in string literal"],
  ['"\\q"', "invalid character 'q' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['nul!', "invalid character '!' in literal null (expecting 'l')"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['01', "invalid character '1' after top-level value"],
  ['“a”', "invalid character 'â' looking for beginning of value"],
  ['\u00a0', "invalid character 'Â' looking for beginning of value"],
  ['[' + '['.repeat(10_000), 'exceeded max depth'],
];

describe('an error of encoding/json', () => {
  it.each(cases)('%j', (text, message) => {
    expect(goJsonError(text)?.message).toBe(message);
    expect(isGoJson(text)).toBe(false);
  });

  it.each(['{}', ' [1, -0.5e+3, "\\u00e9\\n", true, null] ', '"\\ud83d"', '0'])('is none for %s', (text) => {
    expect(goJsonError(text)).toBeNull();
    expect(isGoJson(text)).toBe(true);
  });
});
