import { entitiesIn } from '../document/index.ts';
import type { JsonNode } from './node.ts';
import type { JsonRepair } from './repairs.ts';
import type { TolerantReading } from './tolerant-reading.ts';

/** The first quotation mark of a value is an entity. */
const HEAD = /^[\s[{]{0,20}&(?:quot|#34);/;
const LONGEST_HEAD = 30;

/**
 * Reads a value whose quotation marks are entities of HTML; null where they are none. Each entity is a repair.
 *
 *     {&quot;name&quot;: &quot;ring_bell&quot;}
 */
export function readEscaped(
  text: string,
  from: number,
  to: number,
  read: (text: string, from: number, to: number) => TolerantReading,
): TolerantReading | null {
  if (!HEAD.test(text.slice(from, Math.min(to, from + LONGEST_HEAD)))) return null;
  const pieces: string[] = [];
  const entities: JsonRepair[] = [];
  let at = from;
  for (const { from: start, to: end, character } of entitiesIn(text.slice(from, to))) {
    pieces.push(text.slice(at, from + start), character);
    at = from + end;
    entities.push({ code: 'html-entity', span: { from: from + start, to: at }, inserted: character });
  }
  pieces.push(text.slice(at, to));
  const decoded = pieces.join('');
  const reading = read(decoded, 0, decoded.length);
  const places = placesIn(decoded.length, from, entities);
  const place = (offset: number): number => places[offset] ?? to;
  const repairs = reading.repairs.map(({ code, span, inserted }): JsonRepair => ({
    code,
    span: { from: place(span.from), to: place(span.to) },
    inserted,
  }));
  const end = place(reading.end);
  let next = 0;
  const own = entities.filter(({ span }) => {
    while ((repairs[next]?.span.to ?? Infinity) <= span.from) next += 1;
    return span.to <= end && span.to <= (repairs[next]?.span.from ?? Infinity);
  });
  return {
    ...reading,
    node: reading.node && moved(reading.node, place),
    repairs: [...repairs, ...own].toSorted(
      (one, other) => one.span.from - other.span.from || one.span.to - other.span.to,
    ),
    end,
    open: reading.open.map(place),
    guesses: reading.guesses.map(place),
  };
}

/** Where each unit of the decoded text is in the text; the last place is the end. */
function placesIn(length: number, from: number, entities: readonly JsonRepair[]): Uint32Array {
  const places = new Uint32Array(length + 1);
  let at = from;
  let next = 0;
  for (let offset = 0; offset <= length; offset += 1) {
    places[offset] = at;
    const span = entities[next]?.span;
    if (span?.from === at) {
      at = span.to;
      next += 1;
    } else at += 1;
  }
  return places;
}

/** Moves a tree that nobody else has to the places in another text. Nesting is bounded by memory only. */
function moved(root: JsonNode, place: (offset: number) => number): JsonNode {
  const left: JsonNode[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    Object.assign(node, { from: place(node.from), to: place(node.to) });
    if (node.kind === 'array') for (const item of node.items) left.push(item);
    else if (node.kind === 'object') for (const { key, value } of node.members) left.push(key, value);
  }
  return root;
}
