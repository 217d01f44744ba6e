import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { isValueError, loads } from '../../kit/index.ts';
import { get, literal, type Typed } from './typed-values.ts';

// What `minicpm5` looks up about the tools, and what it makes of the text of a parameter.

/** What the detector looks up about the tools, of two with one name of the last. */
export interface Declared {
  readonly schema: JsonObject;
  readonly keys: ReadonlySet<string>;
  readonly required: readonly string[];
}

/** Null where collecting it raises AttributeError. */
export function declaredTools(tools: readonly ToolDefinition[]): ReadonlyMap<string, Declared> | null {
  const all = new Map<string, Declared>();
  for (const { name, schema = {} } of tools) {
    if (name === '') continue;
    const properties = get(schema, 'properties', {});
    const isNone = !isObject(properties) && (!properties || (Array.isArray(properties) && properties.length === 0));
    if (!isObject(properties) && !isNone) return null;
    const keys = new Set(isObject(properties) ? Object.keys(properties) : []);
    all.set(name, { schema, keys, required: requiredOf(get(schema, 'required', [])) });
  }
  return all;
}

/** `set(required)`, or an empty one where that raises. */
function requiredOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return Array.from(value);
  if (isObject(value)) return Object.keys(value);
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null)) return [];
  // No parameter is called by what is not a string.
  return value.map((item) => (typeof item === 'string' ? item : '\0'));
}

/** What a text becomes: all but strings are read as JSON, then as a Python literal. */
export function valueOf(text: string, key: string, schema: JsonObject | undefined): Typed {
  const type = schema === undefined ? null : typeOf(schema, key);
  if (type === undefined) return { raises: 'AttributeError' };
  if (type === 'string') return { value: text };
  const json = loads(text);
  if (!('raises' in json)) return json;
  if (json.raises === 'ValueError') return { value: text, note: 'kept-text' };
  if (!isValueError(json.raises)) return json;
  const read = literal(text);
  if (!('raises' in read)) return { ...read, note: 'python-literal' };
  return type === null ? { value: text } : { value: text, note: 'kept-text' };
}

/** `get_argument_type`; null for none, undefined where it raises. */
function typeOf(schema: JsonObject, key: string): JsonValue | undefined {
  // An empty schema counts as none.
  const properties = get(schema, 'properties', {});
  if (!isObject(properties)) return undefined;
  const declared = get(properties, key, {});
  return isObject(declared) ? (own(declared, 'type') ?? null) : undefined;
}
