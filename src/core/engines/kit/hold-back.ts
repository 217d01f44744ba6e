/** The longest tail of `text` that is a beginning of one of `markers` but not yet all of it; "" when there is none. */
export function heldBack(text: string, markers: readonly string[]): string {
  const length = Math.max(0, ...markers.map((marker) => overlapLength(text, marker, marker.length - 1)));
  return text.slice(text.length - length);
}

/** How long the longest tail of `text` is that is a beginning of `marker`; no longer than `most`. */
export function overlapLength(text: string, marker: string, most: number): number {
  const first = marker.charCodeAt(0);
  for (let length = Math.min(most, text.length); length > 0; length -= 1) {
    // Mostly the first character tells, and then no text is made.
    if (text.charCodeAt(text.length - length) === first && text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}
