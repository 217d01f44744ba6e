import { expect, it } from 'vitest';
import { Judge, LogReader, type LoggedReply } from '../../../src/core/index.ts';
import { csvHead, toCsv, toJsonLines } from '../../../src/app/worker/batch-export.ts';

const replies: readonly LoggedReply[] = ['[fill(a="x, y")]', 'He said "no",\nand left.', '=1+1'].map((text, index) => ({
  id: `q${String(index)}`,
  record: `q${String(index)}`,
  number: index + 1,
  text,
  calls: null,
  tools: [{ name: 'fill' }],
  model: null,
  isRight: null,
}));
const judge = new Judge({ runtime: 'auto', isAligning: true });
const rows = replies.map((reply) => ({ reply, result: judge.judge(reply) }));

it('a table is read again with the same texts, and holds no formula', () => {
  const reader = new LogReader({ name: 'replies.csv' });
  const read = [...reader.push(csvHead + toCsv(rows).join('')), ...reader.end().replies];
  expect(read.map(({ id, text }) => [id, text])).toEqual([
    ['q0', '[fill(a="x, y")]'],
    ['q1', 'He said "no",\nand left.'],
    ['q2', "'=1+1"],
  ]);
});

it('JSON lines have what was said and what became of it', () => {
  const records = toJsonLines(rows).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ id, outcome, text }) => [id, outcome, text])).toEqual([
    ['q0', 'calls', '[fill(a="x, y")]'],
    ['q1', 'answer', 'He said "no",\nand left.'],
    ['q2', 'answer', '=1+1'],
  ]);
});
