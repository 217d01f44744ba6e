import { type JsonNode, type JsonObjectNode, member, readJson } from '../text/json/index.ts';
import type { Span } from '../text/document/index.ts';

/** A JSON value and the text that its spans point into. */
export interface Source {
  readonly text: string;
  readonly node: JsonNode;
  /** Where `text` begins in what was pasted; null when it is not there as it is (unescaped, or converted to JSON). */
  readonly offset: number | null;
}

/** The value of a JSON text, without its place in what was pasted; null for what is no JSON. */
export function jsonSource(text: string): Source | null {
  const reading = readJson(text);
  return reading.ok ? { text, node: reading.node, offset: null } : null;
}

function inside(source: Source, node: JsonNode): Source {
  return { ...source, node };
}

/** The value under `key`; null where it is absent or null. */
export function at(source: Source, key: string): Source | null {
  const node = member(source.node, key);
  return node === undefined || node.kind === 'null' ? null : inside(source, node);
}

/** The first of `keys` that the object has. */
export function firstAt(source: Source, keys: readonly string[]): Source | null {
  for (const key of keys) {
    const found = at(source, key);
    if (found !== null) return found;
  }
  return null;
}

export function itemsOf(source: Source | null): readonly Source[] {
  return source?.node.kind === 'array' ? source.node.items.map((item) => inside(source, item)) : [];
}

export function stringOf(source: Source | null): string | null {
  return source?.node.kind === 'string' ? source.node.value : null;
}

export function stringAt(source: Source, key: string): string | null {
  return stringOf(at(source, key));
}

export function isObject(source: Source | null): source is Source & { readonly node: JsonObjectNode } {
  return source?.node.kind === 'object';
}

export function hasAny(source: Source, keys: readonly string[]): boolean {
  return firstAt(source, keys) !== null;
}

/** The value as it is written. */
export function slice({ text, node }: Source): string {
  return text.slice(node.from, node.to);
}

/** A JSON value, also one that came as JSON in a string, as logs and data sets have it. */
export function unpacked(source: Source | null): Source | null {
  const text = stringOf(source);
  if (text === null || !/^\s*[{[]/.test(text)) return source;
  return jsonSource(text) ?? source;
}

/** Where the text of a JSON string is in the paste; null unless it is there without an escape. */
export function plainSpan({ text, node, offset }: Source): Span | null {
  if (node.kind !== 'string' || offset === null) return null;
  // Every escape is longer than what it stands for.
  if (node.value.length !== node.to - node.from - 2 || text.charAt(node.from) !== '"') return null;
  return { from: node.from + 1 + offset, to: node.to - 1 + offset };
}
