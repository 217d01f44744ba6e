import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elixirNumberText, interpolate, isElixirFalsy } from '../../../../src/core/text/languages/elixir/terms.ts';
import { trimElixir } from '../../../../src/core/text/languages/elixir/trim.ts';
import type { JsonNode } from '../../../../src/core/text/json/node.ts';
import { readJson } from '../../../../src/core/text/json/strict.ts';
import { utf8Length } from '../../../../src/core/text/document/utf8.ts';

function node(text: string): JsonNode {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(`not JSON: ${text}`);
  return reading.node;
}

describe('trimElixir', () => {
  test.each([
    ['\t\n\v\f\r a \u0020', 'a'],
    ['\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000a', 'a'],
    ['\ufeffa', '\ufeffa'],
    ['\u200ba\u180e', '\u200ba\u180e'],
    ['a b', 'a b'],
    [' \u0085\n', ''],
    ['', ''],
  ])('%j becomes %j', (text, trimmed) => {
    expect(trimElixir(text)).toBe(trimmed);
  });
});

/** As JSON writes a float: with a fraction or an exponent, `-0` with its sign. */
function floatLiteral(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

describe('a float', () => {
  test.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [1.5, '1.5'],
    [-2.25, '-2.25'],
    [100, '100.0'],
    // One digit before the zeros: scientific notation needs `.0`, which keeps plain notation ahead up to 100.
    [1000, '1.0e3'],
    [1230, '1230.0'],
    [12300, '1.23e4'],
    [12300000000, '1.23e10'],
    [123456789000, '1.23456789e11'],
    [12345678900, '12345678900.0'],
    [0.1, '0.1'],
    [0.001, '0.001'],
    [0.0001, '0.0001'],
    [0.00001, '1.0e-5'],
    [0.00123, '0.00123'],
    [0.000123, '1.23e-4'],
    [1e-7, '1.0e-7'],
    [1e21, '1.0e21'],
    [1e100, '1.0e100'],
    [5e-324, '5.0e-324'],
    [Number.MAX_VALUE, '1.7976931348623157e308'],
    [2 ** 53 - 1, '9007199254740991.0'],
    [2 ** 53, '9.007199254740992e15'],
    [-(2 ** 53), '-9.007199254740992e15'],
  ])('%d is %s', (value, text) => {
    expect(elixirNumberText(floatLiteral(value))).toBe(text);
  });

  test('reads back as the same float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = elixirNumberText(floatLiteral(value));
        expect(text).toMatch(/^-?\d+\.\d+(e-?\d+)?$/);
        expect(Number(text)).toBe(value);
      }),
    );
  });
});

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['-7', '-7'],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['-0e1', '0.0'],
  ['-0E-1', '0.0'],
  ['1.0', '1.0'],
  ['1.50', '1.5'],
  ['1e5', '1.0e5'],
  ['1E2', '100.0'],
])('the literal %s prints as %s', (literal, text) => {
  expect(elixirNumberText(literal)).toBe(text);
});

describe('interpolate', () => {
  test.each([
    ['"a"', 'a'],
    ['5', '5'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', ''],
    ['[]', ''],
    ['[104, "é", [[105], "j"], 128295]', 'héij🔧'],
  ])('%s is %j', (text, expected) => {
    expect(interpolate(node(text))).toEqual({ ok: true, text: expected });
  });

  test.each([
    ['{}', 'Protocol.UndefinedError'],
    ['[null]', 'ArgumentError'],
    ['[true]', 'ArgumentError'],
    ['[1.0]', 'ArgumentError'],
    ['["a", {}]', 'ArgumentError'],
    ['[55296]', 'UnicodeConversionError'],
    ['[1114112]', 'UnicodeConversionError'],
    ['[-1]', 'UnicodeConversionError'],
  ])('%s raises %s', (text, exception) => {
    expect(interpolate(node(text))).toEqual({ ok: false, exception });
  });

  test('walks deep lists', () => {
    const depth = 20_000;
    expect(interpolate(node(`${'['.repeat(depth)}"x"${']'.repeat(depth)}`))).toEqual({ ok: true, text: 'x' });
  });
});

test('only null and false are falsy', () => {
  const falsy = ['null', 'false', '0', '""', '[]', '{}', 'true'].filter((text) => isElixirFalsy(node(text)));
  expect(falsy).toEqual(['null', 'false']);
});

describe('utf8Length', () => {
  test.each([
    ['', 0],
    ['aé€🔧', 10],
    ['\ud800', 3],
    ['\udc00\ud800', 6],
    ['\ud800a', 4],
    ['\ud83d\ud83d\udd27', 7],
  ])('%j takes %i bytes', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  test('counts what an encoder writes', () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(utf8Length(text)).toBe(encoder.encode(text).length);
      }),
    );
  });
});
