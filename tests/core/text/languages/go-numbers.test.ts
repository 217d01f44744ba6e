import { describe, expect, it } from 'vitest';
import {
  parseGoFloat,
  parseGoInt,
  scanGoFloat,
  truncatedToInt64,
} from '../../../../src/core/text/languages/go/numbers.ts';

describe('strconv.ParseInt', () => {
  it.each([
    ['7', 7n],
    ['+7', 7n],
    ['-007', -7n],
    ['9223372036854775807', 2n ** 63n - 1n],
    ['9223372036854775808', null],
    ['-9223372036854775808', -(2n ** 63n)],
    ['1_000', null],
    ['0x10', null],
    [' 7', null],
    ['7.0', null],
    ['', null],
  ])('%j', (text, value) => {
    expect(parseGoInt(text)).toBe(value);
  });
});

describe('strconv.ParseFloat', () => {
  it.each([
    ['1.5', 1.5],
    ['1.', 1],
    ['.5', 0.5],
    ['.', null],
    ['1e3', 1000],
    ['1e', null],
    ['1e999', null],
    ['1_000.5', 1000.5],
    ['1__0', null],
    ['_1', null],
    ['0x1p4', 16],
    ['0x1.8p1', 3],
    ['0x10', null],
    ['Infinity', Infinity],
    ['-inf', -Infinity],
    ['NaN', NaN],
    ['+NaN', null],
    ['infin', null],
    ['1 ', null],
  ])('%j', (text, value) => {
    expect(parseGoFloat(text)).toBe(value);
  });
});

describe('fmt.Sscanf with %f', () => {
  it.each([
    ['12 miles', 12],
    ['2024-01-02', 2024],
    ['007', 7],
    [' 3.5', 3.5],
    ['\n3', null],
    ['nano', NaN],
    ['info', Infinity],
    ['5eggs', null],
    ['3p2', 12],
    ['Oslo', null],
    ['', null],
  ])('%j', (text, value) => {
    expect(scanGoFloat(text)).toBe(value);
  });
});

it('cuts a float to 64 bits as processors do', () => {
  expect(truncatedToInt64(-3.7)).toBe(-3n);
  expect(truncatedToInt64(Infinity)).toBe(-(2n ** 63n));
  expect(truncatedToInt64(1e300)).toBe(-(2n ** 63n));
});
