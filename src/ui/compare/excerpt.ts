import type { Span } from '../../core/index.ts';

/** A piece of a document around a span; `…` stands where something is left out. */
export interface Excerpt {
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** The most characters that are shown before, in and after the span. */
const SHOWN = { before: 80, found: 160, after: 120 } as const;

export function excerptAround(document: string, { from, to }: Span): Excerpt {
  const start = Math.max(0, from - SHOWN.before);
  const end = Math.min(document.length, to + SHOWN.after);
  return {
    before: (start > 0 ? '…' : '') + document.slice(start, from),
    found: to - from <= SHOWN.found ? document.slice(from, to) : ends(document, from, to),
    after: document.slice(to, end) + (end < document.length ? '…' : ''),
  };
}

function ends(document: string, from: number, to: number): string {
  const half = SHOWN.found / 2;
  return `${document.slice(from, from + half)} … ${document.slice(to - half, to)}`;
}
