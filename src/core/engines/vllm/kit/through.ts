import type { Span } from '../../../text/document/index.ts';

/** From the beginning of the first of several spans to the end of the last. */
export function through(first: Span | null, last: Span): Span {
  return { from: first?.from ?? last.from, to: last.to };
}
