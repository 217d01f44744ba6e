import { editDistance } from './distance.ts';

/** Most declared names that are compared. */
const NAMES_COMPARED = 500;

/** The declared name that is probably meant: it has the same letters, two of them swapped, or few other letters. */
export function nearest(name: string, declared: readonly string[]): string | null {
  const letters = (one: string): string => one.toLowerCase().replace(/[^a-z0-9]/g, '');
  const short = name.slice(0, 100);
  const same = declared.find(
    (one) => (letters(one) === letters(short) && letters(one) !== '') || isSwapped(short, one),
  );
  if (same !== undefined) return same;
  const limit = Math.min(3, Math.floor(short.length / 3));
  const ranked = declared
    .slice(0, NAMES_COMPARED)
    .map((one) => ({ one, distance: editDistance(short.toLowerCase(), one.toLowerCase(), limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.one ?? null;
}

/** Whether two names differ only by two neighbouring letters that are swapped. */
function isSwapped(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at < one.length && one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2) === other;
}
