import { isObject, own, type JsonObject, type JsonValue } from '../../../json/node.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import { inputSchema } from './call-input.ts';
import { coerce } from './coerce.ts';
import { holdsPrototypeKey } from './prototype-keys.ts';
import { recordIn, unwrapped, type Schema } from './schema.ts';
import { fits, wantsObject } from './schema-fit.ts';

/** Arguments that the tool's schema allows, coerced by it; undefined where it allows them not. */
export function allowedArguments(
  args: JsonValue | undefined,
  name: string,
  tools: readonly ToolDefinition[],
): JsonValue | undefined {
  const schema = unwrapped(inputSchema(tools, name));
  if (args === undefined) return allowedRecord({}, schema);
  if (isObject(args)) return allowedRecord(args, schema);
  if (args === null) return schema !== undefined && fits(args, schema) ? args : undefined;
  return !isObject(schema) || fits(args, schema) || !wantsObject(schema) ? args : undefined;
}

export function allowedRecord(args: JsonObject, schema: Schema): JsonObject | undefined {
  if (holdsPrototypeKey(args)) return undefined;
  if (!isObject(schema)) return args;
  const properties = recordIn(schema, 'properties') ?? {};
  const isDenied = (key: string): boolean => own(properties, key) === false;
  const isKnown = (key: string): boolean => Object.hasOwn(properties, key) && !isDenied(key);
  if (Object.keys(args).some(isDenied)) return undefined;
  const coerced = coerce(args, schema);
  if (!isObject(coerced) || holdsPrototypeKey(coerced) || Object.keys(coerced).some(isDenied)) return undefined;
  if (own(schema, 'additionalProperties') === false) {
    // Each unknown key must have become a known one.
    const unknown = Object.keys(args).filter((key) => !isKnown(key));
    const renamed = Object.keys(coerced).filter((key) => isKnown(key) && !Object.hasOwn(args, key));
    if (renamed.length < unknown.length) return undefined;
  }
  return fits(coerced, schema) ? coerced : undefined;
}
