import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import { typeOf } from '../../kit/index.ts';
import { isTruthy } from './schema.ts';

/** A schema that nests its choices deeper than this has no type for us; Python's limit is near. */
const DEEPEST = 500;

/** `infer_type_from_json_schema`: the one type that a schema comes down to; null for none. */
export function inferredType(schema: JsonValue | undefined, depth = 0): string | null {
  if (!isObject(schema) || depth > DEEPEST) return null;
  const type = own(schema, 'type');
  if (typeof type === 'string') return type;
  if (Array.isArray(type) && type.length > 0) {
    const [first = 'string'] = type.filter((one) => one !== 'null');
    return typeof first === 'string' ? first : OTHER;
  }
  if (Object.hasOwn(schema, 'anyOf') || Object.hasOwn(schema, 'oneOf')) {
    const anyOf = own(schema, 'anyOf');
    const choices = isTruthy(anyOf) ? anyOf : own(schema, 'oneOf');
    const types = Array.isArray(choices) ? choices.map((choice) => inferredType(choice, depth + 1)) : [];
    const one = oneOf(types.filter((name) => name !== null && name !== '') as string[]);
    if (one !== null) return one;
  }
  const values = own(schema, 'enum');
  if (Array.isArray(values)) {
    const types = new Set(values.map(typeOf));
    return types.size === 1 ? ([...types][0] as string) : 'string';
  }
  const all = own(schema, 'allOf');
  if (Array.isArray(all)) {
    const types = all.map((choice) => inferredType(choice, depth + 1));
    return types.find((name) => name !== null && name !== '' && name !== 'string') ?? 'string';
  }
  if (Object.hasOwn(schema, 'properties')) return 'object';
  return Object.hasOwn(schema, 'items') ? 'array' : null;
}

/** A `type` that is not a string: no type that the detector knows. */
const OTHER = '?';

/** The type of a choice: the same one, the one beside null, string, or the first. */
function oneOf(types: readonly string[]): string | null {
  const names = new Set(types);
  if (names.size === 2 && names.has('null')) return types.find((name) => name !== 'null') ?? null;
  if (names.size > 1 && names.has('string')) return 'string';
  return types[0] ?? null;
}
