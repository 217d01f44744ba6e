import type { Extraction, Span } from '../../../../core/index.ts';

/**
 * How many calls a parser took on: those that it returns, what was not taken, and the pieces of markup that it could not read. Where
 * no call is left although one of them was read, the parser gave that one up with the others. Null where an error ends a parser that
 * records no pieces: nobody knows how many it had read by then.
 */
export function attemptedCalls({
  trace,
  calls,
  suppressed,
  outcome,
}: Pick<Extraction, 'trace' | 'suppressed' | 'outcome'> & {
  readonly calls: readonly { readonly span: Span }[];
}): number | null {
  const open: (Span | null)[] = [];
  let malformed = 0;
  let matched = 0;
  for (const event of trace) {
    if (event.kind === 'enter') open.push(event.part === 'block' ? event : null);
    else if (event.kind === 'leave') {
      const block = open.pop() ?? null;
      if (block === null) continue;
      // Some parsers return what they could read of a piece.
      const isReturned = calls.some(({ span }) => span.from >= block.from && span.from < block.to);
      if (event.outcome === 'malformed' && !isReturned) malformed += 1;
      else if (event.outcome === 'matched') matched += 1;
    }
  }
  const isError = outcome === 'error';
  if (isError && calls.length === 0 && malformed + matched === 0) return null;
  const refused = calls.length === 0 && (malformed > 0 || isError) ? malformed + matched : malformed;
  return calls.length + Math.max(suppressed.length, refused);
}
