import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedOffsets } from '../../../../src/core/text/json/decoded.ts';

/** The offset of each decoded unit, and of the closing quote, found by decoding ever longer prefixes. */
function offsetsByDecoding(literal: string): number[] {
  const offsets: number[] = [];
  for (let at = 1; at < literal.length;) {
    offsets.push(at);
    if (literal[at] === '\\') at += literal[at + 1] === 'u' ? 6 : 2;
    else at += 1;
  }
  return offsets;
}

describe('decodedOffsets', () => {
  test.each([
    ['""', 0, 1],
    ['"abc"', 0, 1],
    ['"abc"', 2, 3],
    ['"abc"', 3, 4],
    ['"a\\nb"', 1, 2],
    ['"a\\nb"', 2, 4],
    ['"\\\\n"', 1, 3],
    ['"\\u0041b"', 1, 7],
    ['"\\ud83d\\ude00b"', 1, 7],
    ['"\\ud83d\\ude00b"', 2, 13],
    ['"😀b"', 2, 3],
    ['"a\\""', 2, 4],
  ])('%s: unit %i is at %i', (literal, offset, expected) => {
    expect(decodedOffsets(literal, { from: 0, to: literal.length })(offset)).toBe(expected);
  });

  test('the literal may be anywhere, and escapes around it do not count', () => {
    const text = '{"\\n": "x\\ty", "\\n": 1}';
    expect(decodedOffsets(text, { from: 7, to: 13 })(2)).toBe(11);
    expect(text[11]).toBe('y');
  });

  test('an offset beyond the value is the closing quote', () => {
    expect(decodedOffsets('"a\\n" ', { from: 0, to: 5 })(99)).toBe(4);
    expect(decodedOffsets('"a\\n" ', { from: 0, to: 5 })(-1)).toBe(1);
  });

  test('every unit of every string', () => {
    const unit = fc.oneof(
      fc.constantFrom('\\n', '\\\\', '\\"', '\\u00e9', '\\ud83d\\ude00', '😀', 'a', ' '),
      fc.constant('é'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.nat({ max: 5 }), (units, before) => {
        const literal = `"${units.join('')}"`;
        const value = JSON.parse(literal) as string;
        const text = '\\'.repeat(before) + literal + '\\';
        const span = { from: before, to: before + literal.length };
        const expected = offsetsByDecoding(literal).map((offset) => offset + before);
        const offsetOf = decodedOffsets(text, span);
        expect(Array.from({ length: value.length + 1 }, (_, offset) => offsetOf(offset))).toEqual(expected);
      }),
      { seed: 30 },
    );
  });
});
