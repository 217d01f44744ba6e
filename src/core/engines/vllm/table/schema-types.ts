import {
  isDict,
  isList,
  PythonDict,
  pythonDumps,
  pythonFloat,
  pythonInt,
  type PythonValue,
  readPythonJson,
  stripPython,
} from '../../../text/languages/index.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { valueUnder } from '../kit/declared.ts';
import { canonicalTypes, typesIn } from '../kit/schema-types.ts';

/** What vLLM of August 2026 makes of a text by the schema of its parameter, for all parsers of the declarative engine. */

/** `properties` of a tool; null where there are none. */
export function propertiesOf(tool: ToolDefinition | undefined): JsonObject | null {
  const schema: JsonValue | undefined = tool?.schema;
  const properties = isObject(schema) ? valueUnder(schema, 'properties') : undefined;
  return isObject(properties) && Object.keys(properties).length > 0 ? properties : null;
}

/** The names of parameters that can only be strings, as JSON writes them; null (all) without a schema. */
export function stringKeys(properties: JsonObject | null): ReadonlySet<string> | null {
  if (properties === null) return null;
  const keys = new Set<string>();
  for (const [key, schema] of Object.entries(properties)) {
    const types = typesIn(schema);
    if (types.size === 1 && types.has('string')) keys.add(key);
  }
  return keys;
}

/** The arguments with the types that the schema asks for; the same dict where nothing changes. */
export function typed(args: PythonDict, properties: JsonObject | null): PythonDict {
  if (properties === null) return args;
  let changed: PythonDict | null = null;
  for (const [key, value] of args.entries()) {
    const schema = typeof key === 'string' ? valueUnder(properties, key) : undefined;
    if (!isObject(schema)) continue;
    const coerced = typedValue(value, schema);
    if (coerced === value) continue;
    changed ??= new PythonDict(args.entries());
    changed.set(key, coerced);
  }
  return changed ?? args;
}

/** One value by its schema; the same value where nothing changes. */
function typedValue(value: PythonValue, schema: JsonObject): PythonValue {
  if (typeof value === 'string') return coerce(value, typesIn(schema));
  if (isDict(value)) {
    const properties = valueUnder(schema, 'properties');
    return isObject(properties) ? typed(value, properties) : value;
  }
  if (isList(value)) {
    const items = valueUnder(schema, 'items');
    if (!isObject(items)) return value;
    const coerced = value.map((item) => typedValue(item, items));
    return coerced.every((item, index) => item === value[index]) ? value : coerced;
  }
  return coerce(pythonDumps(value) ?? '', typesIn(schema), value);
}

/**
 * The first of null, integer, number, boolean, object, array and string that is allowed and fits.
 *
 * @param value what `text` was written from, where that is not a string: returned where the result equals it
 */
function coerce(text: string, types: ReadonlySet<string>, value: PythonValue = text): PythonValue {
  const result = firstFit(text, canonicalTypes(types));
  return Object.is(result, value) || (typeof result === typeof value && result === value) ? value : result;
}

function firstFit(text: string, types: ReadonlySet<string>): PythonValue {
  if (types.has('null') && text.toLowerCase() === 'null') return null;
  if (types.has('integer')) {
    const integer = pythonInt(text);
    if (integer !== null) return integer;
  }
  if (types.has('number')) {
    const number = pythonFloat(text);
    if (number !== null && Number.isFinite(number)) return Number.isInteger(number) ? BigInt(number) : number;
  }
  if (types.has('boolean')) {
    const word = stripPython(text.toLowerCase());
    if (word === 'true' || word === '1') return true;
    if (word === 'false' || word === '0') return false;
  }
  if (types.has('object') || types.has('array')) {
    const parsed = finiteJson(text);
    if (parsed !== undefined) return parsed;
  }
  if (types.has('string')) return text;
  const parsed = finiteJson(text);
  return parsed === undefined ? text : parsed;
}

/** A JSON value that JSON can hold; undefined for anything else. */
function finiteJson(text: string): PythonValue | undefined {
  const reading = readPythonJson(text);
  return reading.ok && isFinite(reading.node.value) ? reading.node.value : undefined;
}

function isFinite(value: PythonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (isList(value)) return value.every(isFinite);
  return isDict(value) ? value.values().every(isFinite) : true;
}

/** The arguments with the types of the schema; as they are where nothing changes or they are no object. */
export function typedText(argumentsText: string, properties: JsonObject | null): string {
  if (properties === null) return argumentsText;
  const reading = readPythonJson(argumentsText);
  if (!reading.ok || !isDict(reading.node.value)) return argumentsText;
  const args = typed(reading.node.value, properties);
  return args === reading.node.value ? argumentsText : (pythonDumps(args) ?? argumentsText);
}
