import { describe, expect, it } from 'vitest';
import { gradeAnswer, type Answer, readLesson } from '../../../src/core/lessons/index.ts';
import { solve } from '../../../src/core/lessons/solve.ts';
import { writtenFailures } from '../../../src/data/failures/index.ts';
import { failureLesson, failureLessonId, failureOfLesson } from '../../../src/data/lessons/failure-lesson.ts';
import { lessonList } from '../../../src/data/lessons/index.ts';
import { someOf } from '../../thorough.ts';

const words = (text: string): Answer => ({ kind: 'words', text });
/** Somebody who only guesses. */
const guesses = ['calls', 'text', 'nothing', '0', '2', 'maybe'];

const tried = someOf(writtenFailures, 1 / 3, ({ id }) => id);

describe.each(tried.map((failure) => [failure.id, failure] as const))('the exercise of %s', (_, failure) => {
  const lesson = failureLesson(failure);
  const [first, second] = lesson.steps;
  if (first === undefined || second === undefined) throw new Error('It has fewer than two steps.');

  it('is a lesson file of two steps that do not tell its title', () => {
    expect(lesson.steps).toHaveLength(2);
    expect(readLesson(JSON.stringify(lesson))).toEqual({ lesson, problems: [] });
    expect(JSON.stringify(lesson)).not.toContain(JSON.stringify(failure.title).slice(1, -1));
  });

  it('asks first what the client gets: one answer is right, and most guesses are wrong with a place', async () => {
    const answer = await solve(first);
    expect(answer).not.toBeNull();
    const grades = await Promise.all(guesses.map((guess) => gradeAnswer(first, words(guess))));
    const refused = grades.filter(({ isRight }) => !isRight);
    expect(refused.length).toBeGreaterThanOrEqual(guesses.length - 2);
    for (const { says } of refused)
      expect(says.join(' ')).toMatch(/line \d+, column \d+|Your program gets|Type a number/);
  });

  it('is then repaired by what helps, and by nothing that changes nothing', async () => {
    const { case: given, ask } = second;
    if (ask.kind !== 'fix') {
      expect(await solve(second)).toMatchObject({ kind: 'place' });
      expect((await gradeAnswer(second, { kind: 'place', at: 0 })).isRight).toBe(false);
      return;
    }
    const { view: _view, compare: _compare, ...change } = failure.remedy.change;
    const grade = await gradeAnswer(second, { kind: 'case', case: { ...given, ...change } });
    expect(grade, grade.says.join(' ')).toMatchObject({ isRight: true });
    const text = given.text ?? '';
    for (const obvious of [
      given,
      { ...given, text: `${text}\n` },
      { ...given, text: `${text} ` },
      { ...given, profile: 'auto' },
    ])
      expect((await gradeAnswer(second, { kind: 'case', case: obvious })).isRight, JSON.stringify(obvious)).toBe(false);
  });
});

it('finds the failure of a lesson, and none for others', () => {
  for (const failure of writtenFailures)
    expect(failureOfLesson(failureLessonId(failure), writtenFailures)).toBe(failure);
  for (const { id } of lessonList) expect(failureOfLesson(id, writtenFailures)).toBeUndefined();
  expect(failureOfLesson('failure-of-nobody', writtenFailures)).toBeUndefined();
});
