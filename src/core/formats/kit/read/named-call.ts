import { usualKeys } from './call-shape.ts';
import { headAt } from './head.ts';
import { codeAt, type Resumable } from './resumable.ts';
import type { TextSource } from './source.ts';

/** A name as the first key of an object. */
const NAME_FIRST = new RegExp(`^\\{\\s{0,20}"(?:${usualKeys.name.join('|')})"`);
const LONGEST_FIRST_KEY = 45;

/** Whether an object has a name and then arguments, to judge by its head: of data, the first may look like a call by chance. */
export function* beginsNamedCall(source: TextSource, from: number): Resumable<boolean> {
  // Most objects are seen to be none by their first key.
  yield* codeAt(source, from + LONGEST_FIRST_KEY);
  if (!NAME_FIRST.test(source.slice(from, Math.min(source.length, from + LONGEST_FIRST_KEY)))) return false;
  const head = yield* headAt(source, from, 20);
  const [, name = '', args = ''] = /^\{ ?\n?"(\w+)" ?: ?"[\w./:-]+" ?, ?\n?"(\w+)" ?: ?\{/.exec(head) ?? [];
  return usualKeys.name.includes(name) && usualKeys.arguments.includes(args);
}
