import type { PaneBorder, SessionFields } from '../page/fields.ts';

/** Where a border is, in percent: where it was moved to, else at first, and always between `min` and `max`. */
export function borderAt({ layout }: SessionFields, border: PaneBorder, first: number, min = 15, max = 85): number {
  return Math.max(min, Math.min(max, layout.borders[border] ?? first));
}
