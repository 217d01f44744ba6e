import { beginsWithMember } from '../index.ts';

/** Nobody cuts out more by hand. In UTF-16 units. */
const LONGEST = 20_000;

/** The mark of a comment before each line. */
const MARK = /^\s{0,16}(?:\*|\/\/|#|--)(?: |$)/;

/**
 * What was cut out of a larger text, as it would be alone: a comment of code without its marks, or members of an object with the
 * brace before them. Null for any other text, and for a long one. Linear.
 */
export function cutOut(text: string): string | null {
  if (text.length > LONGEST) return null;
  const lines = text.trim().split('\n');
  if (lines.length > 2 && lines.every((line) => MARK.test(line)))
    return lines.map((line) => line.replace(MARK, '')).join('\n');
  return beginsWithMember(text.slice(0, 120)) ? `{${text}` : null;
}
