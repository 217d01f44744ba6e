import type { JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { coerce } from './coerce.ts';
import type { ValueRules } from './release.ts';
import { allowsNull, type Schema } from './schema.ts';
import { parseJson } from './values.ts';

/** The schema of a declared tool; without one the arguments may be any object. Undefined where no tool has the name. */
export function inputSchema(tools: readonly ToolDefinition[], name: string): Schema {
  const tool = tools.find((declared) => declared.name === name);
  return tool && (tool.schema ?? { type: 'object' });
}

/** Arguments as JSON, coerced by the tool's schema. A string is taken for JSON first; a null that is not allowed is `{}`. */
export function inputOf(
  args: JsonValue | undefined,
  name: string,
  tools: readonly ToolDefinition[],
  values: ValueRules,
): string {
  const plain = JSON.stringify(args ?? {});
  const value = typeof args === 'string' ? parseJson(args) : args;
  if (value === undefined || (typeof args !== 'string' && typeof args !== 'object')) return plain;
  return coercedJson(value, inputSchema(tools, name), values) ?? plain;
}

/** The middleware coerces the arguments of each call once more, after the protocol. */
export function coercedInput(
  input: string,
  name: string,
  tools: readonly ToolDefinition[],
  values: ValueRules,
): string {
  const args = parseJson(input);
  return args === undefined ? input : (coercedJson(args, inputSchema(tools, name), values) ?? input);
}

/** Undefined for a null that the schema does not allow. */
function coercedJson(value: JsonValue, schema: Schema, values: ValueRules): string | undefined {
  const coerced = value === null ? null : coerce(value, schema, values);
  if (coerced === null && !allowsNull(schema)) return undefined;
  return JSON.stringify(values.kept(coerced, schema));
}
