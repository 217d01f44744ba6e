import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';

/** What detectors look up in the schema of a tool. */

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
