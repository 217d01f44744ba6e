import { type JsonNode, type JsonObjectNode, member, readJson } from '../text/json/index.ts';
import type { Span } from '../text/document/index.ts';
import type { Frame } from './frame/frame.ts';

/** A JSON value and the text that its spans point into. */
export interface Source extends Partial<Placed> {
  readonly text: string;
  readonly node: JsonNode;
  /** Where `text` begins in what was pasted; null when it is not there as it is (unescaped, or converted to JSON). */
  readonly offset: number | null;
}

/** Where a value is that was found in a paste; its parts are there as well. */
export interface Placed {
  /** What `offset` and `span` point into. */
  readonly frame: Frame;
  /** The whole value: what is pointed to where its parts have no place of their own. */
  readonly span: Span;
}

/** A value whose place in a paste is known. */
export type Value = Source & Placed;

/** A part is where the whole is. */
type PartOf<Whole extends Source> = Whole extends Placed ? Value : Source;

/** The value of a JSON text, without its place in what was pasted; null for what is no JSON. */
export function jsonSource(text: string): Source | null {
  const reading = readJson(text);
  return reading.ok ? { text, node: reading.node, offset: null } : null;
}

function inside<Whole extends Source>(source: Whole, other: Partial<Source>): PartOf<Whole> {
  return { ...source, ...other } as PartOf<Whole>;
}

/** The value under `key`; null where it is absent or null. */
export function at<Whole extends Source>(source: Whole | null | undefined, key: string): PartOf<Whole> | null {
  const found = keyed(source, key);
  return found?.node.kind === 'null' ? null : found;
}

/** The value under `key`, `null` included: some servers are known by keys that they leave empty. */
export function keyed<Whole extends Source>(source: Whole | null | undefined, key: string): PartOf<Whole> | null {
  const node = source ? member(source.node, key) : undefined;
  return source && node !== undefined ? inside(source, { node }) : null;
}

/** The first of `keys` that the object has. */
export function firstAt<Whole extends Source>(
  source: Whole | null | undefined,
  keys: readonly string[],
): PartOf<Whole> | null {
  for (const key of keys) {
    const found = at(source, key);
    if (found !== null) return found;
  }
  return null;
}

export function itemsOf<Whole extends Source>(source: Whole | null): readonly PartOf<Whole>[] {
  return source?.node.kind === 'array' ? source.node.items.map((node) => inside(source, { node })) : [];
}

export function stringOf(source: Source | null): string | null {
  return source?.node.kind === 'string' ? source.node.value : null;
}

export function stringAt(source: Source | null | undefined, key: string): string | null {
  return stringOf(at(source, key));
}

export function isObject<Whole extends Source>(
  source: Whole | null | undefined,
): source is Whole & { readonly node: JsonObjectNode } {
  return source?.node.kind === 'object';
}

export function hasAny(source: Source, keys: readonly string[]): boolean {
  return firstAt(source, keys) !== null;
}

/** The keys of an object in their order. */
export function keysOf(source: Source | null): readonly string[] {
  return isObject(source) ? source.node.members.map(({ key }) => key.value) : [];
}

/** The values of an object, each under its key. */
export function membersOf(source: Source): (readonly [key: string, value: Source])[] {
  return isObject(source)
    ? source.node.members.map(({ key, value }) => [key.value, { ...source, node: value }] as const)
    : [];
}

/** The value as it is written. */
export function slice({ text, node }: Source): string {
  return text.slice(node.from, node.to);
}

/** A JSON value, also one that came as JSON in a string, as logs and data sets have it. */
export function unpacked<Whole extends Source>(source: Whole | null): Whole | PartOf<Whole> | null {
  const text = stringOf(source);
  if (source === null || text === null || !/^\s*[{[]/.test(text)) return source;
  const inner = jsonSource(text);
  if (inner === null) return source;
  // All of it is where the string is.
  const span = source.offset === null ? source.span : ownSpan(source, source.offset);
  return inside(source, { ...inner, span });
}

/** Where a value is in the text that `offset` points into: what is inside of quotes for a string. */
function ownSpan({ node }: Source, offset: number): Span {
  const quotes = node.kind === 'string' && node.to - node.from >= 2 ? 1 : 0;
  return { from: node.from + offset + quotes, to: node.to + offset - quotes };
}

/** Where a value is in what was pasted; null where that is unknown. */
export function placeOf(source: Value): Span;
export function placeOf(source: Source): Span | null;
export function placeOf(source: Source): Span | null {
  const { offset, frame, span = null } = source;
  const own = offset === null ? span : ownSpan(source, offset);
  return frame === undefined || own === null ? own : frame.place(own);
}

/** Where the text of a JSON string is in the paste; null unless it is there without an escape. */
export function plainSpan(source: Source): Span | null {
  const span = placeOf(source);
  // Every escape is longer than what it stands for.
  return span !== null && span.to - span.from === stringOf(source)?.length ? span : null;
}
