import { contains, type Edit } from '../../text/document/index.ts';
import type { Subject } from '../subject.ts';

/** Whether an edit removes what is there of a call that was cut off: the reader would no longer see that it was meant. */
export function removesCutCall({ changes }: Edit, { everyFormat }: Pick<Subject, 'everyFormat'>): boolean {
  return (everyFormat?.incomplete ?? []).some(({ name, nameSpan }) =>
    changes.some(({ span, insert }) => contains(span, nameSpan) && !insert.includes(name)),
  );
}
