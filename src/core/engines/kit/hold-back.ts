/**
 * The longest end of `text` that is an incomplete beginning of one of `markers`; "" if there is none.
 *
 *     Let me look. <tool_
 *                  ^ the beginning of <tool_call>
 */
export function heldBack(text: string, markers: readonly string[]): string {
  const length = Math.max(0, ...markers.map((marker) => overlapLength(text, marker, marker.length - 1)));
  return text.slice(text.length - length);
}

/** The length of the longest end of `text` that is a beginning of `marker`, at most `most`. */
export function overlapLength(text: string, marker: string, most: number): number {
  const first = marker.charCodeAt(0);
  for (let length = Math.min(most, text.length); length > 0; length -= 1) {
    // Usually the first character differs, and then no string is made.
    if (text.charCodeAt(text.length - length) === first && text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}
