import { describe, expect, test } from 'vitest';
import { isOrjson } from '../../../../src/core/text/languages/python/orjson.ts';
import { pythonDumps } from '../../../../src/core/text/languages/python/json-dumps.ts';
import { type PythonReading, rawDecode, readPythonJson } from '../../../../src/core/text/languages/python/json.ts';
import {
  PythonBytes,
  PythonDict,
  PythonSet,
  PythonTuple,
  pythonRepr,
  type PythonValue,
} from '../../../../src/core/text/languages/python/value.ts';
import { casesOf } from './python/cases.ts';

/** Python's places count characters. */
function characters(text: string, to: number): number {
  return Array.from(text.slice(0, to)).length;
}

function answerOf(text: string, reading: PythonReading): unknown {
  if (reading.ok) return pythonRepr(reading.node.value);
  return [reading.error.message, characters(text, reading.error.at)];
}

describe('json.loads', () => {
  test.each(casesOf<string, unknown>('json'))('%j', (text, answer) => {
    expect(answerOf(text, readPythonJson(text))).toEqual(answer);
  });

  test.each(casesOf<string, unknown>('lax'))('%j without strict', (text, answer) => {
    expect(answerOf(text, readPythonJson(text, 0, text.length, { controlCharacters: true }))).toEqual(answer);
  });

  test('says where each part is, of duplicate keys where the last is', () => {
    const text = 'x [{"a": 1, "b": 2, "a" : [3]}, "c"] y';
    const reading = readPythonJson(text, 1, 37);
    if (!reading.ok) throw new Error(reading.error.message);
    const written = ({ from, to }: { from: number; to: number }): string => text.slice(from, to);
    expect(reading.end).toBe(37);
    const [object, string] = reading.node.items!;
    expect(written(string!)).toBe('"c"');
    expect([...object!.members!].map(([key, member]) => [key, member.key.from, written(member.node)])).toEqual([
      ['a', 20, '[3]'],
      ['b', 12, '2'],
    ]);
    expect(pythonRepr(object!.value)).toBe("{'a': [3], 'b': 2}");
  });

  test('an error has a code and a span of its own', () => {
    expect(readPythonJson('[1, "a')).toEqual({
      ok: false,
      error: {
        code: 'unexpected-end',
        at: 4,
        span: { from: 4, to: 6 },
        expected: null,
        message: 'Unterminated string starting at',
      },
    });
    expect(readPythonJson('[1 2]')).toMatchObject({
      error: { code: 'unexpected-character', span: { from: 3, to: 4 }, expected: 'comma-or-close' },
    });
    expect(readPythonJson('[1')).toMatchObject({ error: { code: 'unexpected-end', span: { from: 2, to: 2 } } });
    expect(readPythonJson('1 x')).toMatchObject({ error: { message: 'Extra data', expected: 'end' } });
  });

  test('an int has 4300 digits at most', () => {
    expect(readPythonJson('-' + '9'.repeat(4300)).ok).toBe(true);
    expect(readPythonJson('[' + '9'.repeat(4301) + ']')).toMatchObject({
      error: { code: 'number-out-of-range', at: 1, span: { from: 1, to: 4302 } },
    });
  });

  test('994 levels and no more', () => {
    expect(readPythonJson('['.repeat(994) + ']'.repeat(994)).ok).toBe(true);
    expect(readPythonJson('{"a":'.repeat(994) + '1' + '}'.repeat(994)).ok).toBe(true);
    expect(readPythonJson('['.repeat(100_000))).toMatchObject({
      error: { at: 994, message: 'maximum recursion depth exceeded while decoding a JSON array from a unicode string' },
    });
  });

  test('`__proto__` is an ordinary key', () => {
    const reading = readPythonJson('{"__proto__": {"a": 1}}');
    expect(reading.ok && pythonRepr(reading.node.value)).toBe("{'__proto__': {'a': 1}}");
  });
});

describe('raw_decode', () => {
  test.each(casesOf<string, unknown>('raw'))('%j from its second character', (text, answer) => {
    const reading = rawDecode(text, Math.min(Array.from(text)[0]?.length ?? 0, text.length));
    const found = answerOf(text, reading);
    expect(reading.ok ? [found, characters(text, reading.end)] : found).toEqual(answer);
  });
});

describe('json.dumps', () => {
  test.each(casesOf<string, [string, string] | null>('dumps'))('%j', (text, answer) => {
    const reading = readPythonJson(text);
    const { value } = reading.ok ? reading.node : { value: null };
    const texts = [pythonDumps(value), pythonDumps(value, { ascii: true, compact: true })];
    expect(reading.ok ? texts : null).toEqual(answer);
  });

  test.each<[PythonValue, string | null]>([
    [new PythonTuple([1n, new PythonTuple([])]), '[1, []]'],
    [
      new PythonDict([
        [true, 1],
        [2n, null],
        [null, true],
        [1.5, NaN],
        ['2', []],
      ]),
      '{"true": 1.0, "2": null, "null": true, "1.5": NaN, "2": []}',
    ],
    [new PythonDict([[new PythonTuple([]), 1n]]), null],
    [[new PythonSet([])], null],
    [new PythonBytes([]), null],
    ['\x7f\u2028\ud800', '"\x7f\u2028\ud800"'],
  ])('%#', (value, text) => {
    expect(pythonDumps(value)).toBe(text);
  });
});

describe('orjson.loads', () => {
  test.each(casesOf<string, boolean>('orjson'))('%j', (text, answer) => {
    expect(isOrjson(text, 0, text.length)).toBe(answer);
  });

  test('accepts 1024 levels and no more', () => {
    const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
    expect(isOrjson(nested(1024), 0, nested(1024).length)).toBe(true);
    expect(isOrjson(nested(1025), 0, nested(1025).length)).toBe(false);
  });

  test('looks at its range alone', () => {
    expect(isOrjson('x{}\ud800', 1, 3)).toBe(true);
  });
});
