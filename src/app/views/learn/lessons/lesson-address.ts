import type { Lesson, LessonStep } from '../../../../core/index.ts';
import { LINK_LIMIT } from '../../../export/kind.ts';
import { encodeLesson } from '../../../permalink/lesson-link.ts';
import { withoutFilePrefix } from './file-id.ts';

/** The address that holds a whole lesson; null where it would be longer than programs take. */
export function lessonAddress(lesson: Lesson): string | null {
  const file = JSON.stringify({ ...lesson, id: withoutFilePrefix(lesson.id) });
  const link = `${location.origin}${location.pathname}#${encodeLesson(file)}`;
  return link.length > LINK_LIMIT ? null : link;
}

/** The open lesson as it is shared, or its open question alone; null for none, and for one that is too long. */
export function sharedAddress(
  { lesson, step, link }: { readonly lesson: Lesson | null; readonly step: LessonStep | null; readonly link: string },
  isOne: boolean,
): string | null {
  if (lesson === null) return null;
  if (isOne && step !== null) return lessonAddress({ ...lesson, steps: [step] });
  return link === '' ? lessonAddress(lesson) : link;
}
