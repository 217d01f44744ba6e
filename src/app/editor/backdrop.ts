import { linesOf, segmentsOf, type Mark, type Segment } from './marks.ts';
import type { Stretch } from './scrolling.ts';
import { changeBetween } from './text-change.ts';

/**
 * The text once more, invisible, below a textarea: the same characters at the same places, so that marks drawn here lie
 * exactly under what is written there. The style sheet keeps both alike.
 */
export class Backdrop {
  readonly element = document.createElement('div');
  readonly #mirror = document.createElement('div');
  #lines: readonly Line[] = [];

  constructor() {
    this.element.className = 'editor-backdrop';
    this.element.ariaHidden = 'true';
    this.#mirror.className = 'editor-mirror';
    this.element.append(this.#mirror);
  }

  /** Touches only the lines that differ, so that typing lays out one line, whatever the number of lines and marks. */
  show(text: string, marks: readonly Mark[]): void {
    this.#show(linesOf(segmentsOf(text, marks)));
  }

  /** The text without marks, for measuring: as one piece, which takes long to change but not to make. */
  fill(text: string): void {
    const piece = [{ text, classes: '' }];
    this.#show(text.endsWith('\n') ? [piece, []] : [piece]);
  }

  clear(): void {
    this.#show([]);
  }

  /** Where the line box of the first character begins, from the top of the text. */
  top(): number {
    return parseFloat(getComputedStyle(this.#mirror).paddingTop);
  }

  /** Where the line box of a character lies, from the top of the text. */
  lineOf(offset: number): Stretch {
    const lineHeight = parseFloat(getComputedStyle(this.#mirror).lineHeight);
    const rect = this.rectOf(offset);
    const middle = (rect.top + rect.bottom) / 2 - this.#mirror.getBoundingClientRect().top;
    // A character's own box is not always exactly in the middle of its line.
    const top = Math.round(middle - lineHeight / 2);
    return { top, bottom: top + lineHeight };
  }

  /** Where a character is on the screen; past the last one, where the next would be. */
  rectOf(offset: number): DOMRect {
    let from = 0;
    for (const line of this.#lines) {
      const to = from + line.length;
      if (offset < to) return line.rectOf(offset - from);
      from = to;
    }
    return this.#lines.at(-1)?.end() ?? this.#mirror.getBoundingClientRect();
  }

  scrollTo(top: number, left: number): void {
    this.element.scrollTop = top;
    this.element.scrollLeft = left;
  }

  #show(wanted: readonly (readonly Segment[])[]): void {
    this.#lines = replaceChanged(this.#mirror, this.#lines, wanted, {
      same: (line, segments) => line.shows(segments),
      reuse: (line, segments) => line.show(segments),
      make: (segments) => new Line(segments),
    });
  }
}

/** One line of the text with its line break, or the last one, which has none. */
class Line {
  readonly node = document.createElement('div');
  length = 0;
  /** It is where the text ends, and gives an empty last line its height. */
  readonly #end = document.createElement('br');
  #runs: readonly Run[] = [];

  constructor(segments: readonly Segment[]) {
    this.show(segments);
  }

  shows(segments: readonly Segment[]): boolean {
    return this.#runs.length === segments.length && this.#runs.every((run, index) => isSame(run, segments[index]));
  }

  show(segments: readonly Segment[]): boolean {
    this.#end.remove();
    this.#runs = replaceChanged(this.node, this.#runs, segments, { same: isSame, reuse: retext, make: runOf });
    this.length = segments.reduce((sum, { text }) => sum + text.length, 0);
    if (!segments.at(-1)?.text.endsWith('\n')) this.node.append(this.#end);
    return true;
  }

  rectOf(offset: number): DOMRect {
    let from = 0;
    for (const { text, data } of this.#runs) {
      const to = from + text.length;
      if (offset < to) {
        const range = document.createRange();
        range.setStart(data, offset - from);
        range.setEnd(data, offset - from + 1);
        // A character that is drawn on two lines counts where it begins.
        return range.getClientRects()[0] ?? range.getBoundingClientRect();
      }
      from = to;
    }
    return this.end();
  }

  end(): DOMRect {
    return this.#end.getBoundingClientRect();
  }
}

/** A segment as it is drawn. */
interface Run {
  readonly node: Text | HTMLElement;
  readonly data: Text;
  readonly classes: string;
  text: string;
}

function isSame(run: Run, segment: Segment | undefined): boolean {
  return run.classes === segment?.classes && run.text === segment.text;
}

function runOf({ text, classes }: Segment): Run {
  const data = document.createTextNode(text);
  if (classes === '') return { node: data, data, classes, text };
  const node = document.createElement('span');
  node.className = classes;
  node.append(data);
  return { node, data, classes, text };
}

/** Says which characters changed, so that the browser lays out no more than it must. */
function retext(run: Run, { text, classes }: Segment): boolean {
  if (run.classes !== classes) return false;
  const change = changeBetween(run.text, text);
  if (change !== null) run.data.replaceData(change.from, change.to - change.from, change.text);
  run.text = text;
  return true;
}

/** Makes the children of an element show what is wanted, touching only those between the first and the last difference. */
function replaceChanged<Drawn extends { readonly node: ChildNode }, Wanted>(
  parent: HTMLElement,
  before: readonly Drawn[],
  wanted: readonly Wanted[],
  how: {
    same(drawn: Drawn, wanted: Wanted): boolean;
    /** Whether the old one could be made to show it. */
    reuse(drawn: Drawn, wanted: Wanted): boolean;
    make(wanted: Wanted): Drawn;
  },
): readonly Drawn[] {
  const isSameAt = (old: number, now: number): boolean => {
    const [drawn, want] = [before[old], wanted[now]];
    return drawn !== undefined && want !== undefined && how.same(drawn, want);
  };
  const shorter = Math.min(before.length, wanted.length);
  let start = 0;
  while (start < shorter && isSameAt(start, start)) start++;
  let kept = 0;
  while (kept < shorter - start && isSameAt(before.length - 1 - kept, wanted.length - 1 - kept)) kept++;

  const old = before.slice(start, before.length - kept);
  const added = wanted.slice(start, wanted.length - kept).map((want, index) => {
    const drawn = old[index];
    return drawn !== undefined && how.reuse(drawn, want) ? drawn : how.make(want);
  });
  const inserted = document.createDocumentFragment();
  for (const [index, drawn] of added.entries()) {
    if (drawn === old[index]) continue;
    old[index]?.node.replaceWith(drawn.node);
    if (index >= old.length) inserted.append(drawn.node);
  }
  for (const drawn of old.slice(added.length)) drawn.node.remove();
  parent.insertBefore(inserted, kept > 0 ? (before[before.length - kept]?.node ?? null) : null);
  return [...before.slice(0, start), ...added, ...before.slice(before.length - kept)];
}
