import { expect, test } from 'vitest';
import { drawnControls, isolated } from '../../../../src/core/text/document/index.ts';

test.each([
  ['\u202egnol_emaN', '[U+202E]gnol_emaN'],
  ['1 call: a\u2066b\u2069.', '1 call: a[U+2066]b[U+2069].'],
  ['\u200e\u200f\u061c\u202a\u202c', '[U+200E][U+200F][U+061C][U+202A][U+202C]'],
  // A pair around a control is none of ours.
  ['\u2068a\u202eb\u2069', '[U+2068]a[U+202E]b[U+2069]'],
  ['\u2068open', '[U+2068]open'],
  ['read_gauge, \u05e9\u05dc\u05d5\u05dd, \u00e9, \u{1f468}\u200d\u{1f469}', undefined],
])('%j is drawn as %j', (text, drawn) => {
  expect(drawnControls(text)).toBe(drawn ?? text);
});

test('a name from right to left is apart from its sentence, and stays so', () => {
  const name = '\u05e9\u05dc\u05d5\u05dd';
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  expect(drawnControls(`1 call: ${isolated(name)}, 5 characters.`)).toBe(`1 call: \u2068${name}\u2069, 5 characters.`);
  expect(isolated('read_gauge')).toBe('read_gauge');
  expect(isolated(`${name}\u202e`)).toBe(`${name}\u202e`);
});

test('half a million openers are drawn: more than linear work would not end', () => {
  expect(drawnControls('\u2068a'.repeat(500_000))).toHaveLength(500_000 * '[U+2068]a'.length);
});
