import { expect, it } from 'vitest';
import { comparedFiles } from '../../../src/app/worker/batch-moves.ts';
import type { BatchFile } from '../../../src/app/worker/batch-protocol.ts';
import { Judge, type LoggedReply } from '../../../src/core/index.ts';

const judge = new Judge({ runtime: 'auto', isAligning: true });
const call = '{"name": "fill", "arguments": {}}';
const result = (id: string, text: string): ReturnType<Judge['judge']> =>
  judge.judge({
    id,
    record: id,
    number: 1,
    text,
    calls: [],
    tools: null,
    model: null,
    isRight: null,
  } satisfies LoggedReply);
const file = (from: number, replies: number): BatchFile => ({
  name: `${String(from)}.jsonl`,
  opened: 0,
  shape: 'lines',
  from,
  replies,
  records: replies,
  failed: 0,
  without: 0,
  declared: 0,
  withTools: 0,
  expected: 0,
  troubles: 0,
  problems: [],
  mapping: {},
  unmet: [],
  members: [],
});

it('every reply of two files has one place in the list, and other files none', () => {
  // The log says that none of them should call.
  const results = [
    result('a', call),
    result('b', 'No.'),
    result('z', 'No.'),
    result('c', 'No.'),
    result('a', 'No.'),
    result('b', call),
    result('d', 'No.'),
  ];
  const files = [file(0, 2), file(2, 2), file(4, 3)];
  const { moves, byPlace } = comparedFiles(results, files, { before: 0, after: 2 });
  expect(Object.fromEntries(moves.counts)).toEqual({ fixed: 1, broken: 1, unmatched: 1 });
  expect([...byPlace].map(([place, { move, was }]) => [place, move, was])).toEqual([
    [4, 'fixed', 'phantom'],
    [5, 'broken', 'expected'],
    [6, 'unmatched', null],
  ]);
  const back = comparedFiles(results, files, { before: 2, after: 0 });
  expect([...back.byPlace].map(([place, { move }]) => [place, move])).toEqual([
    [0, 'broken'],
    [1, 'fixed'],
    [6, 'unmatched'],
  ]);
});
