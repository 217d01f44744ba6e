import { alignKeys, inOrder } from './align.ts';

/** A line of one text or of both. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** Without its line break. */
  readonly text: string;
}

/** Compares two texts line by line. Every line of both is there once; what was removed comes before what was added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const left = before.split('\n');
  const right = after.split('\n');
  return Array.from(inOrder(alignKeys(left, right), right.length), ([one, other]) => {
    if (one === null) return { kind: 'added', text: right[other ?? -1] ?? '' };
    return { kind: other === null ? 'removed' : 'same', text: left[one] ?? '' };
  });
}
