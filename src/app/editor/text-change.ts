import { sharedEnd, sharedStart, type Span } from '../../core/index.ts';

/** One replaced part of a text: `[from, to)` of the text before became `text`. */
export interface TextChange extends Span {
  readonly text: string;
}

/** The shortest single replacement between two texts, or null when they are equal. Never cuts a surrogate pair. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null;
  let start = sharedStart(before, after);
  if (cutsPair(before, start) || cutsPair(after, start)) start--;
  let kept = sharedEnd(before, after, Math.min(before.length, after.length) - start);
  if (cutsPair(before, before.length - kept) || cutsPair(after, after.length - kept)) kept--;
  return { from: start, to: before.length - kept, text: after.slice(start, after.length - kept) };
}

/** Whether the offset lies between the two halves of one character. */
export function cutsPair(text: string, offset: number): boolean {
  return isHigh(text.charCodeAt(offset - 1)) && isLow(text.charCodeAt(offset));
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Where an offset is after the change. One that lay inside what was replaced goes to its end. */
export function moveOffset(offset: number, change: TextChange): number {
  if (offset <= change.from) return offset;
  const end = change.from + change.text.length;
  return offset >= change.to ? offset - change.to + end : end;
}

/** Where marks are after the change: they do not grow at their edges, and those that lose all their text are gone. */
export function moveSpans<Mark extends Span>(marks: readonly Mark[], change: TextChange): Mark[] {
  const grown = change.text.length - (change.to - change.from);
  const moved: Mark[] = [];
  for (const mark of marks) {
    if (mark.to <= change.from) moved.push(mark);
    else {
      const from =
        mark.from >= change.to
          ? mark.from + grown
          : mark.from < change.from
            ? mark.from
            : change.from + change.text.length;
      const to = mark.to >= change.to ? mark.to + grown : change.from;
      if (from < to || mark.from === mark.to) moved.push({ ...mark, from, to: Math.max(from, to) });
    }
  }
  return moved;
}
