import { describe, expect, it } from 'vitest';
import { htmlEntities } from '../../src/core/text/languages/html/named-entities.ts';
import { LONGEST_OLD_NAME, namedEntities, WINDOWS_1252 } from '../../src/data/html/named-entities.ts';

const entries = namedEntities.trim().split(/[ \n]/);
const old = [...htmlEntities].filter(([, { isOld }]) => isOld).map(([name]) => name);

describe('the named characters of HTML', () => {
  it('are names with code points in hexadecimal, in the order of ASCII', () => {
    expect(entries.filter((entry) => !/^[A-Za-z][A-Za-z0-9]*[:!][0-9a-f]+(?:-[0-9a-f]+)?$/.test(entry))).toEqual([]);
    expect(entries.toSorted()).toEqual(entries);
  });

  it('are as many as in the standard, each once', () => {
    expect([entries.length, htmlEntities.size, old.length]).toEqual([2125, 2125, 106]);
  });

  it.each([
    ['amp', '&'],
    ['AMP', '&'],
    ['nbsp', '\u00a0'],
    ['Afr', '\u{1d504}'],
    ['fjlig', 'fj'],
    ['NotEqualTilde', '\u2242\u0338'],
  ])('have %s', (name, text) => {
    expect(htmlEntities.get(name)?.text).toBe(text);
  });

  it('have old names of at most so many letters', () => {
    expect(Math.max(...old.map(({ length }) => length))).toBe(LONGEST_OLD_NAME);
  });
});

it('Windows-1252 has a character for each code point from 0x80 to 0x9f, but for five that stay', () => {
  const points = Array.from(WINDOWS_1252, (character) => character.charCodeAt(0));
  expect(new Set(points).size).toBe(32);
  const stay = points.filter((point) => point < 0xa0);
  expect(stay).toEqual([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
  expect(stay.map((point) => points[point - 0x80])).toEqual(stay);
  expect(WINDOWS_1252.startsWith('€')).toBe(true);
});
