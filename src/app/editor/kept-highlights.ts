import type { Highlight } from './editor-port.ts';

interface Kept {
  readonly id: string;
  readonly className: string;
  readonly title: string | undefined;
  readonly label: string | undefined;
  from: number;
  to: number;
  /** The text changed at or in it: where the editor has it now is the editor's own decision. */
  touched: boolean;
}

/**
 * The highlights that an editor has drawn and moves with the text. Tells which of a new list it need not
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

  /**
   * `draw` removes what has these ids, draws these highlights and returns their ids in the same order. Both lists are gone
   * through side by side: what is not in the order of the text is drawn more often than it need be.
   */
  replace(
    wanted: readonly Highlight[],
    draw: (removed: string[], added: readonly Highlight[]) => readonly string[],
  ): void {
    const before = this.#kept;
    const removed: string[] = [];
    const added: Highlight[] = [];
    let next = 0;
    /** Of each that is wanted, what is kept of it, or its place among the added. */
    const places = wanted.map((highlight) => {
      let kept = before[next];
      while (kept !== undefined && (kept.touched || kept.from < highlight.from)) {
        removed.push(kept.id);
        next += 1;
        kept = before[next];
      }
      if (!isSame(kept, highlight)) return added.push(highlight) - 1;
      next += 1;
      return kept;
    });
    for (const { id } of before.slice(next)) removed.push(id);
    if (removed.length === 0 && added.length === 0) return;
    const ids = draw(removed, added);
    this.#kept = places.map((place) => {
      if (typeof place !== 'number') return place;
      const { from, to, className, title, label } = added[place] as Highlight;
      return { id: ids[place] ?? '', from, to, className, title, label, touched: false };
    });
  }
}

function isSame(kept: Kept | undefined, wanted: Highlight): kept is Kept {
  return (
    kept !== undefined &&
    !kept.touched &&
    kept.from === wanted.from &&
    kept.to === wanted.to &&
    kept.className === wanted.className &&
    kept.title === wanted.title &&
    kept.label === wanted.label
  );
}
