import type { Edit } from './extraction.ts';
import { contains, type Span } from './span.ts';

/** A text after an edit whose spans point into it. */
export function applyEdit(text: string, { changes }: Edit): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { span, insert } of changes) {
    pieces.push(text.slice(at, span.from), insert);
    at = span.to;
  }
  return pieces.join('') + text.slice(at);
}

/** The changes of an edit of the document that lie in one part of it, as an edit of that part. */
export function within(edit: Edit, part: Span): Edit {
  const changes = edit.changes
    .filter(({ span }) => contains(part, span))
    .map(({ span, insert }) => ({ span: { from: span.from - part.from, to: span.to - part.from }, insert }));
  return { ...edit, changes };
}
