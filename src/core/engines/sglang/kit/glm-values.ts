import {
  isDict,
  isList,
  pythonDumps,
  pythonFloat,
  pythonInt,
  pythonStr,
  type PythonValue,
} from '../../../text/languages/index.ts';
import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { isValueError, loads, typeOf } from '../../kit/index.ts';
import { isTruthy } from './schema.ts';
import { dumpsRaises, literal, type Typed } from './typed-values.ts';

// How `glm45` and `glm47` make values of text.

/** A schema that nests its choices deeper than this has no type for us; Python's limit is near. */
const DEEPEST = 500;

/** `infer_type_from_json_schema`: the one type that a schema comes down to; null for none. */
function inferredType(schema: JsonValue | undefined, depth = 0): string | null {
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

/** `get_argument_type`, of the last tool of that name. */
export function glmType(tools: readonly ToolDefinition[], name: string, key: string): string | null {
  const schema = tools.findLast((tool) => tool.name === name)?.schema;
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  return isObject(properties) ? inferredType(own(properties, key)) : null;
}

/** @param type from `glmType` */
export function glmValue(text: string, type: string | null): Typed {
  const typed = parsed(text, type);
  if ('raises' in typed || type !== 'string' || typeof typed.value === 'string') return typed;
  const { value } = typed;
  if (!isDict(value) && !isList(value)) return { value: pythonStr(value), note: 'printed' };
  const written = pythonDumps(value);
  return written === null ? { raises: dumpsRaises(value) } : { value: written };
}

/** `parse_arguments`: JSON, JSON after its escapes are taken away, a Python literal, text. */
function parsed(text: string, type: string | null): Typed {
  const json = loads(text);
  if (!('raises' in json)) return { value: asNumber(json.value, type) };
  if (!isValueError(json.raises)) return json;
  const inner = unescaped(text, type);
  if (inner !== null) return inner;
  const read = literal(text);
  if (!('raises' in read)) return type === 'string' ? read : { ...read, note: 'python-literal' };
  if (read.raises !== 'SyntaxError') return read;
  return type === null || type === 'string' ? { value: text } : { value: text, note: 'kept-text' };
}

/** The text as what is between the quotes of a JSON string, and what that string holds as JSON. */
function unescaped(text: string, type: string | null): Typed | null {
  const outer = loads(`{"tmp": "${text}"}`);
  if ('raises' in outer) return isValueError(outer.raises) ? null : outer;
  const inner = isDict(outer.value) ? outer.value.get('tmp') : undefined;
  if (typeof inner !== 'string') return { raises: 'TypeError' };
  const json = loads(inner);
  if ('raises' in json) return isValueError(json.raises) ? null : json;
  return { value: asNumber(json.value, type), note: 'unescaped' };
}

/** A JSON string under the type number becomes the number that it holds. */
function asNumber(value: PythonValue, type: string | null): PythonValue {
  if (type !== 'number' || typeof value !== 'string') return value;
  return (/[.e]/i.test(value) ? pythonFloat(value) : pythonInt(value)) ?? value;
}
