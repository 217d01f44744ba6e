import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from '../../../src/core/batch/statistics.ts';
import {
  differenceOf,
  type Experiment,
  failureGroups,
  comparedRows,
  type JudgedRun,
  measures,
  messageKey,
  RunJudge,
  setupKey,
  suggestionsFor,
  tableOf,
} from '../../../src/core/experiment/index.ts';
import { fill, message, noCall, runOf, setup } from './experiments.ts';

const other = { ...setup, format: '' };
const experiment: Experiment = {
  variants: [
    { name: 'A', setup },
    { name: 'B', setup: other },
  ],
  messages: [message, noCall],
};
const judge = new RunJudge({ runtime: 'auto' });
const texts = [
  fill({ tank: 'B2', qty: 40 }),
  fill({ tank: 'B2', quantity: 40 }),
  'No tool for that.',
  '~~~tool_call\n{"name": "fill_tank", "arguments": {"tank": "B2", "qty": 40}}\n~~~',
];

/** A run of variant 0 or 1 and message 0 or 1 that said one of the texts, or failed. */
function made(variant: number, asked: number, number: number, said: number): JudgedRun {
  const own = experiment.variants[variant]?.setup ?? setup;
  const to = experiment.messages[asked] ?? message;
  const text = texts[said];
  const run = runOf({
    variant: setupKey(own),
    message: messageKey(to),
    number,
    text: text ?? '',
    error: text === undefined ? 'The server answered 500.' : null,
  });
  return { run, result: text === undefined ? null : judge.judge({ run, setup: own, expected: to.expected }) };
}

const someRuns = fc
  .uniqueArray(fc.tuple(fc.nat(1), fc.nat(1), fc.integer({ min: 1, max: 6 }), fc.nat(texts.length)), {
    selector: ([variant, asked, number]) => `${String(variant)} ${String(asked)} ${String(number)}`,
    maxLength: 24,
  })
  .map((list) => list.map((one) => made(...one)));

describe('the table', () => {
  it('counts each run once, in every view', () => {
    fc.assert(
      fc.property(someRuns, (runs) => {
        const rows = tableOf(experiment, runs);
        const all = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.runs));
        expect(all.length).toBe(runs.length);
        expect(rows.reduce((sum, { read, failed }) => sum + read + failed, 0)).toBe(runs.length);
        for (const { rates, cells, read } of rows) {
          expect(rates.right.hits).toBe(cells.reduce((sum, { right }) => sum + right.hits, 0));
          expect(rates.right.runs).toBe(read);
          expect(rates.exact.hits + rates.quiet.hits).toBe(rates.right.hits);
          expect(cells.flatMap(({ came }) => came).reduce((sum, [, count]) => sum + count, 0)).toBe(read);
          for (const measure of measures) {
            const { hits, runs: of, value, low, high } = rates[measure];
            expect(hits).toBeLessThanOrEqual(of);
            expect(low <= value + 1e-9 && value <= high + 1e-9).toBe(of > 0 || value === 0);
          }
        }
        const groups = failureGroups(runs);
        const members = groups.flatMap((group) => group.members);
        expect(new Set(members).size).toBe(members.length);
        expect(members.length).toBe(runs.filter(({ result }) => result?.right === false).length);
        expect(members.every((place) => runs[place]?.result?.right === false)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('two variants: what one gains the other loses', () => {
    fc.assert(
      fc.property(someRuns, (runs) => {
        const [first, second] = tableOf(experiment, runs);
        if (first === undefined || second === undefined) return;
        const there = differenceOf(first, second);
        const back = differenceOf(second, first);
        expect([back.better, back.worse, back.pairs]).toEqual([there.worse, there.better, there.pairs]);
        expect(back.difference.value).toBeCloseTo(-there.difference.value);
        expect(differenceOf(first, first)).toMatchObject({ better: 0, worse: 0 });
        // What is shown adds up: the shares are those of the runs that are compared.
        expect([back.first, back.second]).toEqual([there.second, there.first]);
        expect(there.second.value - there.first.value).toBeCloseTo(there.difference.value);
        if (there.pairs > 0) expect([there.first.runs, there.second.runs]).toEqual([there.pairs, there.pairs]);
      }),
      { numRuns: 60 },
    );
  });

  it('says in words whether a difference can be chance', () => {
    const runs = Array.from({ length: 8 }, (_, index) => [made(0, 0, index + 1, 1), made(1, 0, index + 1, 0)]).flat();
    const [first, second] = tableOf(experiment, runs);
    expect(first && second && differenceOf(first, second)).toMatchObject({
      better: 8,
      worse: 0,
      pairs: 8,
      side: 'better',
      sentence: '8 better, 0 worse: it got better. Chance alone does this once in 128 trials.',
    });
    const [few, more] = tableOf(experiment, runs.slice(0, 6));
    expect(few && more && differenceOf(few, more)).toMatchObject({
      side: null,
      sentence: '3 better, 0 worse: this can be chance.',
    });
    expect(first && second && differenceOf(second, first).side).toBe('worse');
  });

  it('asks for more evidence where runs were added after the difference was seen', () => {
    const round = (from: number, count: number, number: number, mends: number) =>
      Array.from({ length: count }, (_, index) => [made(0, 0, from + index, 1), made(1, 0, from + index, mends)])
        .flat()
        .map((one): JudgedRun => ({ ...one, run: { ...one.run, round: number } }));
    const of = (runs: readonly JudgedRun[]) => {
      const [first, second] = tableOf(experiment, runs);
      return first && second && differenceOf(first, second);
    };
    expect(of(round(1, 6, 1, 0))).toMatchObject({ side: 'better', looks: 1 });
    const twice = of([...round(1, 3, 1, 0), ...round(4, 3, 2, 0)]);
    expect(twice).toMatchObject({
      side: null,
      looks: 2,
      sentence: '6 better, 0 worse: with 2 looks, this can be chance.',
    });
    // The interval does not contradict the sentence.
    expect(twice?.difference.low).toBeLessThanOrEqual(0);
    expect(of([...round(1, 3, 1, 0), ...round(4, 5, 2, 0)])).toMatchObject({
      side: 'better',
      sentence: '8 better, 0 worse: it got better. Chance alone does this once in 64 trials with 2 looks.',
    });
    // What caught up was not seen before.
    const [, late] = experiment.variants;
    const own = round(1, 6, 1, 0).map((one): JudgedRun =>
      late !== undefined && one.run.variant === setupKey(late.setup) ? { ...one, run: { ...one.run, round: 2 } } : one,
    );
    expect(of(own)).toMatchObject({ side: 'better', looks: 1 });
  });

  it('a variant is compared with what it was made from, and all with the chosen one', () => {
    const named = (name: string, from?: string) => ({
      name,
      ...(from === undefined ? {} : { from }),
      setup: { ...setup, system: name },
    });
    const rows = tableOf({ ...experiment, variants: [named('A'), named('B', 'A'), named('C'), named('D', 'B')] }, []);
    const pairs = (baseline: string | null) =>
      comparedRows(rows, baseline).map(([one, other]) => one.name + other.name);
    expect(pairs(null)).toEqual(['AB', 'AC', 'BD']);
    expect(pairs(rows[1]?.key ?? null)).toEqual(['BA', 'BC', 'BD']);
    expect(comparedRows([], null)).toEqual([]);
    // One whose runs nobody has is no side.
    expect(comparedRows(rows.slice(2), null).map(([one, other]) => one.name + other.name)).toEqual(['CD']);
  });

  it('cells say which format came', () => {
    const [row] = tableOf(experiment, [made(0, 0, 1, 0), made(0, 0, 2, 3), made(0, 0, 3, 0), made(0, 0, 4, 2)]);
    expect(row?.cells[0]?.came).toEqual([
      ['hermes', 2],
      ['exathena-fence', 1],
      ['prose', 1],
    ]);
  });

  it('what failures share is compared with all other runs, and told only where that is hardly chance', () => {
    const some = (count: number, text: number, from: number) =>
      Array.from({ length: count }, (_, index) => made(0, 0, from + index, text));
    const commonOf = (right: number) => {
      const groups = failureGroups([...some(right, 0, 1), ...some(20, 1, 100), ...some(8, 2, 200)]);
      const common = groups.find(({ count }) => count === 20)?.common ?? [];
      return common.find(({ field }) => field === 'format');
    };
    // Beside the other failures alone, the format of nearly all runs would look like a cause.
    expect(commonOf(40)).toBeUndefined();
    expect(commonOf(2)).toMatchObject({
      value: 'hermes',
      inside: { hits: 20, runs: 20 },
      outside: { hits: 2, runs: 10 },
    });
    expect(failureGroups([...some(1, 0, 1), ...some(5, 1, 100), ...some(4, 2, 200)])[0]?.common).toEqual([]);
  });

  it('failures of one reason are one group', () => {
    const groups = failureGroups([made(0, 0, 1, 1), made(1, 0, 1, 1), made(0, 0, 2, 2), made(0, 0, 3, 0)]);
    expect(groups.map(({ why, count }) => [why, count])).toEqual([
      ['`fill_tank` got `quantity` instead of `qty`.', 2],
      ['The model answered in plain text and called no tool.', 1],
    ]);
  });
});

describe('a mean', () => {
  it('has the interval of Student', () => {
    expect(mean([])).toBeNull();
    expect(mean([3])).toEqual({ value: 3, low: 0, high: Infinity });
    // Published quantiles: 4.303 for 2 degrees of freedom, 2.776 for 4, 2.262 for 9.
    for (const [count, quantile] of [
      [3, 4.303],
      [5, 2.776],
      [10, 2.262],
    ] as const) {
      const values = Array.from({ length: count }, (_, index) => index);
      const found = mean(values);
      const middle = (count - 1) / 2;
      const deviation = Math.sqrt(values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (count - 1));
      expect(((found?.high ?? 0) - middle) / (deviation / Math.sqrt(count))).toBeCloseTo(quantile, 2);
    }
  });
});

describe('runs at temperature 0', () => {
  const [right = '', wrong = '', prose = ''] = texts;
  const still = { ...setup, temperature: 0 };
  const alone: Experiment = {
    variants: [
      { name: 'A', setup: still },
      { name: 'B', setup: { ...still, format: '' } },
      { name: 'C', setup },
    ],
    messages: [message, noCall],
  };

  /** Runs of a variant on a message, one for each text. */
  const runs = (variant: number, asked: number, said: readonly string[]): JudgedRun[] =>
    said.map((text, at) => {
      const own = alone.variants[variant]?.setup ?? setup;
      const to = alone.messages[asked] ?? message;
      const run = runOf({ variant: setupKey(own), message: messageKey(to), number: at + 1, text });
      return { run, result: judge.judge({ run, setup: own, expected: to.expected }) };
    });
  const same = (text: string): string[] => Array.from({ length: 10 }, () => text);
  const rightOf = (rows: ReturnType<typeof tableOf>) =>
    rows.map(({ rates }) => `${String(rates.right.hits)} of ${String(rates.right.runs)}`);

  it('count once where all of a message have one reply', () => {
    const rows = tableOf(alone, [...runs(0, 0, same(wrong)), ...runs(1, 0, same(right)), ...runs(0, 1, same(prose))]);
    expect(rightOf(rows)).toEqual(['1 of 2', '1 of 1', '0 of 0']);
    expect(rows[0]?.read).toBe(20);
    expect(rows[0]?.cells[0]?.right.runs).toBe(10);
    const [first, second] = rows;
    const { pairs, better, side } = differenceOf(first!, second!);
    expect({ pairs, better, side }).toEqual({ pairs: 1, better: 1, side: null });
  });

  it('count each where one of them has another reply, and at a higher temperature', () => {
    const mixed = [...same(wrong).slice(1), right];
    const rows = tableOf(alone, [...runs(0, 0, mixed), ...runs(2, 0, same(wrong))]);
    expect(rightOf(rows)).toEqual(['1 of 10', '0 of 0', '0 of 10']);
    expect(rows.map(({ cells }) => cells.some(({ isRepeated }) => isRepeated))).toEqual([false, false, false]);
  });

  it('are compared run by run with runs that differ', () => {
    const rows = tableOf(alone, [...runs(0, 0, same(wrong)), ...runs(2, 0, [...same(right).slice(1), wrong])]);
    const [first, , third] = rows;
    expect(differenceOf(first!, third!)).toMatchObject({ pairs: 10, better: 9, worse: 0, side: 'better' });
  });
});

it('an answer without text is no plain text', () => {
  const run = runOf({ variant: setupKey(setup), message: messageKey(message), number: 1, text: ' \n' });
  const result = judge.judge({ run, setup, expected: message.expected });
  expect(result.row.why).toBe('There is neither text nor a call.');
  const [row] = tableOf({ ...experiment, variants: [{ name: 'A', setup }] }, [{ run, result }]);
  expect(row?.cells[0]?.came).toEqual([['empty', 1]]);
  expect(suggestionsFor(setup, [{ run, result }]).map(({ reason }) => reason)).not.toContain(
    'The model answered in plain text where a call is expected.',
  );
});
