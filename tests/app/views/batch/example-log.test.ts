import { expect, it } from 'vitest';
import { countersOf, groupsOf, Judge, LogReader, type LoggedReply } from '../../../../src/core/index.ts';
import { exampleLog } from '../../../../src/app/views/batch/example-log.ts';

function readAll(): LoggedReply[] {
  const reader = new LogReader({ name: 'example.jsonl' });
  return [...reader.push(exampleLog()), ...reader.end().replies];
}

it('holds 2,000 replies, the same every time, of several kinds', () => {
  expect(exampleLog()).toBe(exampleLog());
  const replies = readAll();
  expect(replies).toHaveLength(2000);
  const judge = new Judge({ runtime: 'auto', isAligning: true });
  const results = replies.map((reply) => judge.judge(reply));
  const { outcomes, unexplained } = countersOf(results);
  expect(unexplained).toBe(0);
  expect(outcomes.get('expected')).toBeGreaterThan(1800);
  expect(outcomes.get('lost')).toBeGreaterThan(30);
  expect(groupsOf(results).length).toBeGreaterThan(4);
});
