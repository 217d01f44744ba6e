import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyLines, prettyText } from '../../../../src/core/index.ts';

it('writes what JSON.stringify writes with two spaces', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(prettyText(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('keeps digits and escapes', () => {
  expect(prettyText('{"n":12345678901234567890,"f":1.0,"s":"\\u00e9, {x}"}')).toBe(
    '{\n  "n": 12345678901234567890,\n  "f": 1.0,\n  "s": "\\u00e9, {x}"\n}',
  );
});

it('gives every line the path of its value', () => {
  const lines = prettyLines('{"a":[1,{"b":null}],"c":{},"d\\u0041":"x"}');
  expect(lines.map(({ path, key, text }) => [path.join('/'), key, text])).toEqual([
    ['', null, '{'],
    ['a', '"a"', '['],
    ['a/0', null, '1,'],
    ['a/1', null, '{'],
    ['a/1/b', '"b"', 'null'],
    ['a/1', null, '}'],
    ['a', null, '],'],
    ['c', '"c"', '{},'],
    ['dA', '"d\\u0041"', '"x"'],
    ['', null, '}'],
  ]);
});

it('stops at its limit', () => {
  expect(prettyLines(JSON.stringify(Array.from({ length: 1000 }, (_, index) => index)), 10)).toHaveLength(10);
});
