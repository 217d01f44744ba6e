import type { Evidence } from '../../core/index.ts';

const PLACE = /\bline (\d+), column (\d+)/g;

/**
 * The evidence with the places of a call as they are in the reply that the page shows: it is read in the whole paste, of which the
 * first lines may be those of a person.
 */
export function withShownPlaces(evidence: Evidence, content: string, shown: string | null): Evidence {
  const { call, because } = evidence;
  const start = shown === null || shown === content ? -1 : content.lastIndexOf(shown);
  if (start <= 0 || call?.field !== 'reply' || call.span === null) return evidence;
  const linesTo = (offset: number): number => content.slice(0, offset).split('\n').length;
  const [before, from, to] = [linesTo(start), linesTo(call.span.from), linesTo(call.span.to)];
  const indent = start - (content.lastIndexOf('\n', start - 1) + 1);
  const moved = (text: string): string =>
    text.replaceAll(PLACE, (place, line: string, column: string) => {
      // Others are those of a text inside of it.
      if (Number(line) < Math.max(from, before) || Number(line) > to + 1) return place;
      const shift = Number(line) === before ? indent : 0;
      return `line ${String(Number(line) - before + 1)}, column ${String(Number(column) - shift)}`;
    });
  return {
    ...evidence,
    call: { ...call, fault: call.fault && moved(call.fault) },
    because: because.map((row) => (row.of === 'cause' ? { ...row, says: moved(row.says) } : row)),
  };
}
