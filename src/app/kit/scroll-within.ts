/**
 * Scrolls `container`, and nothing around it, until `element` can be seen: `scrollIntoView` would also move the page, and
 * from inside a frame the page around the frame. `nearest` moves as little as it must and keeps `margin` pixels free.
 */
export function scrollWithin(
  container: HTMLElement,
  element: Element,
  block: 'nearest' | 'center' = 'nearest',
  margin = 0,
): void {
  const outer = container.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const above = inner.top - outer.top - margin;
  const below = inner.bottom - outer.bottom + margin;
  const isSeen = above >= 0 && below <= 0;
  if (isSeen && block === 'nearest') return;
  // What is taller than the container is seen from its first line.
  const fits = inner.height + 2 * margin <= outer.height;
  if (!fits) container.scrollTop += above;
  else if (block === 'center') container.scrollTop += (above + below) / 2;
  else container.scrollTop += above < 0 ? above : below;
}

/** Keeps an element of `container` in view, while what is around it is drawn. Returns what ends that. */
export function followWithin(container: HTMLElement, id: string, margin: number): () => void {
  let frame = 0;
  // After a leap what is around the element is drawn a frame or two later, and moves it.
  const follow = (again: number): void => {
    const element = container.ownerDocument.getElementById(id);
    if (element !== null) scrollWithin(container, element, 'nearest', margin);
    if (again > 0)
      frame = requestAnimationFrame(() => {
        follow(again - 1);
      });
  };
  follow(3);
  return () => {
    cancelAnimationFrame(frame);
  };
}
