import { describe, expect, it } from 'vitest';
import { gradeAnswer, type Lesson, type LessonStep, readLesson } from '../../../src/core/lessons/index.ts';
import { lessonList } from '../../../src/data/lessons/index.ts';
import { answersOf } from './step-answers.ts';

/** A place of the reply, the prompt or the list, as the grader names it. */
const PLACE = /line \d+, column \d+|“.+” comes before|All \d+ items|There is no choice|it is `|Type a number/;

/** The step and its number from 1. */
function stepsOf(lesson: Lesson): readonly (readonly [number, LessonStep])[] {
  return lesson.steps.map((step, index) => [index + 1, step]);
}

describe.each(lessonList.map((entry) => [entry.id, entry] as const))('the lesson %s', async (id, entry) => {
  const { lesson } = await entry.load();
  const steps = stepsOf(lesson);
  const answers = await answersOf(id);

  it('is what the list says, and short', () => {
    expect(lesson).toMatchObject({ id, title: entry.title, minutes: entry.minutes });
    expect(lesson.steps).toHaveLength(entry.steps);
    expect(lesson.minutes).toBeLessThanOrEqual(10);
    expect(answers, `tests/data/lessons/answers/${id}.ts has an entry for each step.`).toHaveLength(
      lesson.steps.length,
    );
  });

  it('is a lesson file', () => {
    expect(readLesson(JSON.stringify(lesson))).toEqual({ lesson, problems: [] });
  });

  it.each(steps)('step %i is solved by every right answer', async (number, step) => {
    for (const given of answers[number - 1]?.right ?? []) {
      const answer = given(step);
      const grade = await gradeAnswer(step, answer);
      expect(grade, JSON.stringify(answer)).toMatchObject({ isRight: true });
    }
    expect(answers[number - 1]?.right ?? []).not.toEqual([]);
  });

  it.each(steps)('step %i refuses plausible wrong answers with a place', async (number, step) => {
    const wrong = answers[number - 1]?.wrong ?? [];
    expect(wrong.length).toBeGreaterThanOrEqual(5);
    for (const given of wrong) {
      const answer = given(step);
      const grade = await gradeAnswer(step, answer);
      expect(grade, JSON.stringify(answer)).toMatchObject({ isRight: false });
      expect(grade.says.join(' '), JSON.stringify(answer)).toMatch(PLACE);
    }
  });

  it.each(steps)('step %i says so where a choice has to hold in a stream, too', (_, { ask, say }) => {
    if (ask.kind === 'choose') expect(say).toMatch(/streamed/);
  });

  it.each(steps)('step %i has hints, and is not solved by doing nothing', async (_, step) => {
    expect(step.hints.length).toBeGreaterThan(0);
    const { isRight } = await gradeAnswer(step, { kind: 'case', case: step.case });
    expect(isRight).toBe(false);
  });
});
