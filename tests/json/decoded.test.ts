import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedOffset } from '../../src/core/json/decoded.ts';

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

describe('decodedOffset', () => {
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
  ])('%s: unit %i stands at %i', (literal, offset, expected) => {
    expect(decodedOffset(literal, { from: 0, to: literal.length }, offset)).toBe(expected);
  });

  test('the literal may stand anywhere, and escapes around it do not count', () => {
    const text = '{"\\n": "x\\ty", "\\n": 1}';
    expect(decodedOffset(text, { from: 7, to: 13 }, 2)).toBe(11);
    expect(text[11]).toBe('y');
  });

  test('an offset beyond the value is the closing quote', () => {
    expect(decodedOffset('"a\\n" ', { from: 0, to: 5 }, 99)).toBe(4);
    expect(decodedOffset('"a\\n" ', { from: 0, to: 5 }, -1)).toBe(1);
  });

  test('the same span in another text is another literal', () => {
    const span = { from: 0, to: 6 };
    expect(decodedOffset('"\\nab"', span, 1)).toBe(3);
    expect(decodedOffset('"abcd"', span, 1)).toBe(2);
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
        expect(Array.from({ length: value.length + 1 }, (_, offset) => decodedOffset(text, span, offset))).toEqual(
          expected,
        );
      }),
      { seed: 30 },
    );
  });
});
