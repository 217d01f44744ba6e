import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import { listIn, recordIn, unwrapped, type Schema } from './schema.ts';
import { fits } from './schema-fit.ts';
import { DEEPEST, emptyRecord, put } from './values.ts';

/** Arguments without the keys that the schema does not declare, at every depth. A schema that declares none keeps all. */
export function withDeclaredKeys(value: JsonValue, schema: Schema, depth = 0): JsonValue {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const each = itemSchema(schema, index, depth);
      return each === false ? [] : [withDeclaredKeys(item, each, depth + 1)];
    });
  }
  const names = declaredKeys(schema, value, depth);
  if (names === null) return value;
  const kept = emptyRecord();
  for (const [key, item] of Object.entries(value)) {
    if (!names.has(key)) continue;
    const member = memberSchema(schema, key, value, depth);
    if (member !== false) put(kept, key, withDeclaredKeys(item, member, depth + 1));
  }
  return kept;
}

/** Null where the schema says nothing about keys. */
function declaredKeys(schema: Schema, value: JsonObject, depth: number): ReadonlySet<string> | null {
  const inner = unwrapped(schema);
  if (!isObject(inner) || depth > DEEPEST) return null;
  const properties = recordIn(inner, 'properties');
  const parts = partsFor(inner, value, depth);
  const inherited = parts.map((part) => declaredKeys(part, value, depth + 1)).filter((names) => names !== null);
  const names = new Set(inherited.flatMap((names) => [...names]));
  for (const [key, member] of Object.entries(properties ?? {})) if (member !== false) names.add(key);
  for (const key of listIn(inner, 'required') ?? [])
    if (typeof key === 'string' && own(properties ?? {}, key) !== false) names.add(key);
  const additional = own(inner, 'additionalProperties');
  // The patterns are not looked at: they count as if they matched.
  const takesOthers = additional === true || isObject(additional) || recordIn(inner, 'patternProperties') !== undefined;
  if (takesOthers) for (const key of Object.keys(value)) names.add(key);
  const hasSay = properties !== undefined || additional !== undefined || takesOthers || inherited.length > 0;
  return names.size > 0 || hasSay ? names : null;
}

/** All of `allOf`, and of `anyOf` and `oneOf` the one that fits best. */
function partsFor(schema: JsonObject, value: JsonObject, depth: number): readonly JsonValue[] {
  const chosen = ['anyOf', 'oneOf'].map((name) => bestOf(listIn(schema, name) ?? [], value, depth));
  return [...(listIn(schema, 'allOf') ?? []), ...chosen.filter((part) => part !== undefined)];
}

/** The first with the most keys of the value, of those that accept it; where none does, of all that have any. */
function bestOf(parts: readonly JsonValue[], value: JsonObject, depth: number): JsonValue | undefined {
  const rated = parts.map((part) => ({ part, ...rate(part, value, depth) }));
  const accepting = rated.filter(({ isAccepting }) => isAccepting);
  const among = accepting.length > 0 ? accepting : rated.filter(({ score }) => score > 0);
  return among.reduce((best, one) => (one.score > best.score ? one : best), among[0] ?? { part: undefined, score: 0 })
    .part;
}

function rate(part: JsonValue, value: JsonObject, depth: number): { isAccepting: boolean; score: number } {
  const names = declaredKeys(part, value, depth + 1) ?? new Set(Object.keys(value));
  const inner = unwrapped(part);
  const properties = isObject(inner) ? (recordIn(inner, 'properties') ?? {}) : {};
  const known = Object.fromEntries(Object.entries(value).filter(([key]) => names.has(key)));
  const unknown = Object.keys(value).length - Object.keys(known).length;
  const isStrict = isObject(inner) && own(inner, 'additionalProperties') === false;
  const named = Object.keys(properties).filter((key) => Object.hasOwn(value, key)).length;
  return { isAccepting: fits(known, part), score: 2 * named - (isStrict ? unknown : 0) };
}

/** The schema of a member; false where one says that it may not be. */
function memberSchema(schema: Schema, key: string, value: JsonObject, depth: number): Schema {
  const inner = unwrapped(schema);
  if (!isObject(inner) || depth > DEEPEST) return undefined;
  const declared = own(recordIn(inner, 'properties') ?? {}, key);
  const inherited = partsFor(inner, value, depth).map((part) => memberSchema(part, key, value, depth + 1));
  const found = [declared, ...inherited].filter((one) => one !== undefined);
  const additional = own(inner, 'additionalProperties');
  return found.length === 0 && isObject(additional) ? additional : combined(found);
}

function itemSchema(schema: Schema, index: number, depth: number): Schema {
  const inner = unwrapped(schema);
  if (!isObject(inner) || depth > DEEPEST) return undefined;
  const prefix = listIn(inner, 'prefixItems') ?? [];
  const direct = index < prefix.length ? prefix[index] : own(inner, 'items');
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => listIn(inner, name) ?? []);
  const inherited = parts.map((part) => itemSchema(part, index, depth + 1));
  return combined([direct, ...inherited].filter((one) => one !== undefined));
}

function combined(schemas: readonly JsonValue[]): Schema {
  if (schemas.includes(false)) return false;
  return schemas.length < 2 ? schemas[0] : { allOf: [...schemas] };
}
