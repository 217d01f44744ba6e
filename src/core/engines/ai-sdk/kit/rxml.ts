import type { Span } from '../../../text/document/index.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import { coerce } from './coerce.ts';
import { unescapeXml } from './entities.ts';
import type { ValueRules } from './release.ts';
import { Malformed, nodesOf } from './rxml-nodes.ts';
import { RawTags } from './rxml-tags.ts';
import { membersOf, plainValue, TEXT } from './rxml-values.ts';
import { listIn, propertySchema, recordIn, typeOf, unwrapped, type Schema } from './schema.ts';
import { DEEPEST, emptyRecord, put } from './values.ts';

/** A property of type string is there more than once. */
class Repeated extends Error {}

const PLACEHOLDER = '__RXML_PLACEHOLDER_';

/**
 * The arguments in a fragment of XML: the raw text of properties that are strings, the elements of others, coerced by the
 * schema, with entities decoded in declared properties.
 *
 * @throws Malformed, or Repeated
 */
function readFragment(fragment: string, schema: Schema, values: ValueRules): JsonValue {
  const text = withoutRoot(fragment.trim(), schema);
  const tags = new RawTags(text);
  const strings = ownStrings(schema);
  refuseRepeated(tags, strings);
  const { shielded, originals } = shield(text, tags, schema);
  const members = restored(membersOf(nodesOf(shielded)), originals) as JsonObject;
  const args = emptyRecord();
  for (const [key, value] of Object.entries(members)) {
    const isString = typeOf(propertySchema(schema, key)) === 'string';
    if (isString && Array.isArray(value)) throw new Repeated();
    const raw = isString ? tags.raw(key) : undefined;
    put(args, key, raw ?? plainValue(value));
  }
  for (const key of strings) {
    const raw = Object.hasOwn(args, key) ? undefined : tags.raw(key);
    if (raw !== undefined) put(args, key, raw);
  }
  return decoded(coerce(withoutWrapper(args, schema), schema, values), schema);
}

/** An element around all that the schema does not name is taken off. */
function withoutRoot(text: string, schema: Schema): string {
  if (!text.startsWith('<') || !text.endsWith('>')) return text;
  const properties = propertiesOf(schema);
  const root = properties === undefined ? null : new RawTags(text).rootContent();
  return root === null || Object.hasOwn(properties ?? {}, root.name) ? text : text.slice(root.from, root.to);
}

function withoutWrapper(args: JsonObject, schema: Schema): JsonValue {
  const [only, second] = Object.keys(args);
  const properties = propertiesOf(schema);
  if (only === undefined || second !== undefined || properties === undefined) return args;
  return Object.hasOwn(properties, only) ? args : (args[only] ?? args);
}

function propertiesOf(schema: Schema): JsonObject | undefined {
  const inner = unwrapped(schema);
  return isObject(inner) ? recordIn(inner, 'properties') : undefined;
}

/** The names of the properties that are strings. */
export function ownStrings(schema: Schema): readonly string[] {
  return Object.entries(propertiesOf(schema) ?? {}).flatMap(([key, part]) => (typeOf(part) === 'string' ? [key] : []));
}

/** The same, with those of lists and objects in them. */
function deepStrings(schema: Schema, found = new Set<string>(), depth = 0): ReadonlySet<string> {
  const inner = unwrapped(schema);
  if (!isObject(inner) || depth > DEEPEST) return found;
  const type = typeOf(inner);
  if (type === 'object') {
    for (const [key, part] of Object.entries(recordIn(inner, 'properties') ?? {})) {
      if (typeOf(part) === 'string') found.add(key);
      else if (typeOf(part) === 'object' || typeOf(part) === 'array') deepStrings(part, found, depth + 1);
    }
  } else if (type === 'array') {
    deepStrings(own(inner, 'items'), found, depth + 1);
    for (const part of listIn(inner, 'prefixItems') ?? []) deepStrings(part, found, depth + 1);
  }
  return found;
}

/** A tag in the content of another string counts not. */
function refuseRepeated(tags: RawTags, strings: readonly string[]): void {
  const contents = new Map(strings.map((key) => [key, tags.firstContent(key)]));
  for (const key of strings) {
    const others = strings.flatMap((other) => (other === key ? [] : (contents.get(other) ?? [])));
    if (tags.count(key, others) > 1) throw new Repeated();
  }
}

interface Shielded {
  readonly shielded: string;
  /** By what stands for them. */
  readonly originals: ReadonlyMap<string, string>;
}

/** The contents of strings may be anything, so that placeholders take their place while the tags are read. */
function shield(text: string, tags: RawTags, schema: Schema): Shielded {
  const contents = [...deepStrings(schema)].flatMap((key) =>
    tags
      .outermost(key)
      .flatMap((span): (Span & { readonly key: string })[] => (span.to > span.from ? [{ key, ...span }] : [])),
  );
  const originals = new Map<string, string>();
  const pieces: string[] = [];
  let at = 0;
  for (const { key, from, to } of contents.sort((one, other) => one.from - other.from)) {
    if (from < at) continue;
    const placeholder = `${PLACEHOLDER}${key}_${from}_${to}__`;
    originals.set(placeholder, text.slice(from, to));
    pieces.push(text.slice(at, from), placeholder);
    at = to;
  }
  return { shielded: pieces.join('') + text.slice(at), originals };
}

function restored(value: JsonValue, originals: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return originals.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => restored(item, originals));
  if (!isObject(value)) return value;
  const record = emptyRecord();
  for (const [key, item] of Object.entries(value)) {
    const original = restored(item, originals);
    put(record, key, key === TEXT && typeof original === 'string' ? original.trim() : original);
  }
  return record;
}

/** Entities are decoded where the schema says something of the value. */
function decoded(value: JsonValue, schema: Schema): JsonValue {
  if (value === null || schema === undefined || schema === null) return value;
  if (typeof value === 'string') return unescapeXml(value);
  const type = typeOf(schema);
  if (type === 'array' && Array.isArray(value)) {
    const inner = unwrapped(schema);
    const items = isObject(inner) ? (own(inner, 'items') ?? {}) : {};
    return value.map((item) => decoded(item, items));
  }
  if (type !== 'object' || typeof value !== 'object') return value;
  const record = emptyRecord();
  for (const [key, item] of Object.entries(value)) put(record, key, decoded(item, propertySchema(schema, key)));
  return record;
}

/** @returns null where the fragment is malformed or repeats a string */
export function tryFragment(
  fragment: string,
  schema: Schema,
  values: ValueRules,
): { readonly value: JsonValue } | null {
  try {
    return { value: readFragment(fragment, schema, values) };
  } catch (error) {
    if (error instanceof Malformed || error instanceof Repeated) return null;
    throw error;
  }
}
