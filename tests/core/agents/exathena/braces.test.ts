import fc from 'fast-check';
import { expect, it } from 'vitest';
import { balancedBraces } from '../../../../src/core/agents/exathena/braces.ts';

/** Reads on from one brace, as the original does for each. */
function endOf(text: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let at = open; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (inString && sign === '\\') at += 1;
    else if (sign === '"') inString = !inString;
    else if (!inString && sign === '{') depth += 1;
    else if (!inString && sign === '}' && (depth -= 1) === 0) return at + 1;
  }
  return 0;
}

/** Signs that mean something, and plain text that is longer than what is asked at once. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('{', '}', '"', '\\', 'a', '\\"'),
    fc.integer({ min: 1, max: 1500 }).map((n) => 'x'.repeat(n)),
  ),
  { maxLength: 30 },
);

it('finds the end of every brace as a reader does that begins there', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      const braces = balancedBraces(text, 0, text.length);
      for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1))
        expect(braces.endOf(open)).toBe(endOf(text, open));
    }),
  );
});
