import { isObject, type JsonValue } from '../../../text/json/index.ts';
import { pythonFloat, pythonInt, stripPython, unescapeHtml } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { familyOf, isValueError, loads } from '../../kit/index.ts';
import { declaredUnder, get, literal, toolNamed, wholeOrFloat, type Typed } from './typed-values.ts';

// `_convert_param_value` of `qwen3_coder` and of `mimo`, which was made after it.

/** `_get_arguments_config`: the properties, or the schema itself where it has none. */
export function coderConfig(tools: readonly ToolDefinition[], name: string | null): JsonValue {
  const schema = name === null ? undefined : toolNamed(tools, name)?.schema;
  if (!isObject(schema)) return {};
  return get(schema, 'properties', schema);
}

/** The type by which the text of a parameter becomes a value; empty where that is none. */
export type CoderType = (declared: JsonValue) => string;

/** @param config of the function, from `coderConfig` */
export function coderValue(text: string, key: string, config: JsonValue, typeOf: CoderType): Typed {
  if (text.toLowerCase() === 'null') return { value: null, note: 'null-always' };
  const found = declaredUnder(config, key);
  if (found === undefined) return { raises: 'TypeError' };
  if (found === null) return { value: text, note: 'undeclared-key' };
  return byType(text, stripPython(typeOf(found.declared)).toLowerCase(), floatOrInt, () => true);
}

/** A float, or an int where it is whole and written without `.` and `e`. */
function floatOrInt(text: string): Typed {
  const value = pythonFloat(text);
  if (value === null) return { raises: 'ValueError' };
  return { value: Number.isInteger(value) && !/[.e]/i.test(text) ? BigInt(value) : value };
}

/** What `mimo` makes of the text, which it unescapes as HTML first. */
export function mimoValue(raw: string, key: string, name: string, tools: readonly ToolDefinition[]): Typed {
  const text = unescapeHtml(raw);
  if (text === null) return { raises: 'ValueError' };
  if (text.toLowerCase() === 'null') return { value: null, note: 'null-always' };
  const type = mimoType(tools, name, key);
  if (type === null) return { value: text, note: 'undeclared-key' };
  return typeof type === 'string' ? byType(text, type, wholeOrFloat, isCaught) : type;
}

/** `json.loads` and `ast.literal_eval` raise these where they refuse. */
function isCaught(exception: string): boolean {
  return isValueError(exception) || exception === 'SyntaxError' || exception === 'TypeError';
}

/** The type of the first tool of that name that declares the parameter; null where none does. */
function mimoType(tools: readonly ToolDefinition[], name: string, key: string): string | { raises: string } | null {
  for (const tool of tools) {
    if (tool.name !== name) continue;
    if (!isObject(tool.schema)) return { raises: 'AttributeError' };
    const found = declaredUnder(get(tool.schema, 'properties', {}), key);
    if (found === undefined) return { raises: 'TypeError' };
    if (found === null) continue;
    if (!isObject(found.declared)) return { raises: 'AttributeError' };
    const type = get(found.declared, 'type', 'string');
    // It is asked for `startswith`, which a list does not have.
    return typeof type === 'string' ? type : { raises: 'AttributeError' };
  }
  return null;
}

/** @param isKept whether the detector catches an exception and keeps the text */
function byType(
  text: string,
  type: string,
  number: (text: string) => Typed,
  isKept: (exception: string) => boolean,
): Typed {
  switch (familyOf(type)) {
    case 'string':
      return { value: text };
    case 'integer':
      return orText(text, integer(text), isKept);
    case 'number':
      return orText(text, number(text), isKept);
    case 'boolean': {
      const word = text.toLowerCase();
      return word === 'true' || word === 'false' ? { value: word === 'true' } : { value: false, note: 'not-true' };
    }
    case 'other':
      return otherValue(text, type, isKept);
  }
}

/** JSON where the name of the type says so, else a Python literal. */
function otherValue(text: string, type: string, isKept: (exception: string) => boolean): Typed {
  if (['object', 'array', 'arr'].includes(type) || type.startsWith('dict') || type.startsWith('list')) {
    const json = loads(text);
    if (!('raises' in json) || !isKept(json.raises)) return json;
  }
  return orText(text, literal(text), isKept);
}

function integer(text: string): Typed {
  const value = pythonInt(text);
  return value === null ? { raises: 'ValueError' } : { value };
}

function orText(text: string, typed: Typed, isKept: (exception: string) => boolean): Typed {
  return 'raises' in typed && isKept(typed.raises) ? { value: text, note: 'kept-text' } : typed;
}
