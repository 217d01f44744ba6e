import type { Span, TraceEvent } from '../../../core/index.ts';

/** A piece of a document around a span; `…` is where something is left out. */
export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** The most characters that are shown before, in and after the span. */
const SHOWN = { before: 60, found: 120, after: 80 };

export function excerptAround(document: string, { from, to }: Span, shown = SHOWN): Excerpt {
  const start = Math.max(0, from - shown.before);
  const end = Math.min(document.length, to + shown.after);
  return {
    before: (start > 0 ? '…' : '') + onOneLine(document.slice(start, from)),
    found: onOneLine(to - from <= shown.found ? document.slice(from, to) : ends(document, from, to, shown.found / 2)),
    after: onOneLine(document.slice(to, end)) + (end < document.length ? '…' : ''),
  };
}

/** Where a gate found what it asked for, else all that a step looked at. */
export function placeOfStep(event: TraceEvent): Span {
  return event.kind === 'gate' && event.found !== null ? event.found : event;
}

/** Line breaks as signs: what is found must not be pushed out of sight by empty lines. */
function onOneLine(text: string): string {
  return text.replaceAll('\n', '⏎').replaceAll('\r', '␍').replaceAll('\t', '⇥');
}

function ends(document: string, from: number, to: number, half: number): string {
  return `${document.slice(from, from + half)} … ${document.slice(to - half, to)}`;
}
