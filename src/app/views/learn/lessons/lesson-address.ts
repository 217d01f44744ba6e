import type { Lesson } from '../../../../core/index.ts';
import { LINK_LIMIT } from '../../../export/kind.ts';
import { encodeLesson } from '../../../permalink/lesson-link.ts';

/** The address that holds a whole lesson; null where it would be longer than programs take. */
export function lessonAddress(lesson: Lesson): string | null {
  const link = `${location.origin}${location.pathname}#${encodeLesson(JSON.stringify(lesson))}`;
  return link.length > LINK_LIMIT ? null : link;
}
