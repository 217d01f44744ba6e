import type { JsonObject, JsonValue } from '../../../json/node.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';

/** What detectors look up in the schema of a tool. */

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value.get(key)`, also for keys that every object of JavaScript has. */
export function own(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** By name the properties that its first tool declares. Tools that declare none do not count. */
export function declaredProperties(tools: readonly ToolDefinition[]): ReadonlyMap<string, JsonObject | null> {
  const all = new Map<string, JsonObject | null>();
  for (const { name, schema } of tools) {
    if (all.has(name) || schema === undefined || !Object.hasOwn(schema, 'properties')) continue;
    const properties = own(schema, 'properties');
    all.set(name, isObject(properties) ? properties : null);
  }
  return all;
}

/** By name the schema of its first tool; null where that has none. */
export function declaredSchemas(tools: readonly ToolDefinition[]): ReadonlyMap<string, JsonObject | null> {
  const all = new Map<string, JsonObject | null>();
  for (const { name, schema } of tools) {
    if (!all.has(name)) all.set(name, isObject(schema) ? schema : null);
  }
  return all;
}

/** `bool(value)`. */
export function isTruthy(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** What JSON Schema calls the type of a value. */
export function jsonType(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}
