import { isObject, type JsonObject, own } from '../../text/json/index.ts';
import { isDict, isList, type PythonValue, readPythonJson, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';

/** The properties of a declared tool; null where there are none. */
export function propertiesOf(tools: readonly ToolDefinition[], name: string | null): JsonObject | null {
  const schema = tools.find((tool) => tool.name === name)?.schema;
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  return isObject(properties) ? properties : null;
}

/** The value of a parameter by its declared type; its text where that does not fit. Only an undeclared one keeps its white space. */
export function typedValue(text: string, properties: JsonObject | null, key: string): PythonValue {
  const schema = properties === null ? undefined : own(properties, key);
  if (!isObject(schema)) return text;
  const declared = own(schema, 'type');
  const type = Array.isArray(declared) ? declared.find((one) => one !== 'null') : declared;
  const stripped = stripPython(text);
  const json = type === 'boolean' ? undefined : jsonOf(stripped);
  switch (type) {
    case 'string':
      return typeof json === 'string' ? json : stripped;
    case 'integer':
      return typeof json === 'bigint' ? json : stripped;
    case 'number':
      return typeof json === 'bigint' || typeof json === 'number' ? json : stripped;
    case 'boolean': {
      const word = stripped.toLowerCase();
      return word === 'true' || word === 'false' ? word === 'true' : stripped;
    }
    case 'null':
      return stripped.toLowerCase() === 'null' ? null : stripped;
    case 'array':
      return isList(json) ? json : stripped;
    case 'object':
      return isDict(json) ? json : stripped;
    default:
      return stripped;
  }
}

function jsonOf(text: string): PythonValue | undefined {
  const reading = readPythonJson(text);
  return reading.ok ? reading.node.value : undefined;
}

/** The text that a JSON string holds; the text itself where it is none. */
export function unquoted(text: string): string {
  const value = text.startsWith('"') ? jsonOf(text) : undefined;
  return typeof value === 'string' ? value : text;
}
