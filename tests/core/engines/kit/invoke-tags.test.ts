import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { namedTag, tagOf } from '../../../../src/core/engines/kit/invoke-tags.ts';

const pieces = ['<a:invoke', '<a:invoked', ' ', 'name="', 'xname="', 'f', '"', '>', 'name=""', '</a:invoke>', '\n'];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => `${parts.join('')}>`);

it('finds the tag that the regular expression of the original finds', () => {
  const find = namedTag('a:invoke');
  const original = tagOf(/<a:invoke\b[^>]*?\bname="([^"]+)"[^>]*>/dg);
  fc.assert(
    fc.property(texts, fc.nat(30), (text, from) => {
      expect(find(text, from)).toEqual(original(text, from));
    }),
    { numRuns: 2000 },
  );
});
