import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { inputSchema } from './call-input.ts';
import { coerce } from './coerce.ts';
import { withDeclaredKeys } from './declared-keys.ts';
import { withEscapedControls, withoutInvalidEscapes } from './escaped-controls.ts';
import { holdsPrototypeKey, writesPrototypeKey } from './prototype-keys.ts';
import { readRelaxed } from './relaxed-json.ts';
import type { Release } from './release.ts';
import { recordIn, unwrapped, type Schema } from './schema.ts';
import { fits, wantsObject } from './schema-fit.ts';
import { holdsSensitiveKey } from './sensitive.ts';

/** Arguments that the tool's schema allows, coerced by it; undefined where it allows them not. */
export function allowedArguments(
  args: JsonValue | undefined,
  name: string,
  tools: readonly ToolDefinition[],
  release: Release,
): JsonValue | undefined {
  const schema = unwrapped(inputSchema(tools, name));
  if (args === undefined) return allowedRecord({}, schema, release);
  if (isObject(args)) return allowedRecord(args, schema, release);
  if (args === null) return schema !== undefined && fits(args, schema) ? args : undefined;
  if (release !== '4.1.26') {
    if (schema === false || holdsSensitiveKey(args)) return undefined;
    const inner = typeof args === 'string' && !(isObject(schema) && fits(args, schema)) ? objectIn(args) : undefined;
    const allowed = inner && allowedRecord(inner, schema, release);
    if (allowed !== undefined) return allowed;
  }
  return !isObject(schema) || fits(args, schema) || !wantsObject(schema) ? args : undefined;
}

/** 5.1.6: arguments that are JSON in a string. */
function objectIn(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{') || writesPrototypeKey(text)) return undefined;
  const reading = readRelaxed(withoutInvalidEscapes(withEscapedControls(text)));
  return reading.ok && isObject(reading.value) && !holdsPrototypeKey(reading.value) ? reading.value : undefined;
}

export function allowedRecord(args: JsonObject, schema: Schema, release: Release): JsonObject | undefined {
  return release === '4.1.26' ? keptRecord(args, schema) : declaredRecord(args, schema);
}

/** 5.1.6 drops keys that the schema does not declare, instead of refusing them. */
function declaredRecord(args: JsonObject, schema: Schema): JsonObject | undefined {
  if (schema === false || holdsSensitiveKey(args)) return undefined;
  if (!isObject(schema)) return args;
  const coerced = coerce(args, schema, '5.1.6');
  const declared = withDeclaredKeys(coerced, schema);
  if (!isObject(declared) || holdsSensitiveKey(declared)) return undefined;
  const asksNothing =
    Object.keys(recordIn(schema, 'properties') ?? {}).length === 0 &&
    ['required', 'patternProperties', 'allOf', 'anyOf', 'oneOf'].every((keyword) => own(schema, keyword) === undefined);
  return asksNothing || fits(declared, schema) ? declared : undefined;
}

/** 4.1.26 */
function keptRecord(args: JsonObject, schema: Schema): JsonObject | undefined {
  if (holdsPrototypeKey(args)) return undefined;
  if (!isObject(schema)) return args;
  const properties = recordIn(schema, 'properties') ?? {};
  const isDenied = (key: string): boolean => own(properties, key) === false;
  const isKnown = (key: string): boolean => Object.hasOwn(properties, key) && !isDenied(key);
  if (Object.keys(args).some(isDenied)) return undefined;
  const coerced = coerce(args, schema, '4.1.26');
  if (!isObject(coerced) || holdsPrototypeKey(coerced) || Object.keys(coerced).some(isDenied)) return undefined;
  if (own(schema, 'additionalProperties') === false) {
    // Each unknown key must have become a known one.
    const unknown = Object.keys(args).filter((key) => !isKnown(key));
    const renamed = Object.keys(coerced).filter((key) => isKnown(key) && !Object.hasOwn(args, key));
    if (renamed.length < unknown.length) return undefined;
  }
  return fits(coerced, schema) ? coerced : undefined;
}
