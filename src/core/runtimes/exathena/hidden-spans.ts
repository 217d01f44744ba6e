import type { Span } from '../../document/span.ts';
import { openFenceFilter } from './fence-filter.ts';

/**
 * What a user never sees of a streamed text, in order: every fence from its opener to behind its closer, an open one to
 * the end of the text. No chunking changes it.
 */
export function hiddenSpans(text: string): Span[] {
  const filter = openFenceFilter();
  const spans: Span[] = [];
  let open: number | null = null;
  let at = 0;
  // A fence opens behind a line break and closes behind a tilde, so it is enough to look there.
  for (const piece of text.split(/(?<=[\n~])/)) {
    filter.push(piece);
    at += piece.length;
    const withheld = filter.withheld();
    const inFence = withheld?.why === 'in-fence' ? withheld.from : null;
    if (open !== null && inFence !== open) spans.push({ from: open, to: at });
    open = inFence;
  }
  if (open !== null) spans.push({ from: open, to: text.length });
  return spans;
}
