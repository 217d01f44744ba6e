/** Where a marker is in a text, or where the text ends with its beginning; -1 where neither. */
export function potentialStart(text: string, marker: string): number {
  const whole = text.indexOf(marker);
  if (whole >= 0) return whole;
  for (let at = Math.max(0, text.length - marker.length + 1); at < text.length; at += 1)
    if (marker.startsWith(text.slice(at))) return at;
  return -1;
}
