import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchOutcomes } from '../../../../src/core/index.ts';
import {
  expectedWords,
  outcomeOrder,
  outcomeWords,
  percent,
  percents,
  points,
  wholePoints,
  worstFirst,
  wordsFor,
  wrongBy,
} from '../../../../src/app/views/batch/batch-words.ts';

test('what is bad is above what is good, also where a reply without a call is a failure', () => {
  for (const words of [outcomeWords, expectedWords, wordsFor('auto', 3, 3), wordsFor('auto', 1, 3)]) {
    const tones = outcomeOrder(words).map((outcome) => words[outcome].tone);
    expect(tones.lastIndexOf('bad')).toBeLessThan(tones.indexOf('warn'));
    expect(tones.lastIndexOf('warn')).toBeLessThan(tones.indexOf('good'));
  }
  const order = outcomeOrder(expectedWords);
  expect(order.indexOf('answer')).toBeLessThan(order.indexOf('expected'));
});

test('an answer without a call is last where nothing expects one, and no outcome is left out', () => {
  expect(outcomeOrder(outcomeWords)).toEqual(batchOutcomes);
  expect(outcomeOrder(expectedWords).toSorted()).toEqual(batchOutcomes.toSorted());
});

test('groups: the worst first, calls with a fault above those without, and within a tone as they came', () => {
  const group = (outcome: (typeof batchOutcomes)[number], why = '', count = 1) => ({ outcome, why, count });
  const groups = [
    group('text', 'D08', 9),
    group('text', 'D27', 4),
    group('calls', '', 90),
    group('calls', 'arguments', 2),
    group('answer', '', 30),
  ];
  const named = (words: typeof outcomeWords): string[] =>
    worstFirst(groups, words).map(({ outcome, why }) => `${outcome} ${why}`.trim());
  expect(named(outcomeWords)).toEqual(['text D08', 'text D27', 'calls arguments', 'calls', 'answer']);
  // Where a question expects a call, an answer without one is bad.
  expect(named(expectedWords)).toEqual(['text D08', 'text D27', 'answer', 'calls arguments', 'calls']);
});

test('shares have a decimal, and are nothing or all only where they are', () => {
  expect([0, 1, 0.5, 1 / 3, 2 / 3, 0.095, 1 / 100_000, 99_999 / 100_000].map(percent)).toEqual([
    '0 %',
    '100 %',
    '50.0 %',
    '33.3 %',
    '66.7 %',
    '9.5 %',
    'under 0.1 %',
    'over 99.9 %',
  ]);
});

test('a share of counts is rounded once, a half up, and equal counts look equal', () => {
  expect(percents([4, 4, 4])).toEqual(['33.3 %', '33.3 %', '33.3 %']);
  expect(percents([43, 17])).toEqual(['71.7 %', '28.3 %']);
  expect(percents([8, 7])).toEqual(['53.3 %', '46.7 %']);
  expect(percents([1, 15])).toEqual(['6.3 %', '93.8 %']);
  expect(percents([])).toEqual([]);
  expect(percents([0, 0])).toEqual(['0 %', '0 %']);
  // Nothing is said to be all, or none, that is not.
  expect(percents([99_999, 1, 0])).toEqual(['over 99.9 %', 'under 0.1 %', '0 %']);
  const tenthsOf = (text: string): number =>
    text.startsWith('under') ? 0 : text.startsWith('over') ? 1000 : Math.round(10 * Number.parseFloat(text));
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (part, rest) => {
      const all = Math.max(1, part + rest);
      expect(tenthsOf(percents([part, rest])[0] ?? '')).toBe(Math.floor((2000 * part + all) / (2 * all)));
    }),
  );
});

test('points are those of the shares, and have no sign where they are none', () => {
  expect([1 / 3, 17 / 22 - 12 / 22, -1 / 16, 0].map(points)).toEqual(['+33.3', '+22.7', '−6.3', '0.0']);
  expect([0.41, -0.014, 0, -0, 0.003, -0.0001].map(wholePoints)).toEqual(['+41', '−1', '0', '0', '+0.3', '0']);
});

test('says by what a log calls replies wrong: by what its files have', () => {
  expect(wrongBy({ wrong: 3, marked: 0 }, false)).toBe('By its own calls');
  expect(wrongBy({ wrong: 3, marked: 3 }, false)).toBe('By its score');
  expect(wrongBy({ wrong: 3, marked: 3 }, true)).toBe('By its score');
  expect(wrongBy({ wrong: 3, marked: 2 }, false)).toBe('By its score or its own calls');
  expect(wrongBy({ wrong: 3, marked: 0 }, true)).toBe('By the calls that its questions expect');
});
