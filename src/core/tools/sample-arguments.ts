import { isObject, type JsonObject, type JsonValue } from '../text/json/index.ts';
import type { ToolDefinition } from './tool.ts';

/** Parameters of the example at most. */
const MOST_PARAMETERS = 3;

/** Arguments for an example of a call: the first parameters of the schema, each with a value of its type. */
export function sampleArguments({ schema }: ToolDefinition): JsonObject {
  const properties = Object.entries(objectOf(schema?.['properties'])).slice(0, MOST_PARAMETERS);
  return Object.fromEntries(properties.map(([key, property]) => [key, sampleOf(objectOf(property))]));
}

function sampleOf(schema: JsonObject): JsonValue {
  const { enum: values, type } = schema;
  if (Array.isArray(values) && values[0] !== undefined) return values[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
      return 1;
    case 'number':
      return 1.5;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'text';
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
