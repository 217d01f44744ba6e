import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

const texts = (content: string, name: string): unknown => readLog(content, { name }).replies.map(({ text }) => text);
const table = (...rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => `${row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`)
    .join('');
/** The same rows as JSON lines. */
const lines = ([names = [], ...rows]: readonly (readonly string[])[]): string =>
  rows.map((row) => `${JSON.stringify(Object.fromEntries(row.map((cell, at) => [names[at] ?? '', cell])))}\n`).join('');

const call = '<tool_call>\n{"name": "open_gate", "arguments": {"gate": 2}}\n</tool_call>';

/** Tables of other things. */
it.each([
  [
    'sales',
    [
      ['day', 'branch', 'content', 'pieces'],
      ['2026-02-01', 'Pier', 'rope, 10 m', '3'],
      ['2026-02-02', 'Quay', 'lamp', '1'],
    ],
  ],
  [
    'races',
    [
      ['runner', 'result', 'club'],
      ['Ann', 'won', 'Hill'],
      ['Ben', 'second', 'Dale'],
    ],
  ],
  [
    'posts',
    [
      ['id', 'title', 'text', 'likes'],
      ['1', 'Gate', 'The gate is open again, come and see it today.', '4'],
    ],
  ],
  [
    'meters',
    [
      ['time', 'output', 'unit'],
      ['08:00', '23.5', 'kW'],
      ['09:00', '24', 'kW'],
    ],
  ],
  [
    'sums',
    [
      ['raw', 'filtered'],
      ['4', '3'],
      ['9', '8'],
    ],
  ],
])('takes no cell of a table of %s for a reply', (name, rows) => {
  expect(texts(table(...rows), `${name}.csv`)).toEqual([]);
  expect(texts(lines(rows), `${name}.jsonl`)).toEqual([]);
  // The page asks which member holds the reply, and has none chosen.
  const { summary } = readLog(table(...rows), { name: `${name}.csv` });
  expect([summary.mapping.reply, summary.members.length > 0]).toEqual([undefined, true]);
});

/** Replies under the same names. */
it.each([
  [
    'beside what was asked',
    [
      ['question', 'content', 'seconds'],
      ['Is it open?', 'yes', '1'],
      ['And 3?', 'no', '2'],
    ],
    1,
  ],
  [
    'beside the model',
    [
      ['model', 'result'],
      ['gate-7b', 'yes'],
      ['gate-7b', 'no'],
    ],
    1,
  ],
  [
    'beside what was counted',
    [
      ['content', 'completion_tokens'],
      ['yes', '1'],
      ['no', '1'],
    ],
    0,
  ],
  [
    'beside what they were compared with',
    [
      ['text', 'expected'],
      ['<open/>', 'open_gate'],
      ['shut', ''],
    ],
    0,
  ],
  [
    'with a call in one of them',
    [
      ['gate', 'text'],
      ['2', call],
      ['3', 'shut'],
    ],
    1,
  ],
  [
    'with a call in the last one',
    [
      ['gate', 'text'],
      ['3', 'shut'],
      ['2', call],
    ],
    1,
  ],
  [
    'with nothing beside them',
    [
      ['id', 'content'],
      ['a', 'yes'],
      ['b', 'no'],
    ],
    1,
  ],
  [
    'under a name of their own',
    [
      ['gate', 'response'],
      ['2', 'yes'],
      ['3', 'no'],
    ],
    1,
  ],
  [
    'that are numbers, beside what was asked',
    [
      ['prompt', 'output'],
      ['2 + 2', '4'],
      ['3 + 3', '6'],
    ],
    1,
  ],
])('takes the cells of a column for replies %s', (_, rows, at) => {
  const replies = rows.slice(1).map((row) => row[at]);
  expect(texts(table(...rows), 'run.csv')).toEqual(replies);
  expect(texts(lines(rows), 'run.jsonl')).toEqual(replies);
});

it('takes the member that somebody has chosen, whatever is beside it', () => {
  const rows = [
    ['day', 'content'],
    ['Monday', 'open'],
    ['Sunday', 'shut'],
  ];
  const { replies } = readLog(table(...rows), { name: 'x.csv', mapping: { reply: 'content' } });
  expect(replies.map(({ text }) => text)).toEqual(['open', 'shut']);
});
