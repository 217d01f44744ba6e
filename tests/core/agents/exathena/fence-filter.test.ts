import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFenceFilter } from '../../../../src/core/index.ts';
import { goldenLines } from '../../../conformance/golden-files.ts';

/** What a user has seen at the end of the stream. */
function shown(chunks: Iterable<string>): string {
  const filter = openFenceFilter();
  const visible: string[] = [];
  for (const chunk of chunks) visible.push(filter.push(chunk));
  visible.push(filter.flush());
  return visible.join('');
}

/** The same, of a text that is there as a whole. */
function withoutFences(text: string): string {
  return text.replace(/~~~tool_(?:call|result)[\t\v\f\r ]*\n(?:[^]*?\n~~~|[^]*$)/g, '');
}

interface GoldenLine {
  readonly id: string;
  readonly input: { readonly chunks: readonly string[] };
  readonly expected: { readonly visible: readonly string[]; readonly flush: string; readonly total: string };
}

const golden = goldenLines('ex_athena-fence-filter.head.jsonl') as GoldenLine[];

describe('what the original showed', () => {
  it('is shown push by push', () => {
    for (const { id, input, expected } of golden) {
      const filter = openFenceFilter();
      const visible = input.chunks.map((chunk) => filter.push(chunk));
      expect({ id, visible, flush: filter.flush() }).toEqual({ id, visible: expected.visible, flush: expected.flush });
    }
  });

  it('is shown wherever the text is cut in two', () => {
    for (const { id, input, expected } of golden) {
      const text = input.chunks.join('');
      const wrong = Array.from({ length: text.length + 1 }, (_, cut) => cut).filter(
        (cut) => shown([text.slice(0, cut), text.slice(cut)]) !== expected.total,
      );
      expect([id, wrong]).toEqual([id, []]);
    }
  });

  it('is shown when single characters come', () => {
    for (const { id, input, expected } of golden) {
      expect([id, shown(input.chunks.join('').split(''))]).toEqual([id, expected.total]);
    }
  });
});

describe('any text', () => {
  const pieces = [
    '~~~tool_call',
    '~~~tool_result',
    '~~~tool_',
    '~~~',
    '~',
    '\n',
    '\n~~~',
    ' ',
    '\t',
    '\r\n',
    'x',
    '{"a": 1}',
    '😀',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((chosen) => chosen.join(''));

  it('is shown without its fences, in whatever chunks it comes', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 8 }), (whole, lengths) => {
        const chunks: string[] = [];
        let turn = 0;
        for (let at = 0; at < whole.length; turn += 1) {
          // Every length comes round again; the extra character keeps a list of zeros from going on for ever.
          const to = at + (lengths[turn % lengths.length] ?? 0) + (turn % 3 === 0 ? 1 : 0);
          chunks.push(whole.slice(at, to));
          at = to;
        }
        const expected = withoutFences(whole);
        if (shown(chunks) !== expected) expect(shown(chunks)).toBe(expected);
        if (shown(whole) !== expected) expect(shown(whole)).toBe(expected);
      }),
      { numRuns: 4000, seed: 7 },
    );
  });

  it('is held back only where a fence may be coming', () => {
    const filter = openFenceFilter();
    expect(filter.push('Hello ~~')).toBe('Hello ');
    expect(filter.push('~tool')).toBe('');
    expect(filter.push('s')).toBe('~~~tools');
    expect(filter.push('~~~tool_call  ')).toBe('');
    expect(filter.push('er')).toBe('~~~tool_call  er');
    expect(filter.push('~~~tool_call\n{}\n~~~ rest')).toBe(' rest');
    expect(filter.push('~~')).toBe('');
    expect(filter.flush()).toBe('~~');
  });
});

// tests/linear/fence-filter.test.ts counts the work for them.
describe('a long text', () => {
  const size = 150_000;

  it.each([
    ['prose', 'The quick brown fox. '],
    ['tildes', '~'],
    ['openers that are none', '~~~tool_cal'],
    ['openers', '~~~tool_call '],
    ['fences', '~~~tool_call\n{"name": "f"}\n~~~\n'],
    ['fences that open and open', '~~~tool_call\n'],
  ])('of %s comes character by character', (_, piece) => {
    const text = piece.repeat(size / piece.length);
    expect(shown(text.split('')) === withoutFences(text)).toBe(true);
    expect(shown([text]) === withoutFences(text)).toBe(true);
  });

  it.each([
    ['and the end', ''],
    ['and text', 'x'],
    ['and a fence', '\n{}\n~~~'],
  ])('of white space comes after an opener, %s', (_, end) => {
    const text = `~~~tool_call${' '.repeat(size)}${end}`;
    expect(shown(text.split('')) === withoutFences(text)).toBe(true);
    expect(shown([text]) === withoutFences(text)).toBe(true);
  });
});
