/** The longest tail of `text` that is a beginning of one of `markers` but not yet all of it; "" when there is none. */
export function heldBack(text: string, markers: readonly string[]): string {
  const longest = Math.max(...markers.map((marker) => marker.length));
  for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
    const tail = text.slice(text.length - length);
    if (markers.some((marker) => length < marker.length && marker.startsWith(tail))) return tail;
  }
  return '';
}
