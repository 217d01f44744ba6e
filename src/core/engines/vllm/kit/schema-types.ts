import { isObject, type JsonObject, type JsonValue } from '../../../text/json/index.ts';
import { stripPython } from '../../../text/languages/index.ts';
import { typeOf } from '../../kit/index.ts';
import { valueUnder } from './declared.ts';

// `extract_types_from_schema`, for `minimax_m2` of 2026-05 and the declarative engine.

/** The types that a schema allows: those under `type`, those of its `enum` values, and those of its choices. */
export function typesIn(schema: JsonValue | undefined, depth = 0): Set<string> {
  const types = new Set<string>();
  if (isObject(schema) && depth < DEEPEST) {
    for (const type of ownTypes(schema)) types.add(type);
    for (const field of ['anyOf', 'oneOf', 'allOf']) {
      const choices = valueUnder(schema, field);
      if (!Array.isArray(choices)) continue;
      for (const choice of choices) for (const type of typesIn(choice, depth + 1)) types.add(type);
    }
  }
  if (types.size === 0) types.add('string');
  return types;
}

/** A schema that nests its choices deeper than this names no further types. */
const DEEPEST = 500;

function ownTypes(schema: JsonObject): string[] {
  const named = valueUnder(schema, 'type');
  const types = (Array.isArray(named) ? named : [named]).filter((type) => typeof type === 'string');
  const values = valueUnder(schema, 'enum');
  return Array.isArray(values) ? [...types, ...values.map(typeOf)] : types;
}

/** Names of types in other languages. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['str', 'text', 'varchar', 'char', 'enum'],
    integer: ['int', 'int32', 'int64', 'uint', 'uint32', 'uint64', 'long', 'short', 'unsigned'],
    number: ['float', 'float32', 'float64', 'double'],
    boolean: ['bool'],
    object: ['dict'],
    array: ['arr', 'list', 'sequence'],
  }).flatMap(([type, names]) => names.map((name) => [name, type])),
);

/** Types by the names that JSON Schema has for them. */
export function canonicalTypes(types: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const type of types) {
    const name = stripPython(type).toLowerCase();
    names.add(aliases.get(name) ?? name);
  }
  return names;
}
