import { describe, expect, test } from 'vitest';
import {
  isHashable,
  PythonBytes,
  PythonComplex,
  PythonDict,
  PythonEllipsis,
  pythonEquals,
  pythonRepr,
  PythonSet,
  pythonStr,
  PythonTuple,
  type PythonValue,
  truthy,
  typeName,
} from '../../../../../src/core/text/languages/python/value.ts';

describe('a dict', () => {
  test('keeps the place and the spelling of the first of equal keys, and the last value', () => {
    const dict = new PythonDict([
      [1n, 'a'],
      ['x', 'b'],
      [1, 'c'],
      [true, 'd'],
      [new PythonComplex(1, 0), 'e'],
    ]);
    expect(pythonRepr(dict)).toBe("{1: 'e', 'x': 'b'}");
  });

  test('takes any key that Python takes', () => {
    const keys: PythonValue[] = [
      '__proto__',
      'constructor',
      '',
      '\0t"a"',
      null,
      'None',
      0n,
      '0',
      1.5,
      new PythonTuple(['a']),
      new PythonTuple([1n, '1']),
      new PythonBytes([97]),
      new PythonComplex(0, 1),
      new PythonEllipsis(),
    ];
    const dict = new PythonDict(keys.map((key, index) => [key, BigInt(index)]));
    expect(dict.size).toBe(keys.length);
    expect(keys.map((key) => dict.get(key))).toEqual(keys.map((_, index) => BigInt(index)));
    expect(dict.get(new PythonTuple([1, '1']))).toBe(10n);
    expect(dict.get(new PythonTuple(['1', '1']))).toBeUndefined();
    expect(dict.delete('__proto__')).toBe(true);
    expect(dict.has('__proto__')).toBe(false);
  });
});

describe('repr', () => {
  test.each<[PythonValue, string]>([
    [null, 'None'],
    [true, 'True'],
    [-12n, '-12'],
    [1e16, '1e+16'],
    ['it\'s "a"', `'it\\'s "a"'`],
    ["it's", `"it's"`],
    ['\0\t\n\r\x7f\xad\u0378\u200b\ud800é名😀', "'\\x00\\t\\n\\r\\x7f\\xad\\u0378\\u200b\\ud800é名😀'"],
    [['a', 1n], "['a', 1]"],
    [new PythonTuple([1n]), '(1,)'],
    [new PythonTuple([]), '()'],
    [new PythonSet([]), 'set()'],
    [new PythonSet([1n, true]), '{1}'],
    [new PythonBytes([0, 0x27, 0x5c, 0xff]), `b"\\x00'\\\\\\xff"`],
    [new PythonComplex(0, 2), '2j'],
    [new PythonComplex(-0, 2), '(-0+2j)'],
    [new PythonComplex(1.5, -2), '(1.5-2j)'],
    [new PythonEllipsis(), 'Ellipsis'],
  ])('%#', (value, repr) => {
    expect(pythonRepr(value)).toBe(repr);
  });

  test('str leaves a str as it is', () => {
    expect(pythonStr('a')).toBe('a');
    expect(pythonStr(['a'])).toBe("['a']");
  });
});

describe('what Python asks of a value', () => {
  test.each<[PythonValue, boolean, string]>([
    [null, false, 'NoneType'],
    [false, false, 'bool'],
    [0n, false, 'int'],
    [7n, true, 'int'],
    [-0, false, 'float'],
    [NaN, true, 'float'],
    ['', false, 'str'],
    ['0', true, 'str'],
    [[], false, 'list'],
    [[null], true, 'list'],
    [new PythonDict(), false, 'dict'],
    [new PythonTuple([]), false, 'tuple'],
    [new PythonSet([1n]), true, 'set'],
    [new PythonBytes([]), false, 'bytes'],
    [new PythonComplex(0, 0), false, 'complex'],
    [new PythonEllipsis(), true, 'ellipsis'],
  ])('%#', (value, isTrue, name) => {
    expect(truthy(value)).toBe(isTrue);
    expect(typeName(value)).toBe(name);
  });

  test('whether it can be a key', () => {
    expect(isHashable(new PythonTuple([1n, new PythonTuple([])]))).toBe(true);
    expect(isHashable(new PythonTuple([[]]))).toBe(false);
    expect(isHashable(new PythonDict())).toBe(false);
  });

  test('whether it equals another', () => {
    expect(pythonEquals([1n, new PythonDict([['a', 1]])], [true, new PythonDict([['a', 1n]])])).toBe(true);
    expect(pythonEquals([1n], new PythonTuple([1n]))).toBe(false);
    expect(pythonEquals(NaN, NaN)).toBe(false);
    expect(pythonEquals(new PythonSet([1n, 'a']), new PythonSet(['a', 1]))).toBe(true);
    expect(pythonEquals(9007199254740993n, 9007199254740992)).toBe(false);
    expect(pythonEquals('1', 1n)).toBe(false);
    expect(pythonEquals(null, false)).toBe(false);
  });
});
