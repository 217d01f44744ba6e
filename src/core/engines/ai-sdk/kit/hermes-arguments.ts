import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { inputSchema } from './call-input.ts';
import { coerce } from './coerce.ts';
import { withDeclaredKeys } from './declared-keys.ts';
import { withEscapedControls, withoutInvalidEscapes } from './escaped-controls.ts';
import { holdsPrototypeKey, writesPrototypeKey } from './prototype-keys.ts';
import { readRelaxed } from './relaxed-json.ts';
import type { ArgumentRules } from './release.ts';
import { looseValues } from './loose-values.ts';
import { recordIn, unwrapped, type Schema } from './schema.ts';
import { fits, wantsObject } from './schema-fit.ts';
import { holdsSensitiveKey } from './sensitive.ts';

/** Arguments that the tool's schema allows, coerced by it; undefined where it allows them not. */
export function allowedArguments(
  args: JsonValue | undefined,
  name: string,
  tools: readonly ToolDefinition[],
  allowed: ArgumentRules,
): JsonValue | undefined {
  const schema = unwrapped(inputSchema(tools, name));
  if (args === undefined) return allowed.record({}, schema);
  if (isObject(args)) return allowed.record(args, schema);
  if (args === null) return schema !== undefined && fits(args, schema) ? args : undefined;
  return allowed.other(args, schema);
}

/** A value that is no object. */
export function fittingValue(args: JsonValue, schema: Schema): JsonValue | undefined {
  return !isObject(schema) || fits(args, schema) || !wantsObject(schema) ? args : undefined;
}

/** Arguments as the newest release allows them. */
export const declaredArguments: ArgumentRules = {
  record: declaredRecord,
  other(args, schema) {
    if (schema === false || holdsSensitiveKey(args)) return undefined;
    const inner = typeof args === 'string' && !(isObject(schema) && fits(args, schema)) ? objectIn(args) : undefined;
    return (inner && declaredRecord(inner, schema)) ?? fittingValue(args, schema);
  },
};

/** Arguments that are JSON in a string. */
function objectIn(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{') || writesPrototypeKey(text)) return undefined;
  const reading = readRelaxed(withoutInvalidEscapes(withEscapedControls(text)));
  return reading.ok && isObject(reading.value) && !holdsPrototypeKey(reading.value) ? reading.value : undefined;
}

/** Keys that the schema does not declare are dropped. */
function declaredRecord(args: JsonObject, schema: Schema): JsonObject | undefined {
  if (schema === false || holdsSensitiveKey(args)) return undefined;
  if (!isObject(schema)) return args;
  const coerced = coerce(args, schema, looseValues);
  const declared = withDeclaredKeys(coerced, schema);
  if (!isObject(declared) || holdsSensitiveKey(declared)) return undefined;
  const asksNothing =
    Object.keys(recordIn(schema, 'properties') ?? {}).length === 0 &&
    ['required', 'patternProperties', 'allOf', 'anyOf', 'oneOf'].every((keyword) => own(schema, keyword) === undefined);
  return asksNothing || fits(declared, schema) ? declared : undefined;
}
