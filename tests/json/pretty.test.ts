import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyText } from '../../src/core/index.ts';

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
