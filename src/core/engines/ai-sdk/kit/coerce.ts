import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import { arrayOfObject } from './coerce-to-array.ts';
import type { ValueRules } from './release.ts';
import { withRenamedKey } from './renamed-key.ts';
import { isStrictObject, listIn, recordIn, typeOf, unwrapped, type Schema } from './schema.ts';
import { DEEPEST, emptyRecord, numberIn, parseJson, put } from './values.ts';

/** The types of values that hold no others. */
type Primitive = 'string' | 'number' | 'integer' | 'boolean';

/**
 * A value as the original makes it fit a schema: text becomes numbers, lists and objects, numbers become text, wrappers are
 * taken off. What does not fit stays as it is. It never fails.
 */
export function coerce(value: JsonValue, schema: Schema, values: ValueRules, depth = 0): JsonValue {
  if (depth > DEEPEST) return value;
  const inner = unwrapped(schema);
  if (typeof inner !== 'object' || inner === null)
    return typeof value === 'string' ? guessed(value, values, depth) : value;
  const rules = isObject(inner) ? inner : emptyRecord();
  const type = typeOf(rules);
  const fitted = fittedToAll(value, rules, values, depth);
  if (fitted === null && listIn(rules, 'type')?.includes('null') === true) return null;
  if (typeof fitted === 'string') return coerceText(fitted, type, rules, values, depth);
  if (type === 'string') {
    if (typeof fitted === 'boolean') return String(fitted);
    if (typeof fitted === 'number' && Number.isFinite(fitted)) return String(fitted);
  }
  if (isObject(fitted)) {
    if (type === 'object') return coerceMembers(fitted, rules, values, depth);
    const only = isPrimitive(type) ? onlyPrimitive(fitted, type, rules, values, depth) : null;
    if (only !== null) return only;
  }
  return type === 'array' ? coerceToArray(fitted, rules, values, depth) : fitted;
}

/** Without a schema, text that looks like another value becomes that value. */
function guessed(value: string, values: ValueRules, depth: number): JsonValue {
  const text = value.trim();
  const primitive = primitiveOf(text, 'boolean') ?? primitiveOf(text, 'number');
  if (primitive !== null) return primitive;
  if (!/^(?:\{[^]*\}|\[[^]*\])$/.test(text)) return value;
  const parsed = parseJson(text);
  return parsed === undefined ? value : coerce(parsed, undefined, values, depth + 1);
}

/** Schemas of `allOf` that allow no other keys come first. */
function fittedToAll(value: JsonValue, rules: JsonObject, values: ValueRules, depth: number): JsonValue {
  let fitted = value;
  for (const part of listIn(rules, 'allOf') ?? [])
    if (isStrictObject(part)) fitted = coerce(fitted, part, values, depth + 1);
  return fitted;
}

function coerceText(
  value: string,
  type: string | undefined,
  rules: JsonObject,
  values: ValueRules,
  depth: number,
): JsonValue {
  const text = value.trim();
  if (type === 'object') {
    const object = values.objectIn(text);
    if (isObject(object)) return coerceMembers(object, rules, values, depth);
  }
  if (type === 'array') {
    const items = itemsOfText(text, values);
    if (items !== null) return coerceItems(items, rules, values, depth);
  }
  return primitiveOf(text, type) ?? ofEnum(text, rules) ?? value;
}

/** A list written as JSON, or nearly so, or with an item per line, or with commas; null for any other JSON. */
function itemsOfText(text: string, values: ValueRules): readonly JsonValue[] | null {
  const parsed = parseJson(text);
  if (parsed !== undefined) return Array.isArray(parsed) ? parsed : null;
  const mended = values.listIn(text);
  if (Array.isArray(mended)) return mended;
  return text
    .split(text.includes('\n') ? '\n' : ',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function primitiveOf(text: string, type: string | undefined): JsonValue {
  if (type === 'boolean') {
    const lower = text.toLowerCase();
    return lower === 'true' ? true : lower === 'false' ? false : null;
  }
  return type === 'number' || type === 'integer' ? numberIn(text) : null;
}

/** The one value of an `enum` of texts that differs only in white space or in quotes around it. */
function ofEnum(text: string, rules: JsonObject): string | null {
  const values = listIn(rules, 'enum') ?? [];
  if (!values.every((item): item is string => typeof item === 'string') || values.includes(text)) return null;
  const isQuoted = text.length > 1 && /^["']/.test(text) && text.charAt(0) === text.at(-1);
  const unquoted = isQuoted ? text.slice(1, -1) : null;
  if (unquoted !== null && values.filter((item) => item === unquoted).length === 1) return unquoted;
  for (const candidate of unquoted === null ? [text] : [text, unquoted]) {
    if (!/\s/.test(candidate)) continue;
    const [match, second] = values.filter((item) => withoutSpace(item) === withoutSpace(candidate));
    if (match !== undefined && second === undefined) return match;
  }
  return null;
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '');
}

function coerceMembers(value: JsonObject, rules: JsonObject, values: ValueRules, depth: number): JsonObject {
  const object = emptyRecord();
  for (const [key, item] of Object.entries(withRenamedKey(value, rules)))
    put(object, key, coerceMember(item, key, rules, values, depth));
  return object;
}

function coerceMember(value: JsonValue, key: string, rules: JsonObject, values: ValueRules, depth: number): JsonValue {
  const properties = recordIn(rules, 'properties');
  if (properties !== undefined && Object.hasOwn(properties, key)) {
    const schema = properties[key];
    return typeof schema === 'boolean' ? value : coerce(value, schema, values, depth + 1);
  }
  const additional = own(rules, 'additionalProperties');
  return typeof additional === 'boolean'
    ? value
    : coerce(value, isObject(additional) ? additional : undefined, values, depth + 1);
}

/** The items by `prefixItems` where there are as many, else by `items`. */
function coerceItems(items: readonly JsonValue[], rules: JsonObject, values: ValueRules, depth: number): JsonValue[] {
  const prefix = listIn(rules, 'prefixItems');
  const byPlace = prefix?.length === items.length ? prefix : undefined;
  const each = own(rules, 'items');
  return items.map((item, index) => coerce(item, byPlace === undefined ? each : byPlace[index], values, depth + 1));
}

function coerceToArray(value: JsonValue, rules: JsonObject, values: ValueRules, depth: number): JsonValue {
  if (Array.isArray(value)) return coerceItems(value, rules, values, depth);
  const each = own(rules, 'items');
  if (!isObject(value)) {
    const prefix = listIn(rules, 'prefixItems') ?? [];
    return [coerce(value, prefix.length > 0 ? prefix[0] : each, values, depth + 1)];
  }
  const found = arrayOfObject(value, rules);
  if (found === null) return typeOf(each) === 'array' ? [value] : [coerce(value, each, values, depth + 1)];
  if (found.how === 'items') return coerceItems(found.items, rules, values, depth);
  const { only } = found;
  if (Array.isArray(only)) return only.map((item) => coerce(item, each, values, depth + 1));
  const type = typeOf(each);
  const primitive = isObject(only) && isPrimitive(type) ? onlyPrimitive(only, type, each, values, depth) : null;
  return [primitive ?? coerce(only, each, values, depth + 1)];
}

function isPrimitive(type: string | undefined): type is Primitive {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean';
}

/** The value of an object's one key, where it fits a type that holds no others; null else. */
function onlyPrimitive(
  value: JsonObject,
  type: Primitive,
  schema: Schema,
  values: ValueRules,
  depth: number,
): JsonValue {
  const [only, second] = Object.values(value);
  if (only === undefined || second !== undefined || (typeof only === 'object' && only !== null)) return null;
  const coerced = coerce(only, schema, values, depth + 1);
  const isMatch =
    type === 'integer'
      ? Number.isInteger(coerced)
      : type === 'number'
        ? Number.isFinite(coerced)
        : typeof coerced === type;
  return isMatch ? coerced : null;
}
