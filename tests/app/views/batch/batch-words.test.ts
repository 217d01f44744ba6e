import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchOutcomes, cameOutcomes, type RuntimeInfo } from '../../../../src/core/index.ts';
import {
  cameCounts,
  cameHead,
  cameText,
  isSaid,
  editWords,
  expectedWords,
  looksWords,
  groupWords,
  outcomeOrder,
  outcomesHead,
  outcomesAfter,
  outcomeWords,
  percent,
  percents,
  readersOfFormat,
  returnedCounts,
  servedHead,
  points,
  wholePoints,
  worstFirst,
  wordsFor,
  wrongClaims,
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

test('calls as the log has them get no tick where something is wrong with the reply', () => {
  const whole = { outcome: 'expected', why: '' } as const;
  expect(groupWords(outcomeWords, whole)).toMatchObject({ sign: '✓', tone: 'good' });
  expect(groupWords(outcomeWords, { ...whole, why: 'D08' })).toMatchObject({ sign: '!', tone: 'warn' });
});

test('what outcomes are compared with is said', () => {
  const outcomes = new Map([['expected', 3]] as const);
  expect(outcomesHead({ outcomes }, outcomeWords)).toBe('Compared with the calls of the log');
  expect(outcomesHead({ outcomes }, expectedWords)).toBe('Compared with what is expected');
  expect(outcomesHead({ outcomes: new Map([['calls', 3]] as const) }, outcomeWords)).toBe('');
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

test('says who calls replies wrong: a score of the log, or an emulation', () => {
  const text = (wrong: number, marked: number, isAsked: boolean): string =>
    wrongClaims({ wrong, marked }, 'vLLM hermes, emulated', isAsked, false)
      .map((one) => one.text)
      .join(' ');
  // It has an empty list of calls: its own server found none, which is no verdict on the reply.
  expect(text(3, 0, false)).toBe('vLLM hermes, emulated: 3 replies are not as the log has them.');
  expect(text(1, 1, false)).toBe('By its score, the log says that 1 reply is wrong.');
  expect(text(3, 3, true)).toBe('By its score, the log says that 3 replies are wrong.');
  expect(text(3, 2, true)).toBe(
    'By its score, the log says that 2 replies are wrong. vLLM hermes, emulated: 1 more is not as the questions of the log expect.',
  );
  expect(text(3, 0, true)).toBe('vLLM hermes, emulated: 3 replies are not as the questions of the log expect.');
  expect(wrongClaims({ wrong: 3, marked: 2 }, '', false, true).map(({ by }) => by)).toEqual(['marked', 'held']);
  expect(wrongClaims({ wrong: 2, marked: 2 }, '', false, true)[0]?.text).toMatch(
    / wrong, or part of a conversation that went wrong\.$/,
  );
});

test('first of all: how many calls came, how many were lost, and how many replies had none', () => {
  const counters = {
    all: 19_798,
    served: new Map([
      ['calls', 10_789],
      ['text', 844],
      ['answer', 360],
    ] as const),
    came: new Map([
      ['calls', 12],
      ['lost', 3],
      ['none', 1],
    ] as const),
  };
  expect(returnedCounts(counters).map(({ sign, label, count }) => `${sign} ${label} ${String(count)}`)).toEqual([
    '✓ Calls returned 10789',
    '✕ Call lost: it stayed text 844',
    '○ No call, text alone 360',
  ]);
  // What the counts are of is said where it is not all.
  expect(servedHead(counters)).toBe('By the log, its own server answered so for 11,993 of 19,798 replies');
  expect(servedHead({ ...counters, all: 11_993 })).toBe('By the log, its own server answered so');
  expect(servedHead({ ...counters, served: new Map() })).toBe('');
  const came = (runtime: string): string[] =>
    cameCounts(counters, runtime).map(({ sign, label }) => `${sign} ${label}`);
  expect(came('vllm:hermes')).toEqual(['✓ Calls came', '✕ Calls lost or stayed text', '○ No call']);
  expect(came('auto')[0]).toBe('● Calls found');
  // In a sentence, for who hears the page.
  const few = {
    came: new Map([
      ['calls', 25],
      ['lost', 5],
    ] as const),
  };
  expect(cameText(few, 'vllm:hermes')).toBe('Calls came: 25. Calls lost or stayed text: 5.');
});

test('a number that says how many calls came is said once', () => {
  const counters = {
    came: new Map([
      ['calls', 120],
      ['lost', 70],
      ['none', 10],
    ] as const),
    outcomes: new Map([
      ['calls', 120],
      ['lost', 56],
      ['text', 14],
      ['answer', 10],
    ] as const),
  };
  const said = (runtime: string, given = counters): readonly boolean[] =>
    [...given.outcomes.keys()].map((outcome) => isSaid(given, runtime, outcome));
  expect(said('sglang:qwen25')).toEqual([true, false, false, true]);
  // As the log has it: no call, where it has none.
  const expected = { came: new Map([['none', 3]] as const), outcomes: new Map([['expected', 3]] as const) };
  expect(isSaid(expected, 'sglang:qwen25', 'expected')).toBe(true);
  // What the log has apart is credited to no server: there its number is nowhere else.
  const apart = { came: new Map([['apart', 5]] as const), outcomes: new Map([['native', 5]] as const) };
  expect([isSaid(apart, 'auto', 'native'), isSaid(apart, 'sglang:qwen25', 'native')]).toEqual([true, false]);
});

test('an outline is of most where it is of more than half, and else an example', () => {
  const looks = (count: number, alike: number): string => looksWords({ count, alike });
  expect([looks(1, 1), looks(12, 12), looks(12, 7), looks(12, 6), looks(12, 1)]).toEqual([
    'It looks like',
    'All look like',
    'Most look like',
    'For example:',
    'For example:',
  ]);
});

test('edits: what is said of those on which none was tried', () => {
  const text = '';
  expect(editWords(11, { text, tried: 11, mended: 11 })).toBe(
    'Callscope tried an edit on 11 replies: calls came in 11.',
  );
  expect(editWords(12, { text, tried: 11, mended: 9 })).toBe(
    'Callscope tried an edit on 11 replies: calls came in 9. For the other one no edit is known.',
  );
  expect(editWords(15, { text, tried: 1, mended: 1 })).toContain('1 reply: calls came in 1. For the other 14 no');
});

test('who knows a format: servers in their newest releases, and no reader of ours', () => {
  const runtimes = [
    { id: 'a:x', formats: ['hermes'], lenient: false },
    { id: 'a:x@2025', formats: ['hermes'], lenient: false },
    { id: 'auto', formats: ['hermes'], lenient: true },
    { id: 'app', formats: ['hermes'], lenient: false, isAppLayer: true },
    { id: 'a:y', formats: ['other'], lenient: false },
  ] as readonly Partial<RuntimeInfo>[] as readonly RuntimeInfo[];
  expect(readersOfFormat(runtimes, 'hermes').map(({ id }) => id)).toEqual(['a:x']);
  expect(readersOfFormat(runtimes, null)).toEqual([]);
});

test('calls that a log has apart are nobody’s reading: no server that is emulated is credited with them', () => {
  const came = new Map([
    ['calls', 525],
    ['apart', 1261],
    ['lost', 906],
  ] as const);
  expect(cameCounts({ came }, 'vllm:hermes').map(({ count }) => count)).toEqual([525, 906]);
  expect(cameHead({ came }, 'vllm:hermes', 'vLLM hermes')).toBe(
    'By vLLM hermes, emulated here, without 1,261 replies whose calls are apart in the log',
  );
  expect(cameHead({ came: new Map([['calls', 2]]) }, 'vllm:hermes', 'vLLM hermes')).toBe(
    'By vLLM hermes, emulated here',
  );
  // Any format says what the log holds, wherever.
  expect(cameCounts({ came }, 'auto').map(({ count }) => count)).toEqual([1786, 906]);
  expect(cameHead({ came }, 'auto', 'Any format')).toBe('By Any format, in the log or its texts');
});

test('what became of replies that were tried, whatever they were before', () => {
  const outcomes = [
    { move: 'other', before: 'calls', after: 'text', count: 3 },
    { move: 'same', before: 'calls', after: 'calls', count: 2 },
    { move: 'fixed', before: 'text', after: 'calls', count: 2 },
  ] as const;
  expect(outcomesAfter({ outcomes }, outcomeWords)).toBe('Calls 4, Call stayed text 3');
});

test('a sign that says that nobody knows says nothing else', () => {
  const words = [outcomeWords, expectedWords, wordsFor('auto', 0, 3), wordsFor('auto', 3, 3)].flatMap((one) =>
    Object.values(one),
  );
  const came = new Map(cameOutcomes.map((one) => [one, 1] as const));
  const all = [...words, ...['auto', 'vllm:hermes'].flatMap((runtime) => cameCounts({ came }, runtime))];
  const unknown = all.filter(({ sign }) => sign === '?').map(({ label }) => label);
  expect(new Set(unknown)).toEqual(new Set(['Perhaps a call, tools unknown', 'Not known']));
});
