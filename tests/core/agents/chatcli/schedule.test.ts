import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatcliSchedule } from '../../../../src/core/agents/chatcli/schedule.ts';
import { anyCalls, call, drawn } from '../loop/calls.ts';

describe('ChatCLI', () => {
  it('runs all in order, whatever is safe, and stops at the first error', () => {
    const schedule = chatcliSchedule([call('a', true), call('b', true, 'error'), call('c', true)]);
    expect(drawn(schedule.runs)).toBe('0@0, 0@1, -');
    expect(schedule).toMatchObject({ end: 'stopped-at-error', endedBy: 1, answeredBy: [0, 1, null] });
  });

  it('has nothing to stop when the last call fails', () => {
    expect(chatcliSchedule([call('a', true, 'error')])).toMatchObject({ end: 'all-ran', answeredBy: [0] });
  });

  it('keeps what was done before the user interrupts', () => {
    const schedule = chatcliSchedule([call('a', true), call('b', true, 'halt'), call('c', true)]);
    expect(schedule).toMatchObject({ end: 'halted', endedBy: 1, answeredBy: [0, null, null] });
  });

  it('answers calls that share an id each with its own result', () => {
    expect(chatcliSchedule([call('x', true), call('x', true)]).answeredBy).toEqual([0, 1]);
  });
});

it('answers what ran up to the first call that failed or was interrupted', () => {
  fc.assert(
    fc.property(anyCalls, (calls) => {
      const { answeredBy, runs } = chatcliSchedule(calls);
      const first = calls.findIndex(({ returns }) => returns !== 'ok');
      const ran = first < 0 ? calls.length : first + 1;
      expect(runs.map((run) => run !== null)).toEqual(calls.map((_, index) => index < ran));
      const answered = first >= 0 && calls[first]?.returns === 'halt' ? first : ran;
      expect(answeredBy).toEqual(calls.map((_, index) => (index < answered ? index : null)));
    }),
  );
});
