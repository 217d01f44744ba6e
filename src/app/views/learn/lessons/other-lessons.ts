import { type Lesson, readLesson } from '../../../../core/index.ts';
import { withFilePrefix, withoutFilePrefix } from './file-id.ts';
import { keepText, keptText } from './kept-text.ts';

const KEY = 'callscope.other-lessons';

/** So many are kept, the ones that were opened last, and so much of them. In UTF-16 units. */
const MOST = 12;
const LONGEST = 1_000_000;
/** An id of a lesson has 64 characters at most. */
const LONGEST_ID = 60;

/** Lessons of others that somebody has begun in this browser, the last one first: a link is soon lost. */
export function keptLessons(): readonly Lesson[] {
  const lines = (keptText(KEY) ?? '').split('\n').slice(0, MOST);
  return lines.flatMap((line) => {
    const { lesson } = readLesson(line);
    return lesson === null ? [] : [{ ...lesson, id: withFilePrefix(lesson.id) }];
  });
}

/** Keeps them, one a line. Returns those for which there was room. */
export function keepLessons(lessons: readonly Lesson[]): readonly Lesson[] {
  let room = LONGEST;
  const fitting = lessons.slice(0, MOST).flatMap((lesson) => {
    const line = JSON.stringify({ ...lesson, id: withoutFilePrefix(lesson.id) });
    if (line.length > room) return [];
    room -= line.length;
    return [{ lesson, line }];
  });
  keepText(KEY, fitting.map(({ line }) => line).join('\n'));
  return fitting.map(({ lesson }) => lesson);
}

/**
 * A lesson of a link or a file with the id that this browser knows it by. Ids are made of titles, so two lessons may have one:
 * where they share no question they are two.
 */
export function named(lesson: Lesson, others: readonly Lesson[]): Lesson {
  const questions = new Set(lesson.steps.map((step) => JSON.stringify(step)));
  const first = withFilePrefix(lesson.id);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? first : `${first.slice(0, LONGEST_ID)}-${String(number)}`;
    const known = others.find((one) => one.id === id);
    if (known === undefined || known.steps.some((step) => questions.has(JSON.stringify(step))))
      return { ...lesson, id };
  }
}
