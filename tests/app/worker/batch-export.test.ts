import { expect, it } from 'vitest';
import { Judge, LogReader, type LoggedReply, ResultColumns } from '../../../src/core/index.ts';
import { ReplyStore } from '../../../src/app/worker/reply-store.ts';
import { comparedFiles } from '../../../src/app/worker/batch-moves.ts';
import type { BatchFile } from '../../../src/app/worker/batch-protocol.ts';
import { csvHead, exported, toCsv, toJsonLines } from '../../../src/app/worker/batch-export.ts';

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
const rows = replies.map((reply) => ({ reply, result: judge.judge(reply), file: 'run.jsonl' }));

it('a table is read again with the same texts, and holds no formula', () => {
  const reader = new LogReader({ name: 'replies.csv' });
  const read = [...reader.push(csvHead + toCsv(rows).join('')), ...reader.end().replies];
  expect(read.map(({ id, text }) => [id, text])).toEqual([
    ['q0', '[fill(a="x, y")]'],
    ['q1', 'He said "no",\nand left.'],
    ['q2', "'=1+1"],
  ]);
  // Nothing that it says of a reply is taken for a score of the log.
  expect(read.map(({ isRight }) => isRight)).toEqual([null, null, null]);
});

it('JSON lines have what was said and what became of it', () => {
  const records = toJsonLines(rows).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ id, outcome, text }) => [id, outcome, text])).toEqual([
    ['q0', 'calls', '[fill(a="x, y")]'],
    ['q1', 'answer', 'He said "no",\nand left.'],
    ['q2', 'answer', '=1+1'],
  ]);
});

const call = '{"name": "fill", "arguments": {}}';
/** Two runs of the same questions. The score of the first reply says otherwise than what is judged here. */
const runs: readonly LoggedReply[] = [
  { text: call, isRight: false },
  { text: 'No.', isRight: true },
  { text: 'No.', isRight: null },
  { text: call, isRight: null },
].map(({ text, isRight }, index) => {
  const id = `q${String(index % 2)}`;
  const calls = [{ name: 'fill', arguments: {}, isBroken: false }];
  return { id, record: id, number: 1, text, calls, areFromText: true, tools: [{ name: 'fill' }], model: null, isRight };
});

async function saved(form: 'csv' | 'jsonl', isCompared: boolean): Promise<string> {
  const [replies, results] = [new ReplyStore(), new ResultColumns()];
  for (const reply of runs) {
    replies.push(reply);
    results.push(judge.judge(reply));
  }
  const files = [
    { name: 'before.jsonl', from: 0, replies: 2 },
    { name: 'after.jsonl', from: 2, replies: 2 },
  ] as readonly Partial<BatchFile>[] as readonly BatchFile[];
  const compared = isCompared ? comparedFiles(results, files, { before: 0, after: 1 }) : null;
  return (await exported(form, [0, 1, 2, 3], { replies, results, files, compared })).text();
}

it('a table says which file a reply is from, what it was before, and tells the score of the log from what is judged here', async () => {
  const [head = '', ...lines] = (await saved('csv', true)).trimEnd().split('\r\n');
  const names = head.split(',');
  const cells = lines.map((line) => {
    const values = line.split(',');
    return ['id', 'file', 'outcome', 'failed', 'score_wrong', 'outcome_before', 'change'].map(
      (name) => values[names.indexOf(name)],
    );
  });
  expect(cells).toEqual([
    ['q0', 'before.jsonl', 'expected', 'false', 'true', '', ''],
    ['q1', 'before.jsonl', 'text', 'true', 'false', '', ''],
    ['q0', 'after.jsonl', 'text', 'true', '', 'expected', 'broken'],
    ['q1', 'after.jsonl', 'expected', 'false', '', 'text', 'fixed'],
  ]);
});

it('JSON lines say the same, and nothing of a comparison where there is none', async () => {
  const records = async (isCompared: boolean): Promise<readonly object[]> =>
    (await saved('jsonl', isCompared))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
  expect((await records(true))[2]).toMatchObject({
    id: 'q0',
    file: 'after.jsonl',
    outcomeBefore: 'expected',
    change: 'broken',
  });
  expect((await records(true))[0]).toMatchObject({ file: 'before.jsonl', isFailed: false, isMarkedWrong: true });
  for (const record of await records(false)) expect(Object.keys(record)).not.toContain('change');
});
