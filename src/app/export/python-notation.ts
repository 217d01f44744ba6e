import { hex, type Notation } from './literal.ts';

/** Plain data as Python writes it. */
export const pythonNotation: Notation = {
  true: 'True',
  false: 'False',
  null: 'None',
  openObject: '{',
  colon: ':',
  escape: (codePoint) => (codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`),
};
