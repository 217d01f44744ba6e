import { isObject, type JsonObject, own } from '../../../json/node.ts';
import { pythonFloat } from '../../../languages/python/numbers.ts';
import type { PythonValue } from '../../../languages/python/value.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';

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

/** A number as MiniMax's detectors read it: whole ones as an int. Null for no number, undefined where `int()` raises OverflowError. */
export function wholeOrFloat(text: string): PythonValue | undefined {
  const value = pythonFloat(text);
  if (value === null || Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? BigInt(value) : value;
}
