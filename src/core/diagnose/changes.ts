import type { Span } from '../text/document/index.ts';

export interface Change {
  readonly span: Span;
  readonly insert: string;
}

export function insertAt(at: number, insert: string): Change {
  return { span: { from: at, to: at }, insert };
}

export function remove(from: number, to: number): Change {
  return { span: { from, to }, insert: '' };
}

export function replace({ from, to }: Span, insert: string): Change {
  return { span: { from, to }, insert };
}

/** Sorted, and without what overlaps. */
export function inOrder(changes: readonly Change[]): Change[] {
  const sorted = changes.toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
  const kept: Change[] = [];
  for (const change of sorted) {
    const before = kept.at(-1);
    if (before === undefined || before.span.to <= change.span.from) kept.push(change);
  }
  return kept;
}
