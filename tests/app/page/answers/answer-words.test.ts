import { describe, expect, it } from 'vitest';
import { answerText, stateOf, streamedText } from '../../../../src/app/page/answers/answer-words.ts';

const blank = {
  rest: 'shown',
  lost: 0,
  names: [],
  seen: { start: '', length: 0 },
  error: null,
  partsAt: null,
} as const;
const none = { ...blank, calls: 'none', count: 0 } as const;
const same = { ...blank, calls: 'same', count: 2 } as const;

describe('an answer in a word or two', () => {
  it('says what becomes of a reply without a call', () => {
    expect(answerText(none, 1)).toBe('shown as text');
    expect(answerText({ ...none, rest: 'http-error' }, 1)).toBe('HTTP 500');
    expect(answerText({ ...none, rest: 'reasoning' }, 1)).toBe('kept as reasoning');
    expect([stateOf(none), stateOf({ ...none, rest: 'reasoning' })]).toEqual(['none', 'none']);
    expect(stateOf({ ...none, rest: 'lost', lost: 3 })).toBe('gone');
  });

  it('counts calls against those that were meant', () => {
    expect(answerText(same, 2)).toBe('2 calls');
    expect(answerText({ ...same, calls: 'other', count: 1 }, 2)).toBe('1 of 2 calls');
    expect(answerText({ ...same, calls: 'other', count: 2, lost: 4 }, 2)).toBe('2 calls, changed; 4 characters lost');
    expect(answerText({ ...same, calls: 'other', count: 1 }, 0)).toBe('1 call');
  });

  it('ticks no calls of which the client runs the first alone', () => {
    const first = { ...same, runsFirst: true } as const;
    expect([answerText(first, 2), stateOf(first)]).toEqual(['runs 1 of 2 calls', 'other']);
  });

  it('blames no server for a call that a person expects otherwise', () => {
    const other = { ...same, calls: 'other', count: 1 } as const;
    expect(answerText(other, 1, true)).toBe('1 call, not the expected one');
    expect(answerText({ ...other, count: 2 }, 2, true)).toBe('2 calls, not the expected ones');
    expect(answerText(other, 1)).toBe('1 call, changed');
    expect(streamedText({ runtime: 'vllm:hermes', whole: other, streamed: other }, 1, true)).toBe('');
  });

  it('speaks of the stream only where that differs', () => {
    const answers = { runtime: 'vllm:hermes', whole: same, streamed: same };
    expect(streamedText(answers, 2)).toBe('');
    expect(streamedText({ ...answers, streamed: null }, 2)).toBe('');
    expect(streamedText({ ...answers, streamed: none }, 2)).toBe('shown as text');
  });
});
