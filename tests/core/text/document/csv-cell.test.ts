import { expect, it } from 'vitest';
import { csvCell } from '../../../../src/core/text/document/index.ts';

it.each([
  ['-4.5', '-4.5'],
  ['-12', '-12'],
  ['-0.0', '-0.0'],
  // A spreadsheet would compute these.
  ['-4.5+1', "'-4.5+1"],
  ['-A1', "'-A1"],
  ['-', "'-"],
  ['-4.5\n=1', '"\'-4.5\n=1"'],
  ['=1', "'=1"],
  // A number to call keeps its sign.
  ['+4712345678', "'+4712345678"],
  ['a,b', '"a,b"'],
])('%j is written as %j', (cell, written) => {
  expect(csvCell(cell)).toBe(written);
});
