import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Expression } from '../../../src/core/engines/frozen/llamacpp-b8121/kit/expression.ts';
import { GrowingText } from '../../../src/core/engines/frozen/llamacpp-b8121/kit/growing-text.ts';
import {
  any,
  capture,
  literal,
  one,
  optional,
  spaces,
} from '../../../src/core/engines/frozen/llamacpp-b8121/kit/pattern.ts';

const expressions = [
  new Expression([...literal('<f='), capture(one((code) => code !== 0x3e, '+')), ...literal('>')]),
  new Expression([any([{ ...capture(...literal('ab')), repeat: '?' }, capture(spaces, ...literal('{'), spaces)])]),
  new Expression([optional(...literal('a')), capture(any(literal('b'), literal('bb'))), spaces], literal('>=')),
];

const pieces = fc.array(fc.string({ unit: fc.constantFrom(...Array.from('<f=> ab{')), maxLength: 4 }), {
  maxLength: 12,
});
const from = fc.nat({ max: 6 });

it('finds the same in a text that grows as in one that it sees for the first time', () => {
  const property = fc.property(pieces, fc.array(from, { minLength: 1, maxLength: 3 }), (parts, froms) => {
    const growing = new GrowingText();
    let text = '';
    for (const part of parts) {
      text += part;
      growing.grow(text);
      for (const start of froms.filter((place) => place <= text.length)) {
        const fresh = new GrowingText(text);
        for (const marker of ['f', '<f', 'a{'])
          expect(growing.indexOf(marker, start)).toBe(text.indexOf(marker, start));
        for (const expression of expressions) {
          expect(expression.search(growing, start)).toEqual(expression.search(fresh, start));
          expect(expression.begins(growing, start)).toBe(expression.begins(fresh, start));
          expect(expression.at(growing, start)).toEqual(expression.at(fresh, start));
        }
      }
    }
  });
  fc.assert(property, { numRuns: 200 });
});
