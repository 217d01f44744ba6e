import { overlaps, type LedgerEntry, type Span } from '../../core/index.ts';
import type { Highlight } from './editor-port.ts';

/** Pieces of the ledger that are coloured at once; more would make typing slow. */
export const HIGHLIGHT_LIMIT = 3000;

const titles = {
  call: 'A call',
  markup: 'Markup around a call',
  reasoning: 'Reasoning',
  malformed: 'Looks like a call, but could not be parsed',
  suppressed: 'A call that was not taken',
  lost: 'Lost: the client does not receive this text',
} as const;

/** The highlights of one part of the document, in offsets of that part. */
export function highlightsOf(
  ledger: readonly LedgerEntry[],
  part: Span,
  step: Span | undefined,
  hovered: Span | null,
): Highlight[] {
  const found: Highlight[] = [];
  for (const entry of ledger) {
    if (entry.kind === 'content' || !overlaps(entry, part)) continue;
    found.push({ ...clipped(entry, part), className: entry.kind, title: titles[entry.kind] });
    if (found.length === HIGHLIGHT_LIMIT) break;
  }
  if (step !== undefined && isWithin(step, part)) found.push({ ...clipped(step, part), className: 'step' });
  if (hovered !== null && isWithin(hovered, part)) found.push({ ...clipped(hovered, part), className: 'hover' });
  return found;
}

/** A span that is the whole part says nothing about a place in it. */
function isWithin(area: Span, part: Span): boolean {
  if (area.from <= part.from && area.to >= part.to) return false;
  return area.from >= part.from && area.to <= part.to;
}

function clipped(area: Span, part: Span): Span {
  return { from: Math.max(area.from, part.from) - part.from, to: Math.min(area.to, part.to) - part.from };
}
