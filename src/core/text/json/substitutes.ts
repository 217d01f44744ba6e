import { partitionPoint } from '../document/index.ts';
import type { JsonNode } from './node.ts';
import type { JsonRepair } from './repairs.ts';
import type { TolerantReading } from './tolerant-reading.ts';

/**
 * Reads a value whose text is written in another way: each of `substitutes` has one character (`inserted`) in the place of
 * several, and counts as a repair. They are sorted and lie in the range.
 */
export function readSubstituted(
  text: string,
  from: number,
  to: number,
  substitutes: readonly JsonRepair[],
  read: (text: string, from: number, to: number) => TolerantReading,
): TolerantReading {
  const { plain, starts } = substituted(text, from, to, substitutes);
  const place = (offset: number): number => {
    const before = partitionPoint(starts, (start) => start < offset);
    const last = substitutes[before - 1];
    return last === undefined ? from + offset : last.span.to + offset - (starts[before - 1] ?? 0) - 1;
  };
  const reading = read(plain, 0, plain.length);
  const repairs = reading.repairs.map(({ code, span, inserted }): JsonRepair => ({
    code,
    span: { from: place(span.from), to: place(span.to) },
    inserted,
  }));
  const end = place(reading.end);
  let next = 0;
  const own = substitutes.filter(({ span }) => {
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

/** The range with the substitutes made, and where in it each of them is. */
function substituted(
  text: string,
  from: number,
  to: number,
  substitutes: readonly JsonRepair[],
): { readonly plain: string; readonly starts: readonly number[] } {
  const pieces: string[] = [];
  const starts: number[] = [];
  let at = from;
  let saved = 0;
  for (const { span, inserted } of substitutes) {
    pieces.push(text.slice(at, span.from), inserted);
    starts.push(span.from - from - saved);
    saved += span.to - span.from - 1;
    at = span.to;
  }
  pieces.push(text.slice(at, to));
  return { plain: pieces.join(''), starts };
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
