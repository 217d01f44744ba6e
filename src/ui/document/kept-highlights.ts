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
    // Between the two, one that came or went shifts all that follow: there each is looked for by its place.
    const old = new Map<string, Kept>();
    for (const kept of before.slice(start, before.length - end)) if (!kept.touched) old.set(placeKey(kept), kept);
    const added: Highlight[] = [];
    const middle = wanted.slice(start, wanted.length - end).map((highlight) => {
      const key = placeKey(highlight);
      const kept = old.get(key);
      if (!isSame(kept, highlight)) return added.push(highlight) - 1;
      old.delete(key);
      return kept;
    });
    const stays = new Set(middle.filter((one) => typeof one !== 'number'));
    const removed = before.slice(start, before.length - end).filter((kept) => !stays.has(kept));
    if (removed.length === 0 && added.length === 0) return;
    const ids = draw(
      removed.map(({ id }) => id),
      added,
    );
    const drawn = added.map(({ from, to, className, title, label }, index): Kept => {
      return { id: ids[index] ?? '', from, to, className, title, label, touched: false };
    });
    this.#kept = [
      ...before.slice(0, start),
      ...middle.flatMap((one) => (typeof one === 'number' ? (drawn[one] ?? []) : one)),
      ...before.slice(before.length - end),
    ];
  }
}

function placeKey({ from, to, className }: Kept | Highlight): string {
  return `${from}-${to}-${className}`;
}

function isSame(kept: Kept | undefined, wanted: Highlight | undefined): kept is Kept {
  return (
    kept !== undefined &&
    wanted !== undefined &&
    !kept.touched &&
    kept.from === wanted.from &&
    kept.to === wanted.to &&
    kept.className === wanted.className &&
    kept.title === wanted.title &&
    kept.label === wanted.label
  );
}
