import { describe, expect, it } from 'vitest';
import { DeclaredTools, Judge } from '../../../src/core/batch/index.ts';
import { differenceFrom } from '../../../src/core/batch/expected.ts';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { expectedExactly, expectedIn } from '../../../src/core/batch/shapes/expected-calls.ts';

const schema = { type: 'object', properties: { to: { type: 'string' }, crates: { type: 'integer' } } };
const ship = (to: string, crates = 2): { name: string; arguments: unknown } => ({
  name: 'ship_crates',
  arguments: { to, crates },
});
const written = (call: unknown): string => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
const lines = (...records: readonly unknown[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('');

describe('the calls that a record expects', () => {
  it.each([
    [{ gold: { calls: [ship('Bern')] } }, 1],
    [{ gold: [] }, 0],
    [{ expected_calls: [] }, 0],
    [{ expected: JSON.stringify([ship('Bern')]) }, 1],
    [
      { reference_tool_calls: [{ type: 'function', function: { name: 'ship_crates', arguments: '{"to":"Bern"}' } }] },
      1,
    ],
    [{ ground_truth: [{ 'crates.ship': { to: ['Bern', 'bern'], crates: ['', 2] } }] }, 1],
    [{ possible_answer: { 'crates.ship': { to: ['Bern'] } } }, 1],
    // Near misses: a text, a list of texts, numbers, an empty list of anything, and a conversation's turns.
    [{ expected: 'Bern' }, null],
    [{ reference: ['Bern', 'Bonn'] }, null],
    [{ target: [] }, null],
    [{ target: { Bern: 3 } }, null],
    [{ ground_truth: [["ship(to='Bern')"], ['wait(minutes=1)']] }, null],
    [{ gold: null, answer: [ship('Bern')] }, null],
  ])('%j', (record, count) => {
    expect(expectedIn(record)?.length ?? null).toBe(count);
  });
});

describe('what came against what is expected', () => {
  const bern = [expectedExactly('ship_crates', { to: 'Bern', crates: 2 })];
  it.each([
    [[ship('Bern')], null],
    [[{ name: 'ship_crates', arguments: { crates: 2, to: 'Bern' } }], null],
    [[ship('Bonn')], '`to` of `ship_crates` has another value than expected.'],
    [[{ name: 'send', arguments: {} }], 'The model called `send` instead of `ship_crates`.'],
    [[{ name: 'ship_crates', arguments: { to: 'Bern' } }], '`ship_crates` lacks `crates`.'],
    [[{ name: 'ship_crates', arguments: { town: 'Bern', crates: 2 } }], '`ship_crates` got `town` instead of `to`.'],
    [[{ name: 'ship_crates', arguments: 'Bern' }], 'The arguments of `ship_crates` are no object.'],
    [[], 'The model called too rarely.'],
    [[ship('Bern'), ship('Bern')], 'The model called more often than expected.'],
  ])('%j', (calls, sentence) => {
    expect(differenceFrom(calls, bern)).toBe(sentence);
  });

  it('takes any order of calls, and of values as BFCL lists them any one', () => {
    const two = [
      expectedExactly('ship_crates', ship('Bern').arguments),
      expectedExactly('ship_crates', ship('Bonn').arguments),
    ];
    expect(differenceFrom([ship('Bonn'), ship('Bern')], two)).toBeNull();
    const loose = [
      {
        name: 'crates.ship',
        values: { to: ['St. Gallen', 'Sankt Gallen'], crates: [2, ''], box: [{ size: [1, 2], lid: ['', true] }, ''] },
        isLoose: true,
      },
    ];
    const made = (given: unknown): unknown => differenceFrom([{ name: 'crates_ship', arguments: given }], loose);
    expect(made({ to: 'st gallen' })).toBeNull();
    expect(made({ to: 'Sankt-Gallen', crates: 2, box: { size: 2 } })).toBeNull();
    expect(made({ to: 'St. Gallen', box: { size: 3 } })).toMatch(/^`box` of/);
    expect(made({ to: 'St. Gallen', crates: 3 })).toMatch(/^`crates` of/);
    expect(made({ crates: 2 })).toMatch(/lacks `to`/);
  });
});

describe('a file of questions joined with results', () => {
  const tools = [{ name: 'ship_crates', description: 'Ships them.', parameters: schema }];
  const questions = lines(
    { id: 'q1', query: 'Two crates to Bern.', tools, gold: { calls: [ship('Bern')] } },
    { id: 'q2', query: 'Two crates to Bonn.', tools, gold: { calls: [ship('Bonn')] } },
    { id: 'q3', query: 'Hello.', tools, gold: { calls: [] } },
    { id: 'q4', query: 'Two crates to Basel.', tools, gold: { calls: [ship('Basel')] } },
    { id: 'q5', query: 'Hello again.', tools, gold: { calls: [] } },
  );
  const judged = (results: string, runtime = 'auto'): unknown[] => {
    const declared = new DeclaredTools();
    const [asked, given] = [readLog(questions, { name: 'bench.jsonl' }), readLog(results, { name: 'results.jsonl' })];
    expect([asked.replies.length, asked.summary.declared.length]).toEqual([0, 5]);
    declared.add(asked.summary.declared);
    const judge = new Judge({ runtime, isAligning: true });
    return given.replies.map((reply) => {
      const { id, outcome, isWrong } = judge.judge(declared.joined(reply));
      return [id, outcome, isWrong];
    });
  };

  it('compares the calls that somebody’s parser found', () => {
    const results = lines(
      { id: 'q1', calls: [ship('Bern')] },
      { id: 'q2', calls: [ship('Bern')] },
      { id: 'q3', calls: [] },
      { id: 'q4', calls: [] },
      { id: 'q5', calls: [ship('Bern')] },
      { id: 'q6', calls: [ship('Bern')] },
    );
    expect(judged(results)).toEqual([
      ['q1', 'expected', false],
      ['q2', 'other', true],
      ['q3', 'expected', false],
      ['q4', 'answer', true],
      ['q5', 'phantom', true],
      ['q6', 'native', false],
    ]);
  });

  it('says of a needless call that it is one, as the lab does', () => {
    const declared = new DeclaredTools();
    declared.add(readLog(questions, { name: 'bench.jsonl' }).summary.declared);
    const [reply] = readLog(lines({ id: 'q5', result: written(ship('Bern')) }), { name: 'results.jsonl' }).replies;
    const { why } = new Judge({ runtime: 'auto', isAligning: true }).judge(declared.joined(reply!));
    expect(why).toBe('The model called a tool where no call is expected.');
  });

  it('compares what a model wrote', () => {
    const results = lines(
      { id: 'q1', result: written(ship('Bern')) },
      { id: 'q2', result: written(ship('Bern')) },
      { id: 'q3', result: 'Hello.' },
      { id: 'q4', result: 'I cannot.' },
      { id: 'q5', result: written(ship('Bern')) },
    );
    expect(judged(results)).toEqual([
      ['q1', 'expected', false],
      ['q2', 'other', true],
      ['q3', 'expected', false],
      ['q4', 'answer', true],
      ['q5', 'phantom', true],
    ]);
    expect(judged(lines({ id: 'q1', result: written(ship('Bern')).replace('}}', '}') }), 'exathena')).toEqual([
      ['q1', 'text', true],
    ]);
  });

  it('leaves a record of several replies alone: nobody knows which one should call', () => {
    expect(judged(lines({ id: 'q1', result: [['One moment.', 'Done.']] }))).toEqual([
      ['q1#1', 'answer', false],
      ['q1#2', 'answer', false],
    ]);
  });
});

it('what a fixture expects of a parser are the calls of the log, and nothing beside them', () => {
  const fixture = { id: 'f', raw_output: written(ship('Bern')), expected: { tool_calls: [ship('Bern')] } };
  const [reply] = readLog(lines(fixture), { name: 'fixtures.jsonl' }).replies;
  expect([reply?.calls?.length, reply?.expected]).toEqual([1, undefined]);
});
