import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import { listIn, recordIn, typeOf, unwrapped, type Schema } from './schema.ts';

/** Deeper values fit no schema. */
const LEVELS = 256;

/** Whether arguments, coerced already, fit the schema: their types, required and allowed keys, `const` and `enum`. */
export function fits(value: JsonValue, schema: Schema, depth = 0): boolean {
  const inner = unwrapped(schema);
  if (depth > LEVELS || inner === false) return false;
  if (!isObject(inner)) return true;
  if (!isOfKind(value, inner) || !fitsCombined(value, inner, depth)) return false;
  if (value === null && typesOf(inner).includes('null')) return true;
  const [wantsMembers, wantsItems] = [isObjectSchema(inner), isListSchema(inner)];
  if ((wantsMembers && !isObject(value)) || (wantsItems && !Array.isArray(value))) return false;
  if (Array.isArray(value)) return fitsItems(value, inner, depth);
  return !isObject(value) || !wantsMembers || fitsMembers(value, inner, depth);
}

function isObjectSchema(schema: JsonObject): boolean {
  return (
    typeOf(schema) === 'object' ||
    recordIn(schema, 'properties') !== undefined ||
    recordIn(schema, 'patternProperties') !== undefined ||
    listIn(schema, 'required') !== undefined ||
    Object.hasOwn(schema, 'additionalProperties')
  );
}

function isListSchema(schema: JsonObject): boolean {
  return (
    typeOf(schema) === 'array' || listIn(schema, 'prefixItems') !== undefined || listIn(schema, 'items') !== undefined
  );
}

function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  return types.filter((item): item is string => typeof item === 'string');
}

function isOfKind(value: JsonValue, schema: JsonObject): boolean {
  const only = own(schema, 'const');
  if (only !== undefined && !areEqual(value, only)) return false;
  if (listIn(schema, 'enum')?.some((allowed) => areEqual(value, allowed)) === false) return false;
  const types = typesOf(schema);
  if (types.length > 0) return types.some((type) => isOfType(value, type));
  if (value === null) return true;
  if (isObjectSchema(schema)) return isObject(value);
  return !isListSchema(schema) || Array.isArray(value);
}

function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'boolean':
    case 'string':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

function areEqual(one: JsonValue, other: JsonValue): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => areEqual(item, other[index] as JsonValue))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areEqual(one[key] as JsonValue, other[key] as JsonValue))
  );
}

function fitsCombined(value: JsonValue, schema: JsonObject, depth: number): boolean {
  const fitsPart = (part: JsonValue): boolean => fits(value, part, depth + 1);
  return (
    listIn(schema, 'allOf')?.every(fitsPart) !== false &&
    listIn(schema, 'anyOf')?.some(fitsPart) !== false &&
    (listIn(schema, 'oneOf')?.filter(fitsPart).length ?? 1) === 1
  );
}

function fitsItems(items: readonly JsonValue[], schema: JsonObject, depth: number): boolean {
  const listed = listIn(schema, 'items');
  const byPlace = listIn(schema, 'prefixItems') ?? listed ?? [];
  const others = own(schema, listed === undefined ? 'items' : 'additionalItems');
  return items.every((item, index) => fits(item, byPlace[index] ?? others, depth + 1));
}

function fitsMembers(value: JsonObject, schema: JsonObject, depth: number): boolean {
  const required = listIn(schema, 'required') ?? [];
  if (required.some((key) => typeof key === 'string' && key !== '' && !Object.hasOwn(value, key))) return false;
  const properties = recordIn(schema, 'properties');
  const additional = own(schema, 'additionalProperties');
  return Object.entries(value).every(([key, item]) => {
    if (properties !== undefined && Object.hasOwn(properties, key)) return fits(item, properties[key], depth + 1);
    return additional !== false && (!isObject(additional) || fits(item, additional, depth + 1));
  });
}

/** Whether the schema clearly wants an object, so that no other value is taken for it. */
export function wantsObject(schema: Schema, depth = 0): boolean {
  const inner = unwrapped(schema);
  if (inner === false) return true;
  if (!isObject(inner) || depth > LEVELS) return false;
  const wants = (part: JsonValue): boolean => wantsObject(part, depth + 1);
  const [anyOf = [], oneOf = []] = [listIn(inner, 'anyOf'), listIn(inner, 'oneOf')];
  return (
    isObjectSchema(inner) ||
    listIn(inner, 'allOf')?.some(wants) === true ||
    (anyOf.length > 0 && anyOf.every(wants)) ||
    (oneOf.length > 0 && oneOf.every(wants))
  );
}
