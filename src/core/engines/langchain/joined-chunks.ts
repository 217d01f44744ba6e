import { javascriptText } from '../../text/languages/index.ts';
import { memberOf, type RawToolCall } from '../kit/index.ts';

/** A call as its chunks add up to it. */
export interface JoinedChunks {
  /** The numbers of its entries, the first one first. */
  readonly entries: readonly number[];
  readonly name: unknown;
  readonly id: unknown;
  /** The text of its arguments, with the white space around it. */
  readonly text: string;
}

/** What chunks add up to, or the number of the entry that cannot be added. */
export type Sum =
  | { readonly ok: true; readonly calls: readonly JoinedChunks[] }
  | { readonly ok: false; readonly at: number };

/** The parts of a chunk: of any type, undefined where they are missing. */
interface Chunk {
  readonly entries: readonly number[];
  readonly name: unknown;
  readonly id: unknown;
  readonly index: unknown;
  readonly args: unknown;
}

/**
 * Entries of a stream, as two steps of LangChain join them. First each chunk is added to one with its index, or with its id where
 * neither has an index; then what is left is grouped once more, and there `null` is an index as well.
 */
export function joinChunks(entries: readonly RawToolCall[]): Sum {
  const chunks: Chunk[] = [];
  const places = new Places();
  for (const [at, { value, id, name, given }] of entries.entries()) {
    const chunk = { entries: [at], name, id, index: memberOf(value, 'index'), args: given };
    const place = places.of(chunk);
    const left = place === undefined ? undefined : chunks[place];
    const sum = left === undefined ? chunk : added(left, chunk);
    if (sum === null) return { ok: false, at };
    places.put(place ?? chunks.length, sum, left);
    chunks[place ?? chunks.length] = sum;
  }
  return { ok: true, calls: grouped(chunks) };
}

/** Where chunks are, by what others find them. */
class Places {
  /** By index, or undefined for all that have none, and then by id. */
  readonly #byId = new Map<unknown, Map<unknown, number>>();
  /** The first chunk with an index, and whether it has an id. */
  readonly #first = new Map<unknown, { readonly place: number; readonly isNamed: boolean }>();

  /** The place of the chunk that another one is added to. */
  of(chunk: Chunk): number | undefined {
    const index = indexOf(chunk);
    const first = index === undefined ? undefined : this.#first.get(index);
    if (!hasId(chunk)) return first?.place;
    return first?.isNamed === false ? first.place : this.#byId.get(index)?.get(chunk.id);
  }

  /** @param before what was there */
  put(place: number, chunk: Chunk, before: Chunk | undefined): void {
    const index = indexOf(chunk);
    const ids = this.#byId.get(index) ?? new Map<unknown, number>();
    this.#byId.set(index, ids);
    // Ids that are numbers are added up.
    if (before !== undefined && before.id !== chunk.id) ids.delete(before.id);
    if (hasId(chunk) && !ids.has(chunk.id)) ids.set(chunk.id, place);
    if (index !== undefined && (this.#first.get(index)?.place ?? place) === place)
      this.#first.set(index, { place, isNamed: hasId(chunk) });
  }
}

/** The index by which a chunk is added; undefined where it has none, or one of another type. */
function indexOf({ index }: Chunk): unknown {
  return typeof index === 'number' || typeof index === 'string' ? index : undefined;
}

function hasId({ id }: Chunk): boolean {
  return id !== undefined && id !== null && id !== '';
}

/** Null where two parts are of different types. */
function added(left: Chunk, right: Chunk): Chunk | null {
  const [name, id, args] = [
    sumOf(left.name, right.name, laterOf),
    sumOf(left.id, right.id, laterOf),
    sumOf(left.args, right.args, (one, other) => one + other),
  ];
  if (name === null || id === null || args === null || areOfOtherTypes(left.index, right.index)) return null;
  const entries = [...left.entries, ...right.entries];
  return { entries, name: name.value, id: id.value, index: left.index ?? right.index, args: args.value };
}

function areOfOtherTypes(left: unknown, right: unknown): boolean {
  if (left === undefined || left === null || right === undefined || right === null) return false;
  return typeof left !== typeof right || Array.isArray(left) !== Array.isArray(right);
}

function laterOf(one: string, other: string): string {
  return other === '' ? one : other;
}

type Merged = { readonly value: unknown } | null;

/** Two values of a part. Of objects and lists the text alone counts in the end, and that of objects is always the same. */
function sumOf(left: unknown, right: unknown, ofTexts: (one: string, other: string) => string): Merged {
  if (left === undefined || left === null) return { value: right };
  if (right === undefined || right === null) return { value: left };
  if (areOfOtherTypes(left, right)) return null;
  if (typeof left === 'string' && typeof right === 'string') return { value: ofTexts(left, right) };
  if (typeof left === 'number' && typeof right === 'number') return { value: left + right };
  if (Array.isArray(left) && Array.isArray(right)) return { value: [...(left as unknown[]), ...(right as unknown[])] };
  return { value: left };
}

function grouped(chunks: readonly Chunk[]): readonly JoinedChunks[] {
  const groups: [Chunk, ...Chunk[]][] = [];
  const [byId, byIndex, byBoth] = [
    new Map<unknown, number>(),
    new Map<unknown, number>(),
    new Map<unknown, Map<unknown, number>>(),
  ];
  for (const chunk of chunks) {
    const { id, index } = chunk;
    const isNumbered = index !== undefined;
    const place = id
      ? isNumbered
        ? byBoth.get(id)?.get(index)
        : byId.get(id)
      : isNumbered
        ? byIndex.get(index)
        : undefined;
    if (place !== undefined) {
      groups[place]?.push(chunk);
      continue;
    }
    const both = byBoth.get(id) ?? new Map<unknown, number>();
    byBoth.set(id, both);
    // The first group counts.
    for (const [map, key] of [
      [byId, id],
      [byIndex, index],
      [both, index],
    ] as const)
      if (!map.has(key)) map.set(key, groups.length);
    groups.push([chunk]);
  }
  return groups.map((group) => ({
    entries: group.flatMap(({ entries }) => entries),
    name: group[0].name,
    id: group.find(({ id }) => Boolean(id))?.id ?? group[0].id,
    text: group.map(({ args }) => (args ? javascriptText(args) : '')).join(''),
  }));
}
