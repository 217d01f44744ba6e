import type { Span } from './span.ts';

/** A part of the text without the white space at its ends, as JavaScript's `trim` has it. */
export function trimmedPart(text: string, { from, to }: Span): Span {
  const part = text.slice(from, to);
  const begin = from + part.length - part.trimStart().length;
  return { from: begin, to: begin + part.trim().length };
}
