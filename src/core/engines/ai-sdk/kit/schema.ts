import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';

// What the original asks a JSON Schema. It knows no `$ref`. `patternProperties` are not looked at here: a pattern of a schema
// may run forever, and the original has its own guesses about which are safe.

/** A schema as it is passed around: also `true`, `false`, and undefined where there is none. */
export type Schema = JsonValue | undefined;

/** The schema in a wrapper of the AI SDK. */
export function unwrapped(schema: Schema): Schema {
  let inner = schema;
  while (isObject(inner) && Object.hasOwn(inner, 'jsonSchema')) inner = inner['jsonSchema'];
  return inner;
}

const PREFERRED = ['object', 'array', 'boolean', 'number', 'integer', 'string'];

/** Of a list of types the one that the original prefers; without a type what the other keywords suggest. */
export function typeOf(schema: Schema): string | undefined {
  const inner = unwrapped(schema);
  if (!isObject(inner)) return undefined;
  const type = own(inner, 'type');
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const preferred = PREFERRED.find((name) => type.includes(name));
    if (preferred !== undefined) return preferred;
  }
  if (isSet(inner, 'properties') || isSet(inner, 'additionalProperties')) return 'object';
  return isSet(inner, 'items') || isSet(inner, 'prefixItems') ? 'array' : undefined;
}

function isSet(schema: JsonObject, key: string): boolean {
  return Boolean(own(schema, key));
}

export function listIn(schema: JsonObject, key: string): readonly JsonValue[] | undefined {
  const list = own(schema, key);
  return Array.isArray(list) ? list : undefined;
}

export function recordIn(schema: JsonObject, key: string): JsonObject | undefined {
  const record = own(schema, key);
  return isObject(record) ? record : undefined;
}

/** The schema of a declared property. */
export function propertySchema(schema: Schema, key: string): Schema {
  const inner = unwrapped(schema);
  const properties = isObject(inner) ? recordIn(inner, 'properties') : undefined;
  return properties && own(properties, key);
}

/** `true`, `{}` and no schema at all. */
export function isUnconstrained(schema: Schema): boolean {
  const inner = unwrapped(schema);
  if (inner === undefined || inner === null || inner === true) return true;
  return isObject(inner) && Object.keys(inner).length === 0;
}

/** An object schema that names its properties and allows no others. */
export function isStrictObject(schema: Schema): boolean {
  const inner = unwrapped(schema);
  return (
    isObject(inner) &&
    typeOf(inner) === 'object' &&
    own(inner, 'additionalProperties') === false &&
    recordIn(inner, 'properties') !== undefined
  );
}

/** So many levels of `anyOf` and its like are looked into for a property. */
const COMBINED_LEVELS = 5;

/** Whether an object of this schema may have the property. */
export function mayHave(schema: Schema, key: string, depth = 0): boolean {
  if (depth > COMBINED_LEVELS || isUnconstrained(schema)) return true;
  const inner = unwrapped(schema);
  if (!isObject(inner)) return false;
  const properties = recordIn(inner, 'properties');
  const declared = properties && own(properties, key);
  if (declared !== undefined) return declared !== false;
  return listIn(inner, 'required')?.includes(key) === true || takesOthers(inner) || isCombined(inner, key, depth);
}

/** Whether an object may have properties that the schema does not name. */
function takesOthers(schema: JsonObject): boolean {
  const additional = own(schema, 'additionalProperties');
  if (additional !== undefined) return additional === true || isObject(additional);
  const type = own(schema, 'type');
  return (
    type === 'object' ||
    (Array.isArray(type) && type.includes('object')) ||
    recordIn(schema, 'properties') !== undefined ||
    recordIn(schema, 'patternProperties') !== undefined ||
    (listIn(schema, 'required') ?? []).length > 0
  );
}

function isCombined(schema: JsonObject, key: string, depth: number): boolean {
  const allows = (part: JsonValue): boolean => mayHave(part, key, depth + 1);
  const [anyOf, oneOf, allOf] = ['anyOf', 'oneOf', 'allOf'].map((name) => listIn(schema, name));
  return (
    [anyOf, oneOf, allOf].some((list) => list !== undefined) &&
    anyOf?.some(allows) !== false &&
    oneOf?.some(allows) !== false &&
    allOf?.every(allows) !== false
  );
}

/** So many levels of a schema are looked into for `null`. */
const NULL_LEVELS = 100;

export function allowsNull(schema: Schema, depth = 0): boolean {
  const inner = unwrapped(schema);
  if (inner === true) return true;
  if (!isObject(inner) || depth > NULL_LEVELS) return false;
  const type = own(inner, 'type');
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  const allows = (part: JsonValue): boolean => allowsNull(part, depth + 1);
  const allOf = listIn(inner, 'allOf') ?? [];
  if (allOf.length > 0 && allOf.every(allows)) return true;
  return listIn(inner, 'anyOf')?.some(allows) === true || listIn(inner, 'oneOf')?.some(allows) === true;
}
