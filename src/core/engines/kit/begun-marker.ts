import type { Span } from '../../text/document/index.ts';

/** So many markers are looked for by their beginnings. */
const MOST_MARKERS = 4;

/** The beginning of a marker that is there without its end, where that is more than half of it; the longest of them. */
export function begunMarker(text: string, markers: readonly string[], from = 0): Span | null {
  let best: Span | null = null;
  for (const marker of markers.slice(0, MOST_MARKERS)) {
    const least = Math.max(3, Math.ceil(marker.length / 2), best === null ? 0 : best.to - best.from + 1);
    for (let length = marker.length - 1; length >= least; length -= 1) {
      const at = text.indexOf(marker.slice(0, length), from);
      if (at < 0) continue;
      best = { from: at, to: at + length };
      break;
    }
  }
  return best;
}
