import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLesson } from '../../../src/core/lessons/index.ts';
import { lesson } from '../../../src/data/lessons/a-call-is-text.ts';

const plain = JSON.parse(JSON.stringify(lesson)) as Record<string, unknown>;
const [step] = lesson.steps;

function withStep(change: object): string {
  return JSON.stringify({ ...plain, steps: [{ ...step, ...change }, lesson.steps[1]] });
}

describe('a lesson file', () => {
  it.each([
    ['', /no lesson/],
    ['{"id": "a", ', /no lesson: .*line 1, column/],
    ['[]', /`lesson` should be an object, and it is a list/],
    ['{"id": 7}', /`id` should be text, and it is 7/],
    [JSON.stringify({ ...plain, id: 'A b' }), /`id` has characters/],
    [JSON.stringify({ ...plain, minutes: 'five' }), /`minutes` should be a number/],
    [JSON.stringify({ ...plain, steps: {} }), /`steps` should be a list/],
    [`{"id": "${'a'.repeat(3_000_000)}"}`, /larger than 2 MB/],
    ['['.repeat(100_000), /no lesson/],
  ])('that begins %.30s is refused with its place', (file, problem) => {
    const { lesson: read, problems } = readLesson(file);
    expect(read).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it.each([
    [{ say: 5 }, /`steps\[0\]\.say` should be text, and it is 5/],
    [{ hints: 'none' }, /`steps\[0\]\.hints` should be a list/],
    [{ hints: ['a', null] }, /`steps\[0\]\.hints\[1\]` should be text, and it is null/],
    [{ ask: { kind: 'sing' } }, /`steps\[0\]\.ask\.kind` is `sing`, which this page does not know/],
    [{ ask: { kind: 'predict', what: { of: 'weather' } } }, /`steps\[0\]\.ask\.what\.of` is `weather`/],
    [{ ask: { kind: 'fix', edit: [], conditions: [] } }, /`steps\[0\]\.ask\.edit` should not be empty/],
    [{ ask: { kind: 'fix', edit: ['text'], conditions: [{ must: 'fly' }] } }, /conditions\[0\]\.must` is `fly`/],
    [{ case: { text: 'x'.repeat(30_000) } }, /`steps\[0\]\.case\.text` is longer than 20,000 characters/],
    [{ case: { profile: 'VLLM hermes' } }, /`steps\[0\]\.case\.profile` has characters/],
    [{ case: { recording: { lengths: 'all', gaps: [] } } }, /`steps\[0\]\.case\.recording\.lengths` should be a list/],
  ])('with a step like %j opens without that step', (change, problem) => {
    const { lesson: read, problems } = readLesson(withStep(change));
    expect(read?.steps).toEqual([lesson.steps[1]]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
    expect(problems[0]).toMatch(/This step is left out\.$/);
  });

  it('may have keys of a later version', () => {
    const { lesson: read, problems } = readLesson(JSON.stringify({ ...plain, music: 'slow' }));
    expect(problems).toEqual([]);
    expect(read).toEqual(lesson);
  });

  it('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('id', 'steps', 'ask', 'case', 'hints', 'say'), (value, key) => {
        for (const file of [
          JSON.stringify(value),
          JSON.stringify({ ...plain, [key]: value }),
          withStep({ [key]: value }),
        ])
          expect(Array.isArray(readLesson(file).problems)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('says of a case where it opens', () => {
  const { lesson, problems } = readLesson(JSON.stringify({ kind: 'callscope case', version: 1, state: { text: 'x' } }));
  expect(lesson).toBeNull();
  expect(problems).toEqual(['This file is a case, and no lesson. Open it under Share.']);
});
