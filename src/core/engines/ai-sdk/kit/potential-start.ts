import { endsName } from './qwen-tags.ts';

/** Where a marker is in a text, or where the text ends with its beginning; -1 where neither. */
export function potentialStart(text: string, marker: string): number {
  const whole = text.indexOf(marker);
  if (whole >= 0) return whole;
  for (let at = Math.max(0, text.length - marker.length + 1); at < text.length; at += 1)
    if (marker.startsWith(text.slice(at))) return at;
  return -1;
}

/** Where the tag with this beginning is in a text, or where the text ends in a part of the beginning; -1 where neither. */
export function potentialTag(text: string, beginning: string): number {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    const next = text.charAt(at + beginning.length);
    if (next === '=' || endsName(next)) return at;
  }
  for (let length = Math.min(beginning.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(beginning.slice(0, length))) return text.length - length;
  return -1;
}
