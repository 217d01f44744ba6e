/** A vertical stretch of what is scrolled, in pixels from the top of the text. */
export interface Stretch {
  readonly top: number;
  readonly bottom: number;
}

/** Where to scroll to so that the stretch is seen: nowhere when it is, else with the stretch, or its start, in the middle. */
export function scrollTopToReveal(stretch: Stretch, scrollTop: number, height: number): number {
  // Of something taller than the box only the start can be asked for.
  const bottom = Math.min(stretch.bottom, stretch.top + height);
  if (stretch.top >= scrollTop && bottom <= scrollTop + height) return scrollTop;
  return Math.max(0, Math.round((stretch.top + bottom - height) / 2));
}
