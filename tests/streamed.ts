import { joinDeltas, openStream, type Delta, type Extraction, type ExtractOptions } from '../src/core/index.ts';

/** A person is shown the text without its fences; the content is what the agent gets of the whole reply. */
export const showsLess: ReadonlySet<string> = new Set(['exathena', 'exathena-head']);

/** What a client receives of a reply, and what the runtime says of it. */
export interface Streamed {
  readonly deltas: readonly Delta[];
  readonly extraction: Extraction;
}

export function streamed(pieces: readonly string[], options: ExtractOptions): Streamed {
  const stream = openStream(options);
  const deltas = pieces.flatMap((piece) => stream.push(piece));
  const end = stream.end();
  return { deltas: [...deltas, ...end.deltas], extraction: end.extraction };
}

/** Where text that was sent does not come from where it says, and where the ledger calls such text lost. */
export function placeFaults({ deltas, extraction }: Streamed): string[] {
  const { document, lost } = extraction;
  const withdrawn = deltas.findLastIndex(({ kind }) => kind === 'withdrawn');
  return deltas.slice(withdrawn + 1).flatMap((delta) => {
    if (delta.kind !== 'content' && delta.kind !== 'reasoning') return [];
    const { text, from } = delta;
    if (from === null) return [];
    const { to = from + text.length } = delta;
    if (delta.to === undefined && document.slice(from, to) !== text) return [`${text} is not at ${from}`];
    if (from >= to || to > document.length) return [`${text} is nowhere: [${from}, ${to})`];
    return lost.some((span) => span.from < to && span.to > from) ? [`${text} was sent and is called lost`] : [];
  });
}

/** Where the client does not have what the extraction says. */
export function clientFaults({ deltas, extraction }: Streamed): string[] {
  const { content, calls } = joinDeltas(deltas);
  const faults =
    content === (extraction.content ?? '') || extraction.error !== undefined ? [] : ['another content was sent'];
  const has = calls.map(({ name, argumentsText }) => [name ?? '', argumentsText]);
  const isSame = JSON.stringify(has.filter(isThere)) === JSON.stringify(callsOf(extraction).filter(isThere));
  return isSame || extraction.error !== undefined ? faults : [...faults, 'other calls were sent'];
}

/** Where an engine leaves an index out, the client has an empty call. */
function isThere(parts: readonly string[]): boolean {
  return parts.some((part) => part !== '');
}

/** What a client has of each call. */
export function callsOf({ calls }: Extraction): readonly (readonly string[])[] {
  return calls.map(({ name, returnedText }) => [name, returnedText]);
}
