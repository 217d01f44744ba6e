import { expect, it } from 'vitest';
import { failureGroups, messageKey, RunJudge, setupKey, type JudgedRun, type Setup } from '../../../src/core/index.ts';

const setup: Setup = {
  system: '',
  preamble: null,
  format: 'hermes',
  tools: JSON.stringify(
    ['dim_lamp', 'lock_door'].map((name) => ({ name, parameters: { type: 'object', properties: {} } })),
  ),
  isCompact: false,
  place: 'prompt',
  held: 'free',
  temperature: 0.7,
  source: 'demo',
  model: '',
  renamed: [],
};
const message = { text: 'Dim the lamp.', expected: [{ name: 'dim_lamp', argumentsText: '' }] };
const judge = new RunJudge({ runtime: 'auto' });
const call = '<tool_call>\n{"name": "lock_door", "arguments": {}}\n</tool_call>';
const otherKeys = '<tool_call>\n{"tool": "lock_door", "args": {}}\n</tool_call>';

function judged(texts: readonly string[]): JudgedRun[] {
  return texts.map((text, index) => {
    const run = {
      variant: setupKey(setup),
      message: messageKey(message),
      number: index + 1,
      seed: index,
      text,
      native: '',
      tokens: null,
      milliseconds: 5,
      finishReason: 'stop',
      error: null,
    };
    return { run, result: judge.judge({ run, setup, expected: message.expected }) };
  });
}

const prose = Array.from({ length: 8 }, () => 'The lamp is dim now.');

it('what few of a group have wrong is no advice to all of it', () => {
  const groupOf = (texts: readonly string[]) =>
    failureGroups(judged([...texts, ...prose])).find(({ sentence }) => sentence.includes('instead of `dim_lamp`'));
  const few = groupOf([...Array.from({ length: 8 }, () => call), otherKeys, otherKeys]);
  expect([few?.count, few?.diagnoses.length, few?.remedy]).toEqual([10, 1, null]);
  const most = groupOf([call, ...Array.from({ length: 9 }, () => otherKeys)]);
  expect(most?.remedy?.text).toContain('keys');
});

it('a call that nobody wants has no edit that makes it come', () => {
  const unwanted = { text: 'Thank you.', expected: [] };
  const broken = '<tool_call>\n{"name": "lock_door", "arguments": {},}\n</tool_call>';
  const runs = judged(Array.from({ length: 4 }, () => broken)).map(({ run }): JudgedRun => ({
    run,
    result: judge.judge({ run, setup, expected: unwanted.expected }),
  }));
  expect(failureGroups(runs).map(({ outcome, remedy }) => [outcome, remedy])).toEqual([['phantom', null]]);
});

it('the tool of its sentence is nothing that a group has in common besides', () => {
  const group = failureGroups(judged([...Array.from({ length: 10 }, () => call), ...prose])).find(
    ({ tools }) => tools.length > 0,
  );
  expect(group?.tools).toEqual([['lock_door', 10]]);
  expect(group?.common.filter(({ field }) => field === 'tool')).toEqual([]);
});
