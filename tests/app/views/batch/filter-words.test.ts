import { expect, test } from 'vitest';
import { outcomeWords } from '../../../../src/app/views/batch/batch-words.ts';
import {
  filterText,
  listedText,
  offeredOrders,
  orderedBy,
  progressText,
  savedName,
  scopeText,
} from '../../../../src/app/views/batch/filter-words.ts';
import { noFilter } from '../../../../src/app/worker/batch-protocol.ts';

const named = { words: outcomeWords, files: [{ name: 'a.jsonl' }, { name: 'b.jsonl' }] };

test('a filter says all that it leaves out, and nothing where it leaves nothing out', () => {
  expect(filterText(noFilter, named)).toBe('');
  expect(filterText({ ...noFilter, outcome: 'text', search: 'fill' }, named)).toBe('call stayed text, search “fill”');
  const full = {
    outcome: 'calls',
    group: 'calls D32',
    search: '',
    file: 1,
    move: 'fixed',
    fault: 'markup',
    wrong: 'marked',
  } as const;
  expect(filterText({ ...full, tried: 'same' }, named)).toBe(
    'calls, one group, the same in what was tried, file b.jsonl, fixed, a fault in the calls of the log, wrong by the score',
  );
  expect(scopeText({ ...noFilter, outcome: 'text', group: 'text D08' }, named)).toBe('');
});

test('how many are listed', () => {
  expect(listedText(60, 60, '')).toBe('60 replies');
  expect(listedText(17, 60, 'call stayed text')).toBe('17 of 60 replies, filter: call stayed text');
  expect(listedText(0, 1, 'search “zzzz”')).toBe('0 of 1 reply, filter: search “zzzz”');
});

test('how far it is: a rate and what is left only while it reads', () => {
  const at = { judged: 516, replies: 30_000, rate: 84 };
  expect(progressText(at, 'reading', 516)).toBe('516 of 30,000 replies, 84 a second, about 6 minutes left.');
  // The numbers below it are counted now and then.
  expect(progressText(at, 'reading', 400)).toBe(
    '516 of 30,000 replies, 84 a second, about 6 minutes left. Below: the first 400.',
  );
  expect(progressText(at, 'paused', 516)).toBe('Paused after 516 of 30,000 replies.');
  expect(progressText(at, 'stopped', 516)).toBe('Stopped after 516 of 30,000 replies.');
  expect(progressText({ ...at, judged: 0, rate: 0 }, 'reading', null)).toBe('Opening: 30,000 replies so far.');
  expect(progressText({ ...at, judged: 0, rate: 0 }, 'paused', null)).toBe('Paused: 30,000 replies so far.');
  expect(progressText({ judged: 76, replies: 4986, rate: 40 }, 'reading', null)).toBe(
    '76 of 4,986 replies, 40 a second.',
  );
  expect(progressText({ judged: 59, replies: 60, rate: 84 }, 'reading', 59)).toBe('59 of 60 replies, 84 a second.');
});

test('a file that is saved is named after its log and who read it', () => {
  const name = (files: readonly string[], filter = noFilter): string =>
    savedName(
      {
        words: outcomeWords,
        files: files.map((one) => ({ name: one })),
        filter,
        runtime: 'vllm:hermes',
        labelOf: () => 'vLLM hermes',
      },
      'csv',
    );
  expect(name(['eval_A.jsonl'])).toBe('eval_A.vLLM-hermes.csv');
  expect(name(['runs/eval_A.jsonl.gz'], { ...noFilter, outcome: 'text' })).toBe('eval_A.vLLM-hermes.part.csv');
  expect(name(['qwen2.5 7b.json', 'b.csv'])).toBe('qwen2.5-7b.b.vLLM-hermes.csv');
  expect(name(['a.jsonl', 'b.jsonl', 'c.jsonl'])).toBe('a.and-2-more.vLLM-hermes.csv');
  expect(name(['../../..<>"|?*.jsonl'])).toBe('vLLM-hermes.csv');
});

test('orders are offered of what rows know, and a row says what it is ordered by', () => {
  const named = { tools: [['fill', 2]], models: [['a', 2]] } as const;
  const ids = (...given: Parameters<typeof offeredOrders>): string[] => offeredOrders(...given).map(({ id }) => id);
  expect(ids([{ tools: [], models: [] }], 'file')).toEqual(['file', 'longest', 'shortest', 'outcome']);
  expect(ids([named], 'file')).toEqual(['file', 'longest', 'shortest', 'outcome', 'tool', 'model']);
  // The groups of a narrower filter may name none.
  expect(ids([], 'model')).toEqual(['file', 'longest', 'shortest', 'outcome', 'model']);
  const row = { length: 1200, model: null };
  expect(['file', 'longest', 'model', 'tool'].map((one) => orderedBy(one as 'file', row))).toEqual([
    '',
    '1,200 characters',
    'no model',
    '',
  ]);
});
