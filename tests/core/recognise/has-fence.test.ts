import { expect, it } from 'vitest';
import fc from 'fast-check';
import { hasFence } from '../../../src/core/recognise/quoted/quoted-blocks.ts';

/** As the pattern says it, which looks through the rest of the text for each fence that is never closed. */
const FENCE = /^[ \t]{0,8}(?:`{3,8}|~{3,8})[^\n`]{0,40}\n[\s\S]*?\n[ \t]{0,8}(?:`{3,8}|~{3,8})[ \t]*$/m;

const part = fc.constantFrom('```', '~~~', '\n', '\n\n', ' ', 'json', 'a `b`', 'x'.repeat(41), '\t', '{}');

it('a fence that is closed is found as the pattern finds it', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(hasFence(text)).toBe(FENCE.test(text));
    }),
    { numRuns: 2000 },
  );
  expect(['```\na\n```', '```\n```', '~~~ts\n\n```', '```j\n'].map(hasFence)).toEqual([true, false, true, false]);
});
