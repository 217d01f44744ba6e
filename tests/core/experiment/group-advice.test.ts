import { expect, it } from 'vitest';
import { failureGroups, messageKey, RunJudge, setupKey, type JudgedRun } from '../../../src/core/experiment/index.ts';
import { fill, message, noCall, runOf, setup } from './experiments.ts';

const judge = new RunJudge({ runtime: 'auto' });
const drain = fill({}, 'drain');
const otherKeys = '<tool_call>\n{"tool": "drain", "args": {}}\n</tool_call>';
const prose = Array.from({ length: 8 }, () => 'B2 is full now.');

function judged(texts: readonly string[], asked = message): JudgedRun[] {
  return texts.map((text, index) => {
    const run = runOf({ variant: setupKey(setup), message: messageKey(asked), number: index + 1, text });
    return { run, result: judge.judge({ run, setup, expected: asked.expected }) };
  });
}

it('what few of a group have wrong is no advice to all of it', () => {
  const groupOf = (texts: readonly string[]) =>
    failureGroups(judged([...texts, ...prose])).find(({ sentence }) => sentence.includes('instead of `fill_tank`'));
  const few = groupOf([...Array.from({ length: 8 }, () => drain), otherKeys, otherKeys]);
  expect([few?.count, few?.diagnoses.length, few?.remedy]).toEqual([10, 1, null]);
  const most = groupOf([drain, ...Array.from({ length: 9 }, () => otherKeys)]);
  expect(most?.remedy?.text).toContain('keys');
});

it('a call that nobody wants has no edit that makes it come', () => {
  const broken = '<tool_call>\n{"name": "drain", "arguments": {},}\n</tool_call>';
  const groups = failureGroups(judged([broken, broken], noCall));
  expect(groups.map(({ outcome, remedy }) => [outcome, remedy])).toEqual([['phantom', null]]);
});

it('the tool of its sentence is nothing that a group has in common besides', () => {
  const group = failureGroups(judged([...Array.from({ length: 10 }, () => drain), ...prose])).find(
    ({ tools }) => tools.length > 0,
  );
  expect(group?.tools).toEqual([['drain', 10]]);
  expect(group?.common.filter(({ field }) => field === 'tool')).toEqual([]);
});
