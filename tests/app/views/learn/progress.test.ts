import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import {
  noProgress,
  ownOf,
  progressOf,
  readProgress,
  withLesson,
  withOwn,
  writeProgress,
} from '../../../../src/app/views/learn/lessons/progress.ts';

const state = { ...emptyLinkState, text: 'Mine.\n🌊', profile: 'vllm:hermes' };

describe('progress of lessons', () => {
  it('is read as it was written, with the work that waits', () => {
    const progress = withOwn(
      withLesson(noProgress, 'a-call-is-text', { solved: [0, 2], at: 3, hints: [0, 2], wrongs: 4 }),
      state,
    );
    const read = readProgress(writeProgress(progress));
    expect(read).toEqual(progress);
    expect(progressOf(read, 'a-call-is-text')).toEqual({ solved: [0, 2], at: 3, hints: [0, 2], wrongs: 4 });
    expect(progressOf(read, 'exam')).toEqual({ solved: [], at: 0, hints: [], wrongs: 0 });
    expect(ownOf(read)).toEqual(state);
  });

  it('keeps the work from before the first lesson, whatever comes later', () => {
    const first = withOwn(noProgress, state);
    expect(withOwn(first, { ...state, text: 'A lesson.' })).toBe(first);
  });

  it.each([null, '', '{', '[]', '7', '{"lessons": 5}', '{"lessons": {"a": 1}, "own": {}}'])('survives %s', (text) => {
    const read = readProgress(text);
    expect(read.lessons.size).toBe(0);
    expect(ownOf(read)).toBeNull();
  });

  it('leaves out steps that no lesson can have', () => {
    const read = readProgress('{"lessons": {"a": {"solved": [1, -1, "2", 1.5, 99], "at": "end"}}, "own": "1.damaged"}');
    expect(progressOf(read, 'a')).toEqual({ solved: [1], at: 0, hints: [], wrongs: 0 });
    expect(ownOf(read)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const read = readProgress(text);
        expect(readProgress(writeProgress(read))).toEqual(read);
      }),
    );
  });
});
