import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import { literalEval, type PythonValue, readPythonJson } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';

// What several readers do with the text of a value.

/** The schema of each parameter of a tool; null where the tool is not declared. */
export function parametersOf(tools: readonly ToolDefinition[], name: string): JsonObject | null {
  const schema = tools.find((tool) => tool.name === name)?.schema;
  if (!isObject(schema)) return null;
  const properties = own(schema, 'properties');
  return isObject(properties) ? properties : null;
}

/** The declared type of a parameter; undefined where it has none. */
function typeUnder(parameters: JsonObject | null, key: string): JsonValue | undefined {
  const schema = parameters === null ? undefined : own(parameters, key);
  return isObject(schema) ? own(schema, 'type') : undefined;
}

/** JSON, else a Python literal, else undefined. */
export function jsonOrLiteral(text: string): PythonValue | undefined {
  const json = readPythonJson(text);
  return json.ok ? json.node.value : literal(text);
}

/** A Python literal; undefined where it is none. */
export function literal(text: string): PythonValue | undefined {
  const reading = literalEval(text);
  return reading.ok ? reading.node.value : undefined;
}

/** Whether a parameter is declared as a string. */
export function isString(parameters: JsonObject | null, key: string): boolean {
  return typeUnder(parameters, key) === 'string';
}

/** A value for GLM and LongCat: text where the parameter is declared as a string, else JSON, a Python literal or text. */
export function pairValue(text: string, parameters: JsonObject | null, key: string): PythonValue {
  if (isString(parameters, key)) return text;
  const value = jsonOrLiteral(text);
  return value === undefined ? text : value;
}
