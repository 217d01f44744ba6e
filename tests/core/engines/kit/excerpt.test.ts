import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Excerpt } from '../../../../src/core/engines/kit/excerpt.ts';

const REPLY = 'abaab<b>ba</b>aabb';

/** Built as streams build theirs: copies, texts of the server, and parts of both. */
const excerpt = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.nat(REPLY.length), fc.nat(REPLY.length))
        .map(([one, other]) => Excerpt.part(REPLY, Math.min(one, other), Math.max(one, other))),
      fc.constantFrom('a', 'ab', '<b>').map((text) => Excerpt.own(text)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Excerpt.join(parts));

/** The text that the places stand for. */
function placed({ pieces }: Excerpt): string {
  return pieces.map(({ text, from }) => (from === null ? text : REPLY.slice(from, from + text.length))).join('');
}

describe('an excerpt', () => {
  it('is what its places say, whatever is made of it', () => {
    const place = fc.nat(30);
    fc.assert(
      fc.property(excerpt, excerpt, place, place, (one, other, from, to) => {
        for (const [made, text] of [
          [one, one.text],
          [one.plus(other), one.text + other.text],
          [one.slice(from, to), one.text.slice(from, Math.max(from, to))],
          [one.slice(from), one.text.slice(from)],
          [
            one.parts([
              { from: 0, to: 3 },
              { from: 4, to: 4 + from },
            ]),
            one.text.slice(0, 3) + one.text.slice(4, 4 + from),
          ],
          [one.without('ab'), one.text.replaceAll('ab', '')],
          [
            one.plus(other).without('<b>').without('a'),
            (one.text + other.text).replaceAll('<b>', '').replaceAll('a', ''),
          ],
        ] as const) {
          expect(made.text).toBe(text);
          expect(placed(made)).toBe(text);
          expect(made.pieces.every((piece) => piece.text !== '')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('joins neighbours to one piece', () => {
    expect(Excerpt.part(REPLY, 0, 3).plus(Excerpt.part(REPLY, 3, 5)).pieces).toEqual([{ text: 'abaab', from: 0 }]);
  });

  it('keeps all of the place of what is written otherwise', () => {
    const written = Excerpt.written(REPLY, { from: 5, to: 8 }, '**');
    expect(written.slice(1).pieces).toEqual([{ text: '*', from: 5, to: 8 }]);
    expect(Excerpt.part(REPLY, 4, 9).replacing([{ from: 1, to: 4, text: '**' }]).pieces).toEqual([
      { text: 'b', from: 4 },
      { text: '**', from: 5, to: 8 },
      { text: 'b', from: 8 },
    ]);
    expect(Excerpt.written(REPLY, { from: 5, to: 5 }, '\n').pieces).toEqual([{ text: '\n', from: null }]);
    expect(Excerpt.written(REPLY, { from: 5, to: 8 }, '<b>').pieces).toEqual([{ text: '<b>', from: 5 }]);
  });
});
