import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import { pythonFloat, pythonInt } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { isValueError, loads } from '../../kit/index.ts';
import { get, toolNamed, type Typed } from './typed-values.ts';

// What `hunyuan` makes of the text of an argument.

/** `_get_arg_schema`; undefined where it raises. */
export function schemaOf(tools: readonly ToolDefinition[], name: string, key: string): JsonValue | undefined {
  const schema = toolNamed(tools, name)?.schema;
  if (schema === undefined) return {};
  const properties = get(schema, 'properties', {});
  return isObject(properties) ? get(properties, key, {}) : undefined;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['varchar', 'string'],
  ['char', 'string'],
  ['enum', 'string'],
  ['bool', 'boolean'],
  ['binary', 'boolean'],
  ['int', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['list', 'array'],
  ['dict', 'object'],
  ['map', 'object'],
]);

function normalized(type: string): string {
  const alias = ALIASES.get(type);
  if (alias !== undefined) return alias;
  const lower = type.toLowerCase();
  if (['int', 'uint', 'long', 'short', 'unsigned'].some((begin) => lower.startsWith(begin))) return 'integer';
  return lower.startsWith('num') || lower.startsWith('float') ? 'number' : type;
}

/** `_get_types`: all types of a schema but null; null where that raises, as for a `type` that is a list. */
export function typesOf(schema: JsonValue | undefined): ReadonlySet<string> | null {
  if (!isObject(schema)) {
    const isEmpty = typeof schema === 'string' || Array.isArray(schema);
    return isEmpty && !['type', 'anyOf', 'oneOf'].some((key) => schema.includes(key)) ? new Set(['string']) : null;
  }
  const choices = Object.hasOwn(schema, 'type') ? [schema] : (own(schema, 'anyOf') ?? own(schema, 'oneOf') ?? [{}]);
  if (!Array.isArray(choices) || own(schema, 'anyOf') === null) return null;
  const types = new Set<string>();
  for (const choice of choices) {
    const type = isObject(choice) ? get(choice, 'type', 'string') : null;
    if (typeof type !== 'string') return null;
    types.add(normalized(type));
  }
  types.delete('null');
  return types;
}

/** `_parse_value`: boolean, integer, number, JSON and string are tried in this order, as far as the schema names them. */
export function valueOf(text: string, schema: JsonValue | undefined): Typed {
  const types = typesOf(schema);
  if (types === null) return { raises: 'TypeError' };
  const word = text.toLowerCase();
  if (types.has('boolean') && (word === 'true' || word === 'false')) return { value: word === 'true' };
  const integer = types.has('integer') ? pythonInt(text) : null;
  if (integer !== null) return { value: integer };
  const number = types.has('number') ? (/[.e]/i.test(text) ? pythonFloat(text) : pythonInt(text)) : null;
  if (number !== null) return { value: number };
  const isString = types.has('string');
  if (!isString || [...types].some((type) => !['string', 'boolean', 'integer', 'number'].includes(type))) {
    const json = loads(text);
    if (!('raises' in json) || !isValueError(json.raises)) return json;
  }
  return isString ? { value: text } : { value: text, note: 'kept-text' };
}
