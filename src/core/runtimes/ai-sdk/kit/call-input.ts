import type { JsonValue } from '../../../json/node.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import { coerce } from './coerce.ts';
import { allowsNull, type Schema } from './schema.ts';
import { parseJson } from './values.ts';

/** The schema of a declared tool; without one the arguments may be any object. Undefined where no tool has the name. */
export function inputSchema(tools: readonly ToolDefinition[], name: string): Schema {
  const tool = tools.find((declared) => declared.name === name);
  return tool && (tool.schema ?? { type: 'object' });
}

/** Arguments as JSON, coerced by the tool's schema. A string is taken for JSON first; a null that is not allowed is `{}`. */
export function inputOf(args: JsonValue | undefined, name: string, tools: readonly ToolDefinition[]): string {
  const plain = JSON.stringify(args ?? {});
  const value = typeof args === 'string' ? parseJson(args) : args;
  if (value === undefined || (typeof args !== 'string' && typeof args !== 'object')) return plain;
  return coercedJson(value, inputSchema(tools, name)) ?? plain;
}

/** The middleware coerces the arguments of each call once more, after the protocol. */
export function coercedInput(input: string, name: string, tools: readonly ToolDefinition[]): string {
  const args = parseJson(input);
  return args === undefined ? input : (coercedJson(args, inputSchema(tools, name)) ?? input);
}

/** Undefined for a null that the schema does not allow. */
function coercedJson(value: JsonValue, schema: Schema): string | undefined {
  const coerced = value === null ? null : coerce(value, schema);
  return coerced === null && !allowsNull(schema) ? undefined : JSON.stringify(coerced);
}
