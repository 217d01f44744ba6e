import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CarriageReturns } from '../../../src/app/editor/carriage-return.ts';
import type { Highlight } from '../../../src/app/editor/editor-port.ts';
import { KeptHighlights } from '../../../src/app/editor/kept-highlights.ts';
import { drawnSpan, linesOf, segmentsOf, type Mark } from '../../../src/app/editor/marks.ts';
import { scrollTopToReveal } from '../../../src/app/editor/scrolling.ts';
import { changeBetween, cutsPair, moveOffset, moveSpans } from '../../../src/app/editor/text-change.ts';

/** Short texts of few characters, so that parts repeat, with halves of emoji. */
const texts = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r', '😀', '😁', '\uD83D', '\uDE00', '\u240D', '\uE000'), { maxLength: 12 })
  .map((parts) => parts.join(''));

const marksIn = (length: number) =>
  fc.array(
    fc.record({
      from: fc.integer({ min: -2, max: length + 2 }),
      to: fc.integer({ min: -2, max: length + 2 }),
      className: fc.constantFrom<Mark['className']>('call', 'step', 'markup', 'error'),
    }),
    { maxLength: 8 },
  );

describe('lone carriage returns', () => {
  test('are shown as their symbol', () => {
    expect(new CarriageReturns().show('a\rb')).toBe('a␍b');
  });

  test('come back, whatever else the text holds, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (shown) => {
        const carriageReturns = new CarriageReturns();
        for (const text of shown) {
          const inEditor = carriageReturns.show(text);
          expect(inEditor).toHaveLength(text.length);
          expect(inEditor).not.toContain('\r');
          expect(carriageReturns.read(inEditor)).toBe(text);
        }
      }),
    );
  });

  test('come back after undo to an earlier text', () => {
    const carriageReturns = new CarriageReturns();
    const before = carriageReturns.show('a\rb');
    carriageReturns.show('without');
    expect(carriageReturns.read(before)).toBe('a\rb');
  });

  test('the symbol is not read as one in a text that had none', () => {
    const carriageReturns = new CarriageReturns();
    carriageReturns.show('ab');
    expect(carriageReturns.read('a␍b')).toBe('a␍b');
  });
});

describe('the change between two texts', () => {
  test('makes the one from the other and cuts no character', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const change = changeBetween(before, after);
        if (change === null) {
          expect(after).toBe(before);
          return;
        }
        expect(before.slice(0, change.from) + change.text + before.slice(change.to)).toBe(after);
        expect([change.from, change.to].filter((at) => cutsPair(before, at))).toEqual([]);
        expect(cutsPair(after, change.from + change.text.length)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['', 'a', { from: 0, to: 0, text: 'a' }],
    ['stream', 'streams', { from: 6, to: 6, text: 's' }],
    ['one three', 'one two three', { from: 5, to: 5, text: 'wo t' }],
    ['😀', '😁', { from: 0, to: 2, text: '😁' }],
    ['aa', 'a', { from: 1, to: 2, text: '' }],
  ])('from %j to %j', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
  });

  test('moves what is after it', () => {
    const change = { from: 2, to: 4, text: 'xyz' };
    expect([0, 2, 3, 4, 9].map((offset) => moveOffset(offset, change))).toEqual([0, 2, 5, 5, 10]);
  });

  test.each([
    ['before', { from: 0, to: 2 }, [{ from: 0, to: 2 }]],
    ['after', { from: 4, to: 6 }, [{ from: 5, to: 7 }]],
    ['around', { from: 0, to: 6 }, [{ from: 0, to: 7 }]],
    ['its start lost', { from: 3, to: 6 }, [{ from: 5, to: 7 }]],
    ['its end lost', { from: 0, to: 3 }, [{ from: 0, to: 2 }]],
    ['all lost', { from: 2, to: 4 }, []],
    ['empty, after', { from: 5, to: 5 }, [{ from: 6, to: 6 }]],
  ])('moves a mark: %s', (_title, mark, expected) => {
    expect(moveSpans([mark], { from: 2, to: 4, text: 'xyz' })).toEqual(expected);
  });
});

describe('marks', () => {
  test('cut the text into segments that have the classes of the marks over them', () => {
    fc.assert(
      fc.property(
        texts.chain((text) => fc.tuple(fc.constant(text), marksIn(text.length))),
        ([text, marks]) => {
          const segments = segmentsOf(text, marks);
          expect(segments.map((segment) => segment.text).join('')).toBe(text);
          let at = 0;
          for (const segment of segments) {
            expect(segment.text).not.toBe('');
            for (let offset = at; offset < at + segment.text.length; offset++) {
              const over = marks.filter((mark) => {
                const { from, to } = drawnSpan(text, mark);
                return from <= offset && offset < to;
              });
              const names = [...new Set(over.map(({ className }) => `editor-mark-${className}`))].sort();
              expect(segment.classes).toBe(names.length === 0 ? '' : ['editor-mark', ...names].join(' '));
            }
            at += segment.text.length;
          }
          const lines = linesOf(segments).map((line) => line.map((segment) => segment.text).join(''));
          expect(lines).toEqual(
            text.split('\n').map((line, index, all) => line + (index < all.length - 1 ? '\n' : '')),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['the character after it', 'abc', { from: 1, to: 1 }, { from: 1, to: 2 }],
    ['the last character at the end', 'abc', { from: 3, to: 3 }, { from: 2, to: 3 }],
    ['the character before a line break', 'ab\nc', { from: 2, to: 2 }, { from: 1, to: 2 }],
    ['nothing on an empty line', 'a\n\nb', { from: 2, to: 2 }, { from: 2, to: 2 }],
    ['a whole emoji', 'a😀', { from: 1, to: 1 }, { from: 1, to: 3 }],
    ['a whole emoji when it asks for half', 'a😀', { from: 2, to: 3 }, { from: 1, to: 3 }],
    ['the line that it is about, and no break at its ends', 'a\n{}\r\nb', { from: 1, to: 6 }, { from: 2, to: 4 }],
    ['a line break alone', 'a\nb', { from: 1, to: 2 }, { from: 1, to: 2 }],
    ['nothing in an empty text', '', { from: 0, to: 0 }, { from: 0, to: 0 }],
  ])('an empty or cut mark is drawn on %s', (_title, text, mark, drawn) => {
    expect(drawnSpan(text, mark)).toEqual(drawn);
  });
});

test.each([
  ['is in view', { top: 100, bottom: 120 }, 100],
  ['is below: to the middle', { top: 500, bottom: 520 }, 410],
  ['is above: to the middle', { top: 50, bottom: 70 }, 0],
  ['is half in view', { top: 290, bottom: 310 }, 200],
  ['is taller, its start in view', { top: 100, bottom: 900 }, 100],
  ['is taller, its start out of view', { top: 400, bottom: 900 }, 400],
])('scrolling when the stretch %s', (_title, stretch, expected) => {
  expect(scrollTopToReveal(stretch, 100, 200)).toBe(expected);
});

describe('highlights that are kept', () => {
  const call = (from: number, to: number): Highlight => ({ from, to, className: 'call' });

  function openLayer() {
    const kept = new KeptHighlights();
    let nextId = 0;
    return {
      move: kept.move.bind(kept),
      /** What had to be removed and drawn. */
      replace(wanted: readonly Highlight[]) {
        let work: { removed: string[]; added: readonly Highlight[] } | null = null;
        kept.replace(wanted, (removed, added) => {
          work = { removed, added };
          return added.map(() => String(nextId++));
        });
        return work;
      },
    };
  }

  test('only what differs is drawn', () => {
    const layer = openLayer();
    expect(layer.replace([call(0, 2), call(4, 6), call(8, 9)])).toMatchObject({ removed: [] });
    expect(layer.replace([call(0, 2), call(4, 6), call(8, 9)])).toBeNull();
    expect(layer.replace([call(0, 2), call(5, 6), call(8, 9)])).toEqual({ removed: ['1'], added: [call(5, 6)] });
    expect(layer.replace([call(0, 2), call(8, 9)])).toEqual({ removed: ['3'], added: [] });
    expect(layer.replace([])).toEqual({ removed: ['0', '2'], added: [] });
  });

  test('one that goes at one end and one that comes at the other leave those between alone', () => {
    const layer = openLayer();
    layer.replace([call(0, 2), call(4, 6), call(8, 9)]);
    expect(layer.replace([call(4, 6), call(8, 9), call(12, 14)])).toEqual({ removed: ['0'], added: [call(12, 14)] });
    expect(layer.replace([call(4, 6), call(8, 9), call(12, 14)])).toBeNull();
    expect(layer.replace([])).toEqual({ removed: ['1', '2', '3'], added: [] });
  });

  test('a step after the others, and out of their order, leaves them alone', () => {
    const step = (from: number, to: number): Highlight => ({ from, to, className: 'step' });
    const layer = openLayer();
    layer.replace([call(0, 2), call(4, 6), step(0, 2)]);
    expect(layer.replace([call(0, 2), call(4, 6), step(4, 6)])).toEqual({ removed: ['2'], added: [step(4, 6)] });
    layer.move(5, 5, 1);
    expect(layer.replace([call(0, 2), call(4, 7), step(4, 7)])).toEqual({
      removed: ['1', '3'],
      added: [call(4, 7), step(4, 7)],
    });
  });

  test('whatever was drawn before, what is wanted is there afterwards', () => {
    const highlight = fc.record({
      from: fc.nat(9),
      to: fc.nat(9),
      className: fc.constantFrom<Highlight['className']>('call', 'step', 'markup'),
    });
    fc.assert(
      fc.property(fc.array(fc.array(highlight, { maxLength: 6 }), { maxLength: 5 }), fc.nat(9), (lists, place) => {
        const kept = new KeptHighlights();
        const drawn = new Map<string, Highlight>();
        let nextId = 0;
        for (const wanted of lists) {
          kept.replace(wanted, (removed, added) => {
            for (const id of removed) expect(drawn.delete(id)).toBe(true);
            return added.map((one) => {
              const id = String(nextId++);
              drawn.set(id, one);
              return id;
            });
          });
          const places = (list: Iterable<Highlight>): string[] =>
            Array.from(list, ({ from, to, className }) => `${String(from)}-${String(to)} ${className}`).sort();
          expect(places(drawn.values())).toEqual(places(wanted));
          // A character is typed: the editor moves what is after it, and draws anew what it is in.
          kept.move(place, place, 1);
          for (const [id, one] of drawn)
            if (one.from > place) drawn.set(id, { ...one, from: one.from + 1, to: one.to + 1 });
        }
      }),
    );
  });

  test('what moved with the text is kept, what the change touched is drawn again', () => {
    const layer = openLayer();
    layer.replace([call(0, 2), call(4, 6), call(8, 9)]);
    layer.move(5, 5, 1);
    expect(layer.replace([call(0, 2), call(4, 7), call(9, 10)])).toEqual({ removed: ['1'], added: [call(4, 7)] });
    layer.move(2, 2, 1);
    expect(layer.replace([call(0, 2), call(5, 8), call(10, 11)])).toEqual({ removed: ['0'], added: [call(0, 2)] });
  });
});
