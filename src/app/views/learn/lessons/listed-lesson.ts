import type { Lesson } from '../../../../core/index.ts';
import { lessonList } from '../../../../data/lessons/index.ts';

/** A lesson of the list, or the exercise of a famous failure; null where the id is of none. */
export async function listedLesson(id: string): Promise<Lesson | null> {
  const listed = lessonList.find((one) => one.id === id);
  if (listed !== undefined) return (await listed.load()).lesson;
  const [{ writtenFailures }, { failureLesson, failureOfLesson }] = await Promise.all([
    import('../../../../data/failures/index.ts'),
    import('../../../../data/lessons/failure-lesson.ts'),
  ]);
  const failure = failureOfLesson(id, writtenFailures);
  return failure === undefined ? null : failureLesson(failure);
}
