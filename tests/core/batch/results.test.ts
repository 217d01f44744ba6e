import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withJsonTypes, withNamesOf } from '../../../src/core/batch/align.ts';
import { isFailure } from '../../../src/core/batch/compare.ts';
import {
  countersOf,
  DeclaredTools,
  groupsOf,
  Judge,
  type LoggedReply,
  movesBetween,
  type ReplyResult,
  ResultColumns,
  isStillExpected,
  shrunkReply,
} from '../../../src/core/batch/index.ts';
import { normalised, sentenceOf } from '../../../src/core/batch/normalise.ts';
import { ownFaults } from '../../../src/core/batch/own-calls.ts';
import { signatureOf } from '../../../src/core/batch/shrink.ts';
import {
  clearSide,
  difference,
  pairedDifference,
  rate,
  signSentence,
  signTest,
} from '../../../src/core/batch/statistics.ts';
import { diagnose, extract, runtimesFor } from '../../../src/core/index.ts';
import { fixtures } from '../../fixtures.ts';
import { isThorough, often } from '../../thorough.ts';

const schema = { type: 'object', properties: { liters: { type: 'integer' } }, required: ['liters'] };
const tools = [
  { name: 'fill_tank', schema },
  { name: 'tank.drain', schema },
];
const call = (name: string, key = 'arguments'): string =>
  `<tool_call>\n{"name": "${name}", "${key}": {"liters": 4}}\n</tool_call>`;
const own = (liters: number): LoggedReply['calls'] => [{ name: 'fill_tank', arguments: { liters }, isBroken: false }];

const wanted = [{ name: 'fill_tank', values: { liters: [4] }, isLoose: false }];

function reply(text: string | null, more: Partial<LoggedReply> = {}): LoggedReply {
  return { id: 'r', record: 'r', number: 1, text, calls: null, tools, model: null, isRight: null, ...more };
}

const runtimes = await runtimesFor('vllm:hermes');
const judges = {
  auto: new Judge({ runtime: 'auto', isAligning: true }),
  hermes: new Judge({ runtime: 'vllm:hermes', runtimes, isAligning: true }),
};

it('takes a tag of Cline for a call where no tools are logged, as the page does', () => {
  const text = 'I look.\n\n<read_file>\n<path>src/pier.ts</path>\n</read_file>';
  expect(judges.auto.judge(reply(text, { tools: null }))).toMatchObject({ outcome: 'calls', names: ['read_file'] });
  expect(judges.hermes.judge(reply(text, { tools: null }))).toMatchObject({ outcome: 'text', names: ['read_file'] });
  expect(judges.auto.judge(reply(text)).outcome).not.toBe('calls');
});

it('a call that no declared tool takes is none that came well, and losing it makes nothing worse', () => {
  const unknown = reply(call('fill_pool'));
  const misfit = reply(call('fill_tank').replace('4', '"four"'));
  for (const judge of [judges.auto, judges.hermes])
    expect([unknown, misfit].map((one) => judge.judge(one))).toMatchObject([
      { outcome: 'unfit', names: ['fill_pool'] },
      { outcome: 'unfit', names: ['fill_tank'] },
    ]);
  // Where nobody has declared any, every call is taken as it is.
  expect(judges.auto.judge(reply(call('fill_pool'), { tools: null }))).toMatchObject({ outcome: 'calls' });
  const before = new ResultColumns();
  const after = new ResultColumns();
  before.push(judges.hermes.judge(unknown));
  after.push({ ...judges.hermes.judge(unknown), outcome: 'lost' });
  expect(movesBetween(before, after).counts.get('broken')).toBeUndefined();
  expect(countersOf(before).came.get('unfit')).toBe(1);
});

it('a reply that is cut off is in one group, wherever its end is', () => {
  const whole = '<tool_call>\n{"name": "fill_tank", "arguments": {"name": "North", "liters": 4}}\n</tool_call>';
  const cuts = ['"Nor', '"North"', '"liters": 4', '"lit'].map((end) =>
    reply(whole.slice(0, whole.indexOf(end) + end.length)),
  );
  const [group, ...others] = groupsOf(cuts.map((one) => judges.hermes.judge(one)));
  expect(others).toEqual([]);
  expect(group).toMatchObject({ outcome: 'text', diagnoses: [['D27', cuts.length]] });
  expect(group?.remedy).toMatchObject({ text: expect.stringContaining('token limit') as string, tried: 0 });
  // A block that is closed was not cut off: something took its bracket away.
  expect(judges.hermes.judge(reply(whole.replace('}}', '}')))).toMatchObject({ diagnosis: 'D09', isMended: true });
});

it('calls that a log has apart are not those of the server that is emulated', () => {
  const log = [
    reply(null, { calls: own(4) }),
    reply('I fill it.', { calls: own(4) }),
    reply(null, { calls: own(4), expected: wanted }),
    reply(null, { calls: own(5), expected: wanted }),
    reply(call('fill_tank'), { expected: wanted }),
    reply(call('fill_tank'), { calls: own(4), areFromText: true }),
    reply('Full.'),
  ];
  const { came, outcomes } = countersOf(log.map((one) => judges.hermes.judge(one)));
  expect(Object.fromEntries(came)).toEqual({ apart: 4, calls: 2, none: 1 });
  expect(outcomes.get('native')).toBe(2);
});

describe('a reply that is longer than any', () => {
  // Nothing here takes longer than others of its kind: text, brackets, code.
  it.each([
    ['words', 'The pump fills the tank. '],
    ['open brackets', '{"a": ['],
    ['calls', `${call('fill_tank')}\n`],
  ])('is counted apart, with its length: %s', (_, piece) => {
    const text = piece.repeat(Math.ceil(2_000_001 / piece.length));
    for (const judge of [judges.auto, judges.hermes]) {
      const result = judge.judge(reply(text, { isRight: false, model: 'm' }));
      expect(result).toMatchObject({
        outcome: 'long',
        isWrong: false,
        isMarkedWrong: true,
        diagnosis: null,
        model: 'm',
      });
      expect(sentenceOf(result)).toBe(
        `The reply has ${text.length.toLocaleString('en')} characters. Callscope reads up to 2,000,000 of one reply.`,
      );
      expect([result.length, result.isUnexplained, isFailure(result)]).toEqual([text.length, false, false]);
      expect(judge.edited(reply(text))).toBe(null);
      expect(judge.questionOf(reply(text))).toBe(null);
    }
  });

  it('is a group of its own, and all others are read', () => {
    const words = 'The pump fills the tank. ';
    const results = [call('fill_tank'), words.repeat(100_000), 'Full.', words.repeat(200_000)].map((text) =>
      judges.hermes.judge(reply(text)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['calls', 'long', 'answer', 'long']);
    const group = groupsOf(results).find(({ outcome }) => outcome === 'long');
    expect([group?.count, group?.sentence]).toEqual([
      2,
      'The reply has 2,500,000 to 5,000,000 characters. Callscope reads up to 2,000,000 of one reply.',
    ]);
  });

  it('is read up to its limit', () => {
    const end = `\n${call('fill_tank')}`;
    expect(judges.hermes.judge(reply('x '.repeat(1_000_000 - end.length) + end)).outcome).toBe('calls');
  });
});

describe('the outcome of a reply', () => {
  it.each([
    ['calls', 'auto', call('fill_tank'), {}, false],
    ['expected', 'auto', call('fill_tank'), { calls: own(4) }, false],
    ['other', 'auto', call('fill_tank'), { calls: own(5) }, true],
    ['phantom', 'auto', call('fill_tank'), { calls: [] }, true],
    ['answer', 'auto', 'The tank is full.', {}, false],
    ['answer', 'auto', 'The tank is full.', { isRight: false }, true],
    ['expected', 'auto', 'The tank is full.', { calls: [] }, false],
    ['native', 'auto', 'I fill it.', { calls: own(4) }, false],
    ['native', 'auto', null, { calls: own(4) }, false],
    // A text that tells again what the server had taken out has lost nothing.
    ['native', 'hermes', '[fill_tank(liters=4)]', { calls: own(4) }, false],
    ['text', 'hermes', '[fill_tank(liters=5)]', { calls: own(4) }, true],
    // A marker that the server left where it took the call out holds no other call.
    ['native', 'auto', '<tools>\n', { calls: own(4) }, false],
    ['native', 'hermes', 'I fill it.\n</tool_call>', { calls: own(4) }, false],
    ['native', 'auto', '<tool_call>\n</tool_call>', { calls: own(4) }, false],
    ['text', 'auto', '<tools>\n', {}, false],
    ['lost', 'auto', '<tool_call>\n{"na', { calls: own(4) }, true],
    ['lost', 'auto', '<tool_call>\n{"name": "fill_tank", "arguments": {"liters"', { calls: own(4) }, true],
    ['answer', 'auto', null, { calls: [] }, false],
    // The same with every server: what our own readers say of a damaged call, a server does not see.
    ['text', 'auto', '["fill_tank(liters=4)"]', {}, false],
    ['text', 'hermes', '["fill_tank(liters=4)"]', {}, false],
    ['text', 'hermes', '["fill_tank(liters=4x + 2)"]', { expected: wanted }, true],
    ['answer', 'hermes', '["fill_tank", "tank.drain"]', {}, false],
    ['answer', 'hermes', 'I would call fill_tank with 4 liters.', { expected: wanted }, true],
    ['text', 'hermes', `[fill_tank(liters=4)]`, {}, false],
    ['text', 'hermes', `[fill_tank(liters=4)]`, { calls: own(4), areFromText: true }, true],
    ['calls', 'hermes', call('fill_tank'), {}, false],
  ] as const)('%s, with %s', (outcome, judge, text, more, isWrong) => {
    const result = judges[judge].judge(reply(text, more));
    expect([result.outcome, result.isWrong]).toEqual([outcome, isWrong]);
  });

  it('leaves the score of the log to the log: its run was wrong, and here the call comes', () => {
    const results = [
      reply(call('fill_tank'), { isRight: false }),
      reply('The tank is full.', { calls: [], isRight: false }),
      reply(call('fill_tank'), { isRight: true }),
      reply('The tank is full.'),
    ].map((one) => judges.auto.judge(one));
    expect(results.map(({ outcome, isWrong }) => [outcome, isWrong])).toEqual([
      ['calls', false],
      ['expected', false],
      ['calls', false],
      ['answer', false],
    ]);
    expect(countersOf(results).wrong).toBe(2);
    expect(groupsOf(results).map(({ outcome, wrong }) => [outcome, wrong])).toEqual([
      ['expected', 1],
      ['calls', 1],
      ['answer', 0],
    ]);
  });

  it('has advice only for what is not as expected', () => {
    const list = { name: 'fill_tank', schema: { type: 'object', properties: { liters: { type: 'array' }, of: {} } } };
    const judged = (text: string): unknown[] => {
      const expected = [{ name: 'fill_tank', values: { liters: [[4]], of: ['oil'] }, isLoose: false }];
      const { outcome, why, remedy } = judges.auto.judge(reply(text, { tools: [list], expected }));
      return [outcome, why, remedy === null ? null : 'advice'];
    };
    const written = (liters: string, of: string): string =>
      `<tool_call>\n{"name": "fill_tank", "arguments": {"liters": ${liters}, "of": "${of}"}}\n</tool_call>`;
    const other = '… of … has another value than expected.';
    expect(judged(written('"4"', 'oil'))).toEqual(['other', other, 'advice']);
    expect(judged(written('[4]', 'tea'))).toEqual(['other', other, null]);
  });

  it('is told of a record that has neither text nor call', () => {
    const whyOf = (text: string | null): string => judges.auto.judge(reply(text, { calls: [] })).why;
    expect([whyOf(null), whyOf(''), whyOf('The tank is full.')]).toEqual([
      'There is neither text nor a call.',
      'There is neither text nor a call.',
      '',
    ]);
    expect(judges.auto.judge(reply(null, { calls: own(4) })).why).toBe('');
  });

  it('says why, and whether its edit mends it', () => {
    const result = judges.hermes.judge(reply(call('fill_tank').replace('}}', '},}')));
    expect(result).toMatchObject({ outcome: 'text', isUnexplained: false, isMended: true });
    expect(result.why).not.toBe('');
    expect(result.remedy).not.toBeNull();
  });
});

describe('aligned with the engine', () => {
  it('types of BFCL become those of JSON Schema, and a parameter may be called `type`', () => {
    const odd = {
      name: 'f',
      schema: {
        type: 'dict',
        properties: {
          type: { type: 'float' },
          list: { type: 'tuple', items: { type: 'any', default: { type: 'dict' } } },
        },
      },
    };
    const aligned = withJsonTypes([odd]);
    expect(aligned.types).toBe(4);
    expect(aligned.tools[0]?.schema).toEqual({
      type: 'object',
      properties: { type: { type: 'number' }, list: { type: 'array', items: { default: { type: 'dict' } } } },
    });
    expect(withJsonTypes(tools).tools).toBe(tools);
  });

  it('names are those that the reply has, and the declared ones where it has these', () => {
    expect(withNamesOf(call('tank_drain'), tools).names).toEqual(['tank.drain']);
    expect(withNamesOf(call('tank.drain'), tools).names).toEqual([]);
    const off = new Judge({ runtime: 'auto', isAligning: false });
    const text = 'tank_drain\n{"liters": 4}';
    expect([judges.auto.judge(reply(text)).outcome, off.judge(reply(text)).outcome]).toEqual(['calls', 'text']);
  });
});

it('the log’s own calls are checked', () => {
  const faults = (name: string, value: unknown, isBroken = false): readonly string[] =>
    ownFaults([{ name, arguments: value, isBroken }], tools);
  expect(faults('fill_tank', { liters: 1 })).toEqual([]);
  expect(faults('tank_drain', { liters: 1 })).toEqual([]);
  expect(faults('ls<|channel|>commentary', {})).toEqual(['markup']);
  expect(faults('dance', {})).toEqual(['unknown-name']);
  expect(faults('fill_tank', '{liters', true)).toEqual(['no-json']);
  expect(faults('fill_tank', [1])).toEqual(['no-object']);
  expect(faults('fill_tank', {})).toEqual(['missing']);
});

it('files are joined by the ids of their records', () => {
  const declared = new DeclaredTools();
  declared.add([{ record: 'q1', tools, expected: null, prompt: null }]);
  expect(declared.joined(reply('x', { tools: null, id: 'q1#2', record: 'q1' })).tools).toBe(tools);
  expect(declared.joined(reply('x', { tools: null, record: 'q2' })).tools).toBeNull();
});

describe('a sentence', () => {
  const key = (sentence: string): string => normalised(sentence).why;

  it('is the same for other names, places and numbers', () => {
    expect(key('The key `foo` is not known (line 3, column 12).')).toBe(
      key('The key `bar` is not known (line 14, column 1).'),
    );
    expect(key('1 character is lost: the client never receives it.')).toBe(
      key('12 characters are lost: the client never receives them.'),
    );
    expect(key('1 call: f.')).toBe(key('12 calls: a, b, c, d and 8 more.'));
    expect(key('2 calls: f, g. The JSON is invalid, in `f` (line 2, column 9).')).toBe('The JSON is invalid, in ….');
    expect(key('The JSON is invalid.')).not.toBe(key('The JSON is cut.'));
    expect(key('Qwen25 0.4.6 stops.')).toBe('Qwen25 … stops.');
  });

  it('of one reply is whole', () => {
    for (const whole of ['`a` of `b` is lost after 12 characters.', 'No call. “…” ends it.', 'No call.'])
      expect(sentenceOf(normalised(whole)).replace('are lost', 'is lost')).toBe(whole);
  });

  it('of a group has what all members share, an example of the rest, and the numbers from the least to the greatest', () => {
    const group = (...sentences: readonly string[]): string => {
      const results = sentences.map((sentence) => ({ ...judges.auto.judge(reply('x')), ...normalised(sentence) }));
      const columns = new ResultColumns();
      for (const result of results) columns.push(result);
      const [first, ...others] = groupsOf(columns).map((one) => one.sentence);
      expect(others).toEqual([]);
      return first ?? '';
    };
    expect(group('`json.loads` rejects this: found `}`.', '`json.loads` rejects this: found `]`.')).toBe(
      '`json.loads` rejects this: found `}`, for example.',
    );
    expect(group('`a` of `f` is the string `7`.', '`b` of `f` is the string `8`.')).toBe(
      'For example, `a` of `f` is the string `7`.',
    );
    expect(
      group('1 character is lost. Retry.', '1,200 characters are lost. Retry.', '9 characters are lost. Retry.'),
    ).toBe('1 to 1,200 characters are lost. Retry.');
  });
});

describe('statistics', () => {
  it('have known values', () => {
    const close = (value: number): unknown => expect.closeTo(value, 2) as unknown;
    expect(rate(3, 5)).toEqual({ value: 0.6, low: close(0.23), high: close(0.88) });
    expect(rate(17, 20)).toEqual({ value: 0.85, low: close(0.64), high: close(0.95) });
    expect(signTest(107, 83)).toBeCloseTo(0.095, 3);
    expect(signSentence(81, 81)).toBe('81 better, 81 worse: this can be chance.');
    expect(signSentence(60, 20)).toMatch(/^60 better, 20 worse: it got better\./);
  });

  /** A generator of numbers from a seed, so that a failure repeats. */
  function random(seed: number): () => number {
    let state = seed;
    return () => {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
      const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39);
      return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
    };
  }

  const EXPERIMENTS = 10_000;
  const covered = (experiment: (next: () => number) => boolean): number => {
    const next = random(20_261_126);
    let hits = 0;
    for (let index = 0; index < EXPERIMENTS; index += 1) hits += experiment(next) ? 1 : 0;
    return hits / EXPERIMENTS;
  };
  const hitsOf = (next: () => number, runs: number, truth: number): number => {
    let hits = 0;
    for (let run = 0; run < runs; run += 1) hits += next() < truth ? 1 : 0;
    return hits;
  };
  const runsOf = (next: () => number): number => 20 + Math.floor(next() * 180);
  const truthOf = (next: () => number): number => 0.05 + 0.9 * next();

  it('intervals of a rate cover the truth 95 times in 100', () => {
    const share = covered((next) => {
      const [runs, truth] = [runsOf(next), truthOf(next)];
      const { low, high } = rate(hitsOf(next, runs, truth), runs);
      return low <= truth && truth <= high;
    });
    expect(Math.abs(share - 0.95)).toBeLessThanOrEqual(0.01);
  });

  it('intervals of a difference do', () => {
    const share = covered((next) => {
      const [first, second] = [truthOf(next), truthOf(next)];
      const [few, many] = [runsOf(next), runsOf(next)];
      const { low, high } = difference(
        { hits: hitsOf(next, few, first), runs: few },
        { hits: hitsOf(next, many, second), runs: many },
      );
      return low <= second - first && second - first <= high;
    });
    expect(Math.abs(share - 0.95)).toBeLessThanOrEqual(0.01);
  });

  it('intervals of pairs hold 0 where the sentence says that it can be chance, and nowhere else', () => {
    expect(pairedDifference(5, 0, 22)).toMatchObject({ low: 0 });
    for (let better = 0; better <= 70; better += 1)
      for (let worse = 0; worse <= 70; worse += 1)
        for (const more of [0, 1, 9, 5000]) {
          const { low, high } = pairedDifference(better, worse, better + worse + more);
          const side = low > 0 ? 'better' : high < 0 ? 'worse' : null;
          if (side !== clearSide(better, worse)) expect([better, worse, more, low, high]).toBe(side);
        }
  });

  it('intervals of a difference of pairs do', () => {
    const share = covered((next) => {
      const [gained, dropped] = [0.05 + 0.3 * next(), 0.05 + 0.3 * next()];
      const pairs = runsOf(next);
      let better = 0;
      let worse = 0;
      for (let pair = 0; pair < pairs; pair += 1) {
        const at = next();
        if (at < gained) better += 1;
        else if (at < gained + dropped) worse += 1;
      }
      const { low, high } = pairedDifference(better, worse, pairs);
      return low <= gained - dropped && gained - dropped <= high;
    });
    expect(Math.abs(share - 0.95)).toBeLessThanOrEqual(0.01);
  });
});

/** Replies of any kind, sound and broken, and what logs say of them. */
const anyReply = fc
  .record({
    text: fc.oneof(
      fc.constantFrom(...fixtures.map(({ text }) => text)),
      fc.constantFrom(
        call('fill_tank'),
        call('fill_tank', 'parameters'),
        call('dance'),
        'Full.',
        '[fill_tank(liters=4)]',
        '',
      ),
      fc.constant(null),
    ),
    calls: fc.constantFrom(null, [], own(4), own(5)),
    id: fc.integer({ min: 0, max: 30 }).map(String),
    model: fc.constantFrom(null, 'a', 'b'),
  })
  .map(({ text, calls, id, model }) => reply(text, { calls, id, record: id, model }));
const anyLog = fc.array(anyReply, { maxLength: 25 });
const judged = (log: readonly LoggedReply[], judge: Judge = judges.auto): ReplyResult[] =>
  log.map((one) => judge.judge(one));

it('names the words that members have in common, and not those of their format or of their tool', () => {
  const log = Array.from({ length: 12 }, (_, at) =>
    reply(at % 2 === 0 ? `Careful, the pump leaks.\n${call('fill_tank', 'values')}` : 'All is well.', {
      id: String(at),
    }),
  );
  const [group] = groupsOf(judged(log)).filter(({ formats }) => formats.length > 0);
  const words = group?.common.flatMap(({ field, value }) => (field === 'word' ? [value] : []));
  expect(words).toEqual(['careful', 'pump', 'leaks']);
});

describe('counts add up', () => {
  it('in groups, counters and what is filtered', () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const results = judged(log);
        const groups = groupsOf(results);
        const counters = countersOf(results);
        expect(groups.flatMap(({ members }) => members).toSorted((one, other) => one - other)).toEqual(
          results.map((_, index) => index),
        );
        expect(
          groups.every(
            ({ count, members, outcome }) =>
              count === members.length && members.every((at) => results[at]?.outcome === outcome),
          ),
        ).toBe(true);
        for (const [outcome, count] of counters.outcomes)
          expect(groups.filter((group) => group.outcome === outcome).reduce((sum, group) => sum + group.count, 0)).toBe(
            count,
          );
        expect([...counters.outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(results.length);
        const isOfA = ({ model }: ReplyResult): boolean => model === 'a';
        const parts = [countersOf(results.filter(isOfA)), countersOf(results.filter((one) => !isOfA(one)))];
        for (const key of ['all', 'wrong', 'unexplained', 'aligned'] as const)
          expect(parts.reduce((sum, part) => sum + part[key], 0)).toBe(counters[key]);
      }),
      { numRuns: 40 },
    );
  });

  it('in the moves between two runtimes', () => {
    fc.assert(
      fc.property(anyLog, anyLog, (one, other) => {
        const before = judged(one);
        const after = judged(other, judges.hermes);
        const { replies, counts, outcomes } = movesBetween(before, after);
        expect(replies.flatMap((moved) => moved.before ?? []).toSorted((a, b) => a - b)).toEqual(
          before.map((_, index) => index),
        );
        expect(replies.flatMap((moved) => moved.after ?? []).toSorted((a, b) => a - b)).toEqual(
          after.map((_, index) => index),
        );
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(replies.length);
        for (const [move, count] of counts)
          expect(outcomes.reduce((sum, one) => sum + (one.move === move ? one.count : 0), 0)).toBe(count);
        const failed = (list: readonly ReplyResult[], side: 'before' | 'after'): number =>
          replies.filter((moved) => {
            const result = list[moved[side] ?? -1];
            const other = (side === 'before' ? after : before)[moved[side === 'before' ? 'after' : 'before'] ?? -1];
            // A call that the log lacks is none where it was lost on the other side.
            const isLost = ['error', 'lost', 'text'].includes(other?.outcome ?? '');
            if (result?.outcome === 'phantom' && isLost) return false;
            return moved.move !== 'unmatched' && result !== undefined && isFailure(result);
          }).length;
        // What was fixed and broken is all that the two rates differ by.
        expect(failed(before, 'before') - failed(after, 'after')).toBe(
          (counts.get('fixed') ?? 0) - (counts.get('broken') ?? 0),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('shrinking', () => {
  const shrunk = (text: string, runtime: string): string => shrunkReply(text, { runtime, runtimes, tools });

  it('leaves what matters', () => {
    const long = `${'The tank is nearly empty. '.repeat(20)}\n<tool_call>\n{"name": "fill_tank", "arguments": {"liters": 4,}}\n</tool_call>\nDone.`;
    const short = shrunk(long, 'vllm:hermes');
    expect(short.length).toBeLessThan(70);
    expect(short).toContain('<tool_call>');
    // The comma is still the fault, and can still be taken out.
    const options = { runtime: 'vllm:hermes', runtimes, tools };
    const [of, ofLong] = [short, long].map((text) => diagnose(extract({ text }, options), options)[0]);
    expect(of?.edit?.label).toBe(ofLong?.edit?.label);
    expect(of?.edit).toBeDefined();
  });

  it('makes no other fault', () => {
    const text = `Sure.\n<tool_call>\n{"name": "fill_tank", "arguments": {"liters": 4, "note": "to the brim",}}\n</tool_call>`;
    const short = shrunk(text, 'vllm:hermes');
    expect(short.endsWith('</tool_call>')).toBe(true);
    expect(extract({ text: short }, { runtime: 'auto', tools }).calls).toMatchObject([
      { arguments: { liters: expect.anything() as unknown } },
    ]);
    const codes = (of: string): string[] => {
      const options = { runtime: 'vllm:hermes', runtimes, tools };
      return diagnose(extract({ text: of }, options), options).map(({ code }) => code);
    };
    expect(codes(text)).toEqual(expect.arrayContaining(codes(short)));
  });

  it('leaves no expectation that the smaller text cannot meet', () => {
    const expected = [{ name: 'fill_tank', values: { liters: [4] }, isLoose: false }];
    const text = (liters: string): string =>
      `<tool_call>\n{"name": "fill_tank", "arguments": {${liters}}}\n</tool_call>`;
    expect(isStillExpected(text('"liters": 4,'), { expected, tools })).toBe(true);
    expect(isStillExpected(text('"": 4,'), { expected, tools })).toBe(false);
    expect(isStillExpected('.', { expected, tools })).toBe(false);
    expect(isStillExpected(text('"": 4'), { expected: [], tools })).toBe(true);
    expect(isStillExpected('.', { tools })).toBe(true);
  });

  it('keeps outcome and diagnosis, in 200 of 200 where it is thorough', () => {
    const texts = [...new Set([...fixtures.map(({ text }) => text), call('fill_tank', 'parameters')])].filter(
      (text) => text.length < 250,
    );
    const lost: string[] = [];
    const count = often(200, 25);
    for (let index = 0; index < count; index += 1) {
      const text = texts[(index * 7) % texts.length] ?? '';
      const runtime = index % 2 === 0 ? 'auto' : 'vllm:hermes';
      const options = { runtime, runtimes, tools };
      const short = shrunk(text, runtime);
      expect(short.length).toBeLessThanOrEqual(text.length);
      if (signatureOf(short, options) !== signatureOf(text, options)) lost.push(text);
    }
    expect(lost).toEqual([]);
  });

  it('keeps them in texts of 4 KB', () => {
    const filler = 'The tank is nearly empty, said "Ann" {once}. ';
    const every = isThorough ? 8 : 400;
    for (const { text } of fixtures.filter((_, index) => index % every === 0)) {
      const padded = `${filler.repeat(Math.max(0, Math.ceil((4096 - text.length) / filler.length)))}\n${text}`.slice(
        -4096,
      );
      for (const runtime of ['auto', 'vllm:hermes']) {
        const options = { runtime, runtimes, tools };
        expect(signatureOf(shrunk(padded, runtime), options)).toBe(signatureOf(padded, options));
      }
    }
  });
});
