import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floatRepr, pythonFloat, pythonInt } from '../../../../../src/core/text/languages/python/numbers.ts';
import { casesOf } from './cases.ts';

describe('int(text)', () => {
  test.each(casesOf<string, string | null>('int'))('%j', (text, answer) => {
    expect(pythonInt(text)?.toString() ?? null).toBe(answer);
  });

  test('takes 4300 digits and no more, leading zeros included', () => {
    expect(pythonInt('-' + '9'.repeat(4300))).not.toBeNull();
    expect(pythonInt('9'.repeat(4301))).toBeNull();
    expect(pythonInt('0'.repeat(4301))).toBeNull();
  });
});

describe('float(text)', () => {
  test.each(casesOf<string, string | null>('float'))('%j', (text, answer) => {
    const value = pythonFloat(text);
    expect(value === null ? null : floatRepr(value)).toBe(answer);
  });
});

describe('repr(float)', () => {
  test.each(casesOf<string, string>('repr'))('%s', (text, answer) => {
    expect(floatRepr(pythonFloat(text)!)).toBe(answer);
  });

  test('reads back as the same float', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(pythonFloat(floatRepr(value))).toBe(value);
      }),
    );
  });
});
