import { describe, expect, test } from 'vitest';
import { Judge, type LoggedReply } from '../../../src/core/batch/index.ts';
import type { FileReading } from '../../../src/core/index.ts';

const text = '<tool_call>{"name": "fill", "arguments": {"liters": 4}}</tool_call>';
const own = [{ name: 'fill', arguments: { liters: 4 }, isBroken: false }];

function reply(more: Partial<LoggedReply> = {}): LoggedReply {
  return { id: 'r', record: 'r', number: 1, text, calls: own, tools: null, model: null, isRight: null, ...more };
}

function reading(calls: { name: string; argumentsText: string }[], more: Partial<FileReading> = {}): FileReading {
  const whole = { calls, content: calls.length > 0 ? null : text, reasoning: null };
  return {
    label: 'Your P (p.py)',
    whole,
    problem: null,
    stream: null,
    why: 'Your P (p.py) says why, at 12.',
    line: 7,
    ...more,
  };
}

const judge = new Judge({ runtime: 'file', isAligning: true });

describe('replies that a parser file has read', () => {
  test.each([
    ['expected', [{ name: 'fill', argumentsText: '{"liters":4}' }], {}],
    ['other', [{ name: 'fill', argumentsText: '{"liters":5}' }], {}],
    ['text', [], { areFromText: true }],
  ] as const)('%s', (outcome, calls, more) => {
    const result = judge.judge(reply(more), reading([...calls]));
    expect([result.outcome, result.diagnosis, result.isUnexplained]).toEqual([outcome, null, false]);
    // Of calls there is nothing to say, as with servers; why there is none, the file tells.
    expect(result.why).toBe(outcome === 'text' ? 'Line 7: Your P (p.py) says why, at ….' : '');
  });

  test('what it raises is an error, with its sentence', () => {
    const failed = { whole: null, problem: 'KeyError: 1', why: 'KeyError: 1 (line 3).' };
    const result = judge.judge(reply({ areFromText: true }), reading([], failed));
    expect(result.outcome).toBe('error');
    expect(result.why).toContain('KeyError');
  });

  test('it is asked with the tools of the log in the form that servers take, else with those that are called', () => {
    expect(judge.questionOf(reply())?.tools.map(({ name }) => name)).toEqual(['fill']);
    const tools = [{ name: 'fill', schema: { type: 'dict', properties: {} } }];
    expect(judge.questionOf(reply({ tools }))).toMatchObject({ text, tools: [{ schema: { type: 'object' } }] });
    expect(judge.questionOf(reply({ text: null }))).toBeNull();
    expect(judge.questionOf(reply({ text: ' ' }))).toBeNull();
  });
});
