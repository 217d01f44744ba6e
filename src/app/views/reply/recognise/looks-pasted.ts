import { changeBetween } from '../../../editor/text-change.ts';

/** Nobody types so many characters at once. */
const LEAST = 20;

/** Whether a text came at once and as a whole: by a paste over the one that was there. */
export function looksPasted(before: string, after: string): boolean {
  if (after.length < LEAST) return false;
  const change = changeBetween(before, after);
  if (change === null || change.text.length < LEAST) return false;
  // Two texts may begin and end alike.
  return after.length - change.text.length <= after.length / 10;
}
