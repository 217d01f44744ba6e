import type { Highlight } from './editor-port.ts';

interface Kept {
  readonly id: string;
  readonly className: string;
  readonly title: string | undefined;
  from: number;
  to: number;
  /** The text changed at or in it: where the editor has it now is the editor's own decision. */
  touched: boolean;
}

/**
 * The highlights that an editor has drawn, which moves them with the text by itself. Tells which of a new list it need not
 * draw again: usually nearly all, and drawing thousands takes longer than a keystroke may.
 */
export class KeptHighlights {
  #kept: Kept[] = [];

  /** The text changed between these offsets and became longer (or shorter) by so much. */
  move(from: number, to: number, grown: number): void {
    for (const kept of this.#kept) {
      if (kept.to < from) continue;
      if (kept.from > to) {
        kept.from += grown;
        kept.to += grown;
      } else kept.touched = true;
    }
  }

  /** `draw` removes what has these ids, draws these highlights and returns their ids in the same order. */
  replace(
    wanted: readonly Highlight[],
    draw: (removed: string[], added: readonly Highlight[]) => readonly string[],
  ): void {
    const before = this.#kept;
    const shorter = Math.min(before.length, wanted.length);
    let start = 0;
    while (start < shorter && isSame(before[start], wanted[start])) start++;
    let end = 0;
    while (end < shorter - start && isSame(before.at(-1 - end), wanted.at(-1 - end))) end++;
    const removed = before.slice(start, before.length - end).map(({ id }) => id);
    const added = wanted.slice(start, wanted.length - end);
    if (removed.length === 0 && added.length === 0) return;
    const ids = draw(removed, added);
    const drawn = added.map(({ from, to, className, title }, index): Kept => {
      return { id: ids[index] ?? '', from, to, className, title, touched: false };
    });
    this.#kept = [...before.slice(0, start), ...drawn, ...before.slice(before.length - end)];
  }
}

function isSame(kept: Kept | undefined, wanted: Highlight | undefined): boolean {
  return (
    kept !== undefined &&
    wanted !== undefined &&
    !kept.touched &&
    kept.from === wanted.from &&
    kept.to === wanted.to &&
    kept.className === wanted.className &&
    kept.title === wanted.title
  );
}
