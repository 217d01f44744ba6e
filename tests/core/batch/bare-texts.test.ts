import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

const full = 'The tank is full.';
const fill = '<tool_call>\n{"name": "fill_tank", "arguments": {"liters": 4}}\n</tool_call>';

const read = (content: string, name: string | null = null): unknown => {
  const { replies, summary } = readLog(content, { name });
  return { replies: replies.map(({ id, text }) => [id, text]), without: summary.without };
};

it.each([
  ['at its end', [fill, full, ''], ['1', '2', '3']],
  ['at its beginning', ['', fill, full], ['1', '2', '3']],
  ['in the middle, twice', [full, '', '', fill], ['1', '2', '3', '4']],
  ['beside a word', [full, 'Yes', fill, ''], ['1', '2', '3', '4']],
  ['beside a word that is first', ['Yes', full, '', fill], ['1', '2', '3', '4']],
])('takes an empty text of a list for an empty reply %s', (_, texts, ids) => {
  const replies = ids.map((id, index) => [id, texts[index]]);
  for (const indent of [0, 2])
    expect(read(JSON.stringify(texts, null, indent), 'outputs.json')).toEqual({ replies, without: 0 });
  const lines = texts.map((text) => JSON.stringify(text)).join('\n');
  expect(read(lines, 'outputs.jsonl')).toEqual({ replies, without: 0 });
});

it.each([
  ['words', ['alpha', '', 'gamma'], []],
  ['nothing', ['', ''], []],
  ['towns', ['Oslo', 'Rome', 'New York', '', 'Bern'], [['3', 'New York']]],
])('takes nothing empty for a reply in a list of %s', (_, texts, replies) => {
  expect(read(JSON.stringify(texts))).toEqual({ replies, without: texts.length - replies.length });
});

it('tells an empty reply from one that is missing', () => {
  const records = [
    { id: 'a', output: '' },
    { id: 'b', output: null },
    { id: 'c' },
    { id: 'd', output: full },
    { id: 'e', output: '', error: 'Timed out.' },
  ];
  const lines = records.map((one) => JSON.stringify(one)).join('\n');
  const replies = [
    ['a', ''],
    ['d', full],
  ];
  expect(read(lines, 'x.jsonl')).toEqual({ replies, without: 2 });
  expect(read(JSON.stringify(records), 'x.json')).toEqual({ replies, without: 2 });
  const table = `id,output,error\na,,\nd,${full},\ne,,Timed out.\n`;
  expect(read(table, 'x.csv')).toEqual({ replies, without: 0 });
  expect(read(JSON.stringify([full, null, fill]))).toEqual({
    replies: [
      ['1', full],
      ['3', fill],
    ],
    without: 1,
  });
});
