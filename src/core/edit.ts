import type { Edit } from './extraction.ts';

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
