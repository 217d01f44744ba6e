import { endOfLine, type TemplateSpan } from '../../../../core/index.ts';

/** A line of the template around a place; `marked` is what of the place is in it. */
export interface FailureLine {
  readonly number: number;
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** What is shown of a line before and after the place, in UTF-16 units. */
const AROUND = 60;

/** The line that a place begins in, with the one before it. */
export function diagnosticLines(text: string, { from, to, line }: TemplateSpan): FailureLine[] {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = endOfLine(text, from);
  const last = Math.min(Math.max(to, from), end);
  const cutBefore = from - start > AROUND;
  const before = `${cutBefore ? '…' : ''}${text.slice(cutBefore ? from - AROUND : start, from)}`;
  const after = end - last > AROUND ? `${text.slice(last, last + AROUND)}…` : text.slice(last, end);
  const marked = text.slice(from, Math.min(last, from + 4 * AROUND));
  const found = { number: line, before, marked, after };
  if (start === 0) return [found];
  const previousStart = text.lastIndexOf('\n', start - 2) + 1;
  const previous = text.slice(previousStart, Math.max(previousStart, start - 1));
  const short = previous.length > 2 * AROUND ? `${previous.slice(0, 2 * AROUND)}…` : previous;
  return [{ number: line - 1, before: short, marked: '', after: '' }, found];
}
