import { followed, isObject, type JsonObject, type JsonValue } from '../../../text/json/index.ts';

/** The names of types in other languages, which prompts and attributes use. */
const ALIASES: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  list: 'array',
  tuple: 'array',
};

const UNIONS = ['anyOf', 'oneOf', 'allOf'];
const DEEPEST_UNION = 5;

/** The JSON types that a schema names, also through unions and references inside `root`; empty if it names none. */
export function typesOf(schema: JsonObject, root: JsonObject): ReadonlySet<string> {
  return namedTypes(schema, root, new Set(), 0);
}

/** The schema of a member of an object; null if it has none. */
export function memberSchema(schema: JsonObject | null, key: string, root: JsonObject | null): JsonObject | null {
  return partOf(schema, root, (one) => ownObject(ownObject(one, 'properties'), key));
}

/** The schema of the items of a list; null if it has none. */
export function itemSchema(schema: JsonObject | null, root: JsonObject | null): JsonObject | null {
  return partOf(schema, root, (one) => ownObject(one, 'items'));
}

function namedTypes(schema: JsonObject, root: JsonObject, seen: Set<JsonObject>, depth: number): Set<string> {
  const types = new Set<string>();
  const one = followed(schema, root);
  if (!isObject(one) || seen.has(one)) return types;
  seen.add(one);
  const { type } = one;
  for (const name of Array.isArray(type) ? type : [type]) {
    if (typeof name === 'string') types.add(ALIASES[name] ?? name);
  }
  if (types.size > 0 || depth > DEEPEST_UNION) return types;
  for (const branch of branchesOf(one)) for (const name of namedTypes(branch, root, seen, depth + 1)) types.add(name);
  const values = Array.isArray(one['enum']) ? one['enum'] : 'const' in one ? [one['const']] : [];
  for (const value of values) types.add(typeOfValue(value));
  if (types.size === 0 && isObject(one['properties'])) types.add('object');
  if (types.size === 0 && one['items'] !== undefined) types.add('array');
  return types;
}

/** A part of a schema, or of the first branch of its unions that has this part. */
function partOf(
  schema: JsonObject | null,
  root: JsonObject | null,
  partIn: (schema: JsonObject) => JsonObject | null,
): JsonObject | null {
  const seen = new Set<JsonObject>();
  const pending = schema === null ? [] : [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const one = followed(next, root ?? next);
    if (!isObject(one) || seen.has(one)) continue;
    seen.add(one);
    const part = partIn(one);
    if (part !== null) return part;
    pending.push(...branchesOf(one).toReversed());
  }
  return null;
}

function branchesOf(schema: JsonObject): JsonObject[] {
  return UNIONS.flatMap((key) => {
    const branches = schema[key];
    return Array.isArray(branches) ? branches.filter(isObject) : [];
  });
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function ownObject(value: JsonObject | null, key: string): JsonObject | null {
  const own = value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(own) ? own : null;
}
