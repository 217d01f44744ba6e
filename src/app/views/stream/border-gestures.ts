/** What the pointer and the keys do to the chunk borders of a text. Offsets are those of the text. */
export interface BorderGestures {
  readonly split: (offset: number) => void;
  readonly join: (border: number) => void;
  /** By a number of characters. */
  readonly nudge: (border: number, by: number) => void;
  /** While a border is dragged; null when that was broken off. */
  readonly preview: (border: number, offset: number | null) => void;
  readonly drop: (border: number, offset: number) => void;
}

/** How far a pointer goes before a press is a drag, in pixels. */
const SLACK = 4;

/**
 * Listens inside `region`, where borders are elements with `data-border` and pieces of text have `data-from`. A click
 * between two characters splits, one on a border joins, and a border can be dragged. Returns what ends it.
 */
export function listenForBorders(region: HTMLElement, gestures: BorderGestures): () => void {
  let press: { x: number; y: number; border: number | null; isDrag: boolean; to: number | null } | null = null;

  function down({ button, clientX: x, clientY: y, target }: PointerEvent): void {
    if (button === 0) press = { x, y, border: borderOf(target), isDrag: false, to: null };
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (press === null) return;
    press.isDrag ||= Math.hypot(clientX - press.x, clientY - press.y) > SLACK;
    if (!press.isDrag || press.border === null) return;
    // Over the border itself, and beside the text, the last place counts.
    press.to = offsetAt(region, clientX, clientY) ?? press.to;
    gestures.preview(press.border, press.to);
  }

  function up({ clientX, clientY }: PointerEvent): void {
    if (press === null) return;
    const { border, isDrag, to } = press;
    press = null;
    const offset = offsetAt(region, clientX, clientY) ?? to;
    if (border === null) {
      if (!isDrag && offset !== null) gestures.split(offset);
    } else if (!isDrag) {
      gestures.join(border);
    } else if (offset === null) {
      gestures.preview(border, null);
    } else {
      gestures.drop(border, offset);
    }
  }

  function cancel(): void {
    if (press !== null && press.border !== null) gestures.preview(press.border, null);
    press = null;
  }

  /** Enter, Space and what assistive software does: a pointer has pressed before its click. */
  function click(event: MouseEvent): void {
    const border = borderOf(event.target);
    if (event.detail === 0 && border !== null) gestures.join(border);
  }

  function keydown(event: KeyboardEvent): void {
    const border = borderOf(event.target);
    if (border === null) return;
    if (event.key === 'ArrowLeft') gestures.nudge(border, -1);
    else if (event.key === 'ArrowRight') gestures.nudge(border, 1);
    else if (event.key === 'Delete' || event.key === 'Backspace') gestures.join(border);
    else return;
    event.preventDefault();
  }

  const ending = new AbortController();
  const { signal } = ending;
  region.addEventListener('pointerdown', down, { signal });
  region.addEventListener('click', click, { signal });
  region.addEventListener('keydown', keydown, { signal });
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', cancel, { signal });
  return () => {
    ending.abort();
  };
}

function borderOf(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-border]') : null;
  return found === null ? null : Number(found.dataset['border']);
}

/** The offset of the text under a point; null outside the text. */
function offsetAt(region: HTMLElement, x: number, y: number): number | null {
  const place = caretAt(x, y);
  if (place === null || !region.contains(place.node)) return null;
  const element = place.node instanceof Element ? place.node : place.node.parentElement;
  const from = element?.closest<HTMLElement>('[data-from]')?.dataset['from'];
  return from === undefined ? null : Number(from) + (place.node instanceof Text ? place.offset : 0);
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  // Older browsers lack it; there the borders are edited by keys and buttons.
  if (!('caretPositionFromPoint' in document)) return null;
  const position = document.caretPositionFromPoint(x, y);
  return position === null ? null : { node: position.offsetNode, offset: position.offset };
}
